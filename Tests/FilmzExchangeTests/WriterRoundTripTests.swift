import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Foundation
import Testing

/// Exports of random collections, read by the readers of the import.
struct WriterRoundTripTests {
  /// A viewing as a format holds it.
  private struct HeldViewing: Hashable, CustomStringConvertible {
    let film: FilmID?
    let date: PartialDate?
    var rating: Rating?
    var note: String?
    var tags: [String] = []

    var description: String { "\(film?.rawValue ?? "") \(date?.text ?? "") \(rating?.text ?? "")" }
  }

  private static func rounded(_ rating: Rating?) -> Rating? {
    rating.flatMap { Rating(tenths: max(10, ($0.tenths + 5) / 10 * 10)) }
  }

  /// Returns the days of the viewings of each film.
  private static func days(_ viewings: [(ExportedFilm, Viewing)]) -> [HeldViewing] {
    viewings.filter { $0.1.date?.isDay == true }
      .map { HeldViewing(film: $0.0.ids[0], date: $0.1.date) }
  }

  private static func viewings(
    _ collection: ExportedCollection
  ) -> [(ExportedFilm, Viewing)] {
    collection.films.flatMap { film in film.entry.viewings.map { (film, $0) } }
  }

  private static func counts<Value: Hashable>(_ values: [Value]) -> [Value: Int] {
    Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
  }

  // MARK: - Letterboxd

  @Test(arguments: 0..<20 as Range<UInt64>)
  func viewingsAtLetterboxdComeBack(seed: UInt64) throws {
    var random = SplitMix(seed)
    let collection = random.collection()
    let result = LetterboxdWriter.export(collection)
    let rows = try result.importedRows(prefix: "watched")
    let read = rows.compactMap { row in
      row.viewing.map { HeldViewing(film: Self.id(row, collection), date: $0.date) }
    }
    #expect(Self.counts(read) == Self.counts(Self.days(Self.viewings(collection))))
    for film in collection.films where film.entry.rating != nil {
      let last = rows.last { Self.id($0, collection) == film.ids[0] && $0.rating != nil }
      #expect(last?.rating == Self.rounded(film.entry.rating))
    }
    for (film, viewing) in Self.viewings(collection) {
      let ofFilm = rows.filter { Self.id($0, collection) == film.ids[0] }
      if let note = viewing.note {
        #expect(ofFilm.contains { ($0.viewing?.note ?? $0.note) == note })
      }
      #expect(viewing.tags.isEmpty || ofFilm.contains { !($0.viewing?.tags ?? $0.tags).isEmpty })
    }
    #expect(result.loss.withoutID == collection.films.count { $0.ids[0].imdbID == nil })
  }

  /// Returns the first id of the film with the id of IMDb or, without one, the title of a row.
  private static func id(_ row: ImportedRow, _ collection: ExportedCollection) -> FilmID? {
    row.film.ids.first
      ?? collection.films.first {
        $0.film?.title == row.film.title && $0.film?.year == row.film.year
      }?
      .ids[0]
  }

  // MARK: - IMDb

