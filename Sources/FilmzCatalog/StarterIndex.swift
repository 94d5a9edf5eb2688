import FilmzDomain

/// Makes a catalog in memory of the starter's films, in the way of an import.
enum StarterIndex {
  /// Only one with people finds those; it takes longer.
  static func make(_ titles: [StarterTitle], withPeople: Bool) async throws -> CatalogReader {
    let writer = try CatalogWriter(path: nil)
    var genres = GenreTable()
    var batch = TitleBatch(bytes: titles.first?.bytes ?? [])
    var log = PostingLog(spill: nil)
    var facts = TitleFacts(spill: nil)
    let ranked = titles.map { (facts: $0.facts(&genres), title: $0) }
      .map { (popularity: Popularity.of($0.facts), facts: $0.facts, title: $0.title) }
      .sorted { $0.popularity > $1.popularity }
    for (rank, (_, own, title)) in ranked.enumerated() {
      try facts.append(own)
      batch.rows.append(title.row(own))
      try add(title, UInt32(rank), to: &log)
    }
    try await writer.insert(batch)
    try await writer.insert(facts, ranks: facts.ranks())
    try await writer.insert(log, as: .titles, spelledBelow: UInt32(ranked.count))
    if withPeople { try await insert(people: ranked.map(\.title), writer) }
    try await writer.finish(nil, genres: genres.names)
    return try CatalogReader(
      await writer.connection(), path: "the starter catalog", asOf: StarterFilms.asOf)
  }

  private static func add(
    _ title: StarterTitle, _ rank: UInt32, to log: inout PostingLog
  ) throws {
    let bytes = title.bytes.span
    for name in [title.title, title.original] {
      try log.add(bytes.extracting(name), document: rank, isMain: true)
    }
    for name in title.localTitles {
      try log.add(bytes.extracting(name), document: rank, isMain: false)
    }
  }

  /// The starter has no numbers for people; here each name gets one.
  private static func insert(people titles: [StarterTitle], _ writer: CatalogWriter) async throws {
    var numbers: [String: UInt32] = [:]
    var names: [String] = []
    func number(_ name: String) -> UInt32 {
      if let number = numbers[name] { return number }
      names.append(name)
      numbers[name] = UInt32(names.count)
      return UInt32(names.count)
    }
    var people = PeopleBuild(spill: nil, titles: TitleNumbers())
    for (rank, title) in titles.enumerated() {
      for (role, list) in [(Role.director, title.directors), (.actor, title.actors)] {
        for name in list { try people.add(number(name), role, title.number, UInt32(rank)) }
      }
    }
    try await writer.insert(people.takeBatch(isAtEnd: true))
    let bytes = names.flatMap(\.utf8)
    var batch = PersonBatch(bytes: bytes)
    var start = 0
    for (index, name) in names.enumerated() {
      let range = start..<start + name.utf8.count
      try people.addName(UInt32(index + 1), bytes.span, range, to: &batch)
      start = range.upperBound
    }
    try await writer.insert(batch)
    try await writer.insert(people)
  }
}
