import FilmzDomain

/// Builds the starter catalog and the catalog of own records, with the index format of an imported catalog.
enum StarterCatalogBuilder {
  /// Writes a catalog of titles, all of which have to refer to the same `bytes`.
  static func write(_ titles: [StarterTitle], to writer: CatalogWriter) async throws {
    var genres = GenreTable()
    var batch = TitleBatch(bytes: titles.first?.bytes ?? [])
    var log = PostingLog(spill: nil)
    var facts = TitleFacts(spill: nil)
    var localTitles = LocalTitleBatch()
    for (number, title) in titles.enumerated() {
      let titleFacts = title.facts(&genres)
      try facts.append(titleFacts)
      batch.rows.append(title.row(titleFacts))
      try add(title, UInt32(number), to: &log)
      for name in title.localTitles {
        localTitles.add(title.bytes.span.extracting(name), of: title.id)
      }
    }
    let ranks = try facts.ranks()
    try await writer.insert(batch)
    try await writer.insert(localTitles)
    try await writer.insert(facts, ranks: ranks)
    try await writer.insert(
      log, as: .titles, numbering: ranks, spellingRankLimit: UInt32(titles.count))
    try await insert(people: titles, ranks, writer)
    try await writer.finish(nil, genres: genres.names)
  }

  /// Adds the words of all names of a title to a log.
  private static func add(
    _ title: StarterTitle, _ number: UInt32, to log: inout PostingLog
  ) throws {
    let bytes = title.bytes.span
    for name in [title.title, title.original] {
      try log.add(bytes.extracting(name), document: number, isMain: true)
    }
    for name in title.localTitles {
      try log.add(bytes.extracting(name), document: number, isMain: false)
    }
  }

  /// Writes the people of titles.
  ///
  /// Each name is assigned an id, because the starter catalog has no ids of people.
  private static func insert(
    people titles: [StarterTitle], _ ranks: [UInt32], _ writer: CatalogWriter
  ) async throws {
    var ids: [String: UInt32] = [:]
    var names: [String] = []
    func id(_ name: String) -> UInt32 {
      if let id = ids[name] { return id }
      names.append(name)
      ids[name] = UInt32(names.count)
      return UInt32(names.count)
    }
    var people = CreditsBuilder(spill: nil, ranks: TitleIDMap())
    for (title, rank) in zip(titles, ranks) {
      for (role, list) in [(Role.director, title.directors), (.actor, title.actors)] {
        for name in list { try people.add(id(name), role, title.id, rank) }
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