  @Test(arguments: 0..<20 as Range<UInt64>)
  func ratingsWantedFilmsAndListsAtIMDbComeBack(seed: UInt64) throws {
    var random = SplitMix(seed)
    let collection = random.collection()
    let result = IMDbWriter.export(collection)
    let films = collection.films.filter { $0.ids[0].imdbID != nil }
    let ratings = try result.importedRows(prefix: "ratings")
    let rated = films.filter { $0.entry.rating != nil }
    #expect(ratings.map(\.film.ids) == rated.map { [$0.ids[0]] })
    #expect(ratings.map(\.rating) == rated.map { Self.rounded($0.entry.rating) })
    #expect(ratings.map(\.date) == rated.map(\.ratedOn))
    #expect(ratings.map(\.film.title) == rated.map { $0.film?.title })
    #expect(ratings.map(\.film.type) == rated.map { $0.film?.type })
    let watchlist = try result.importedRows(prefix: "watchlist")
    #expect(watchlist.allSatisfy { $0.isWanted })
    #expect(
      watchlist.map(\.film.ids[0]) == films.filter { !$0.entry.isWatched }.map(\.ids[0]))
    for (list, file) in zip(
      collection.lists, result.files.filter { $0.name.hasPrefix("lists/") })
    {
      let rows = try result.importedRows(prefix: file.name)
      #expect(rows.map(\.film.ids[0]) == list.films.filter { $0.imdbID != nil })
      #expect(rows.map(\.position) == rows.indices.map { $0 + 1 })
    }
  }

  // MARK: - Trakt

  @Test(arguments: 0..<20 as Range<UInt64>)
  func collectionAtTraktComesBack(seed: UInt64) throws {
    var random = SplitMix(seed)
    let collection = random.collection()
    let result = TraktWriter.export(collection)
    var rows: [String: [ImportedRow]] = [:]
    for file in result.files {
      // Times that are unknown are not dates.
      let text = String(decoding: file.bytes, as: UTF8.self)
      for line in text.split(separator: "\n") where line.hasPrefix("  ") {
        guard !line.contains("\"watched_at\":\"unknown\"") else { continue }
        let element = line.dropFirst(2).utf8.dropLast(line.hasSuffix(",") ? 1 : 0)
        let row = try #require(try TraktElement.row(Array(element), path: file.name))
        rows[file.name, default: []].append(row)
      }
    }
    let history = rows["watched/watched-history-1.json"] ?? []
    let read = history.map { HeldViewing(film: $0.film.ids[0], date: $0.viewing?.date) }
    #expect(Self.counts(read) == Self.counts(Self.days(Self.viewings(collection))))
    let ratings = ["movies", "shows"].flatMap { rows["ratings/ratings-\($0).json"] ?? [] }
    let readRatings = ratings.map {
      HeldViewing(film: $0.film.ids[0], date: nil, rating: $0.rating)
    }
    let rated = collection.films.filter { $0.entry.rating != nil }.map {
      HeldViewing(film: $0.ids[0], date: nil, rating: Self.rounded($0.entry.rating))
    }
    #expect(Self.counts(readRatings) == Self.counts(rated))
    let watchlist = rows["lists/lists-watchlist.json"] ?? []
    let wanted = collection.films.filter { !$0.entry.isWatched }
    #expect(watchlist.map(\.film.ids) == wanted.map(\.ids))
    #expect(
      watchlist.map(\.note) == wanted.map(\.entry.notes) && watchlist.allSatisfy { $0.isWanted })
    let lists = result.fileNames.filter {
      $0.hasPrefix("lists/") && !$0.hasSuffix("watchlist.json")
    }
    for (list, name) in zip(collection.lists, lists) {
      #expect((rows[name] ?? []).map(\.film.ids[0]) == list.films)
    }
  }

  // MARK: - Tables

  @Test(arguments: 0..<20 as Range<UInt64>)
  func filmsAndDatesInTablesComeBack(seed: UInt64) throws {
    var random = SplitMix(seed)
    let collection = random.collection()
    let rows = try CSVWriter.export(collection).importedRows()
    let read = rows.compactMap { row in
      row.viewing.map { HeldViewing(film: row.film.ids[0], date: $0.date) }
    }
    let dated = Self.viewings(collection).filter { $0.1.date != nil }
      .map { HeldViewing(film: $0.0.ids[0], date: $0.1.date) }
    #expect(Self.counts(read) == Self.counts(dated))
    for film in collection.films {
      let ofFilm = rows.filter { Set($0.film.ids) == Set(film.ids) }
      #expect(ofFilm.count == max(1, film.entry.viewings.count))
      #expect(
        ofFilm.allSatisfy { $0.rating == film.entry.rating && $0.film.type == film.film?.type })
      #expect(ofFilm.allSatisfy { $0.film.title == film.film?.title })
    }
  }

  // MARK: - Bytes

  @Test func equalCollectionsGiveEqualBytes() {
    for seed in 0..<5 as Range<UInt64> {
      let exports = (0..<2).map { _ in
        var random = SplitMix(seed)
        let collection = random.collection()
        return [
          LetterboxdWriter.export(collection), IMDbWriter.export(collection),
          TraktWriter.export(collection), CSVWriter.export(collection),
          JSONWriter.export(collection), MarkdownWriter.export(collection),
        ].map(\.files)
      }
      #expect(exports[0] == exports[1])
    }
  }
}
