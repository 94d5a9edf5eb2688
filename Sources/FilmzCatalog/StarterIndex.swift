import FilmzDomain
import Foundation

/// Makes a catalog in memory of the starter's films, in the way of an import.
enum StarterIndex {
  /// Only one with people finds those; it takes longer.
  static func make(_ titles: [StarterTitle], withPeople: Bool) async throws -> CatalogReader {
    let writer = try CatalogWriter(path: nil)
    var genres = GenreTable()
    var batch = TitleBatch(bytes: [])
    var log = PostingLog(spill: nil)
    var facts = TitleFacts()
    let ranked = titles.compactMap { title in title.film.id.imdbNumber.map { ($0, title) } }
      .map { (facts: Self.facts($0, $1.film, &genres), title: $1) }
      .map { (popularity: Popularity.of($0.facts), facts: $0.facts, title: $0.title) }
      .sorted { $0.popularity > $1.popularity }
    var bytes: [UInt8] = []
    for (rank, (_, own, title)) in ranked.enumerated() {
      facts.append(own)
      batch.rows.append(row(own, title.film, &bytes))
      try add(title, UInt32(rank), to: &log)
    }
    try await writer.insert(TitleBatch(bytes: bytes, rows: batch.rows))
    try await writer.insert(facts, order: facts.ranked())
    try await writer.insert(log, as: .titles, spelledBelow: UInt32(ranked.count))
    if withPeople { try await insert(people: ranked.map(\.title.film), writer) }
    try await writer.finish(summary(of: ranked.count), genres: genres.names)
    return try CatalogReader(
      await writer.connection(), path: "the starter catalog", asOf: StarterFilms.asOf)
  }

  private static func facts(
    _ id: UInt32, _ film: Film, _ genres: inout GenreTable
  ) -> FactBlock.Facts {
    FactBlock.Facts(
      id: id, votes: UInt32(film.imdbVotes ?? 0), genres: genres.bits(film.genres),
      year: UInt16(film.year ?? 0), rating: UInt8(film.imdbRating?.tenths ?? 0),
      type: TitleType(film.type ?? .movie))
  }

  private static func row(
    _ facts: FactBlock.Facts, _ film: Film, _ bytes: inout [UInt8]
  ) -> TitleRow {
    func range(_ text: String) -> Range<Int> {
      bytes += text.utf8
      return bytes.count - text.utf8.count..<bytes.count
    }
    return TitleRow(
      facts: facts, title: range(film.title), original: range(film.originalTitle ?? ""),
      endYear: UInt16(film.endYear ?? 0), runtime: UInt16(film.runtimeMinutes ?? 0))
  }

  private static func add(
    _ title: StarterTitle, _ rank: UInt32, to log: inout PostingLog
  ) throws {
    for name in [title.film.title, title.film.originalTitle].compactMap(\.self) {
      try log.add(Array(name.utf8).span, document: rank, isMain: true)
    }
    for name in title.localTitles {
      try log.add(Array(name.utf8).span, document: rank, isMain: false)
    }
  }

  /// The starter has no numbers for people; here each name gets one.
  private static func insert(people films: [Film], _ writer: CatalogWriter) async throws {
    var numbers: [String: UInt32] = [:]
    var names: [String] = []
    func number(_ name: String) -> UInt32 {
      if let number = numbers[name] { return number }
      names.append(name)
      numbers[name] = UInt32(names.count)
      return UInt32(names.count)
    }
    var people = PeopleBuild(spill: nil, titles: TitleNumbers(count: 0) { _ in (0, 0) })
    for (rank, film) in films.enumerated() {
      let id = film.id.imdbNumber ?? 0
      for (role, list) in [(Role.director, film.directors), (.actor, film.actors)] {
        for name in list { try people.add(number(name), role, id, UInt32(rank)) }
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

  private static func summary(of count: Int) -> CatalogInfo {
    CatalogInfo(
      titles: count, types: [], people: 0, files: [], bytes: 0, importedAt: .distantPast)
  }
}
