import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

/// Exports of random collections for services, read by the readers of the import.
struct WriterRoundTripTests {
  private static let seeds = Seeds.of(0...19)

  private static func collection(_ seed: UInt64) -> ExportedCollection {
    var random = SplitMix(seed)
    return random.collection()
  }

  // MARK: - Letterboxd

  @Test(arguments: seeds)
  func viewingsAtLetterboxdComeBack(seed: UInt64) throws {
    let collection = Self.collection(seed)
    let result = LetterboxdWriter.export(collection)
    let rows = try result.importedRows(prefix: "watched.csv")
    #expect(rows.allSatisfy { $0.isSeen && !$0.isWanted })
    for film in collection.films {
      let ofFilm = rows.filter { $0.film == Self.nameAtLetterboxd(film) }
      let read = ofFilm.compactMap(\.viewing)
      let rating = film.entry.rating?.rounded
      #expect(read == Self.viewingsAtLetterboxd(film))
      #expect(rating == nil || ofFilm.last { $0.rating != nil }?.rating == rating)
      let further = ofFilm.filter { $0.viewing == nil }
      #expect(further.count <= 1 && further.allSatisfy { $0.tags.isEmpty && $0.date == nil })
      if film.entry.isWatched, let note = film.entry.notes {
        #expect(read.last?.note == note || further.map(\.note) == [note])
      }
    }
    let written = collection.films.filter { $0.entry.isWatched || $0.entry.rating != nil }
    #expect(Set(rows.map(\.film)) == Set(written.map { Self.nameAtLetterboxd($0) }))
    #expect(result.loss.withoutID == collection.films.count { $0.idOfIMDb.isEmpty })
  }

  @Test(arguments: seeds)
  func wantedFilmsAndListsAtLetterboxdComeBack(seed: UInt64) throws {
    let collection = Self.collection(seed)
    let result = LetterboxdWriter.export(collection)
    let wanted = collection.films.filter { !$0.entry.isWatched }
    let watchlist = try result.importedRows(prefix: "watchlist.csv")
    #expect(watchlist.map(\.film) == wanted.map { Self.nameAtLetterboxd($0) })
    #expect(watchlist.map(\.note) == wanted.map(\.entry.notes))
    #expect(watchlist.map(\.tags) == wanted.map { Self.tagsAtLetterboxd($0.entry.tags) })
    #expect(watchlist.allSatisfy { $0.isWanted && !$0.isSeen && $0.viewing == nil })
    let files = result.files.filter { $0.name.hasPrefix("lists/") }
    #expect(files.count == collection.lists.count)
    for (list, file) in zip(collection.lists, files) {
      let rows = try result.importedRows(prefix: file.name)
      #expect(
        rows.map(\.film) == collection.films(of: list).map { Self.nameAtLetterboxd($0) })
      #expect(rows.map(\.position) == rows.indices.map { $0 + 1 })
      #expect(rows.allSatisfy { !$0.isSeen && !$0.isWanted && $0.viewing == nil })
    }
  }

  private static func nameAtLetterboxd(_ film: ExportedFilm) -> NamedFilm {
    NamedFilm(ids: film.idOfIMDb, title: film.film?.title, year: film.film?.year)
  }

  /// Letterboxd separates tags by commas, which therefore cannot be in a tag.
  private static func tagsAtLetterboxd(_ tags: [String]) -> [String] {
    tags.flatMap { $0.split(separator: ",").map(\.trimmed) }.filter { !$0.isEmpty }
  }

  /// Returns the viewings, the last of which has what the film has and it does not have itself.
  private static func viewingsAtLetterboxd(_ film: ExportedFilm) -> [ImportedViewing] {
    let entry = film.entry
    let sorted = entry.viewingsByDate
    let ordered = sorted.filter { $0.date == nil } + sorted.filter { $0.date != nil }
    return ordered.enumerated().map { index, viewing in
      let isLast = index + 1 == ordered.count
      let further = entry.tags.filter { tag in !viewing.tags.contains { $0.isSameTag(as: tag) } }
      return ImportedViewing(
        date: viewing.date?.wholeDay,
        rating: (viewing.rating ?? (isLast ? entry.rating : nil))?.rounded,
        note: viewing.note ?? (isLast ? entry.notes : nil),
        tags: tagsAtLetterboxd(viewing.tags + (isLast ? further : [])))
    }
  }

  // MARK: - IMDb

  @Test(arguments: seeds)
  func ratingsWantedFilmsAndListsAtIMDbComeBack(seed: UInt64) throws {
    let collection = Self.collection(seed)
    let result = IMDbWriter.export(collection)
    let films = collection.films.filter { !$0.idOfIMDb.isEmpty }
    let rated = films.filter { $0.entry.rating != nil }
    let ratings = try result.importedRows(prefix: "ratings.csv")
    #expect(ratings.map(\.film) == rated.map { Self.nameAtIMDb($0) })
    #expect(ratings.map(\.rating) == rated.map { $0.entry.rating?.rounded })
    #expect(ratings.map(\.date) == rated.map(\.ratedOn))
    #expect(ratings.allSatisfy { $0.isSeen && !$0.isWanted })
    let wanted = films.filter { !$0.entry.isWatched }
    let watchlist = try result.importedRows(prefix: "watchlist.csv")
    #expect(watchlist.map(\.film) == wanted.map { Self.nameAtIMDb($0) })
    #expect(watchlist.map(\.rating) == wanted.map { $0.entry.rating?.rounded })
    #expect(watchlist.allSatisfy { $0.isWanted })
    let files = result.files.filter { $0.name.hasPrefix("lists/") }
    #expect(files.count == collection.lists.count)
    for (list, file) in zip(collection.lists, files) {
      let rows = try result.importedRows(prefix: file.name)
      let listed = collection.films(of: list).filter { !$0.idOfIMDb.isEmpty }
      #expect(rows.map(\.film) == listed.map { Self.nameAtIMDb($0) })
      #expect(rows.map(\.position) == rows.indices.map { $0 + 1 })
      #expect(rows.allSatisfy { !$0.isWanted })
    }
  }

  private static func nameAtIMDb(_ film: ExportedFilm) -> NamedFilm {
    NamedFilm(
      ids: film.idOfIMDb, title: film.film?.title,
      originalTitle: film.film?.originalTitle ?? film.film?.title, year: film.film?.year,
      type: film.film?.type)
  }

  // MARK: - Trakt

  @Test(arguments: seeds)
  func collectionAtTraktComesBack(seed: UInt64) throws {
    let collection = Self.collection(seed)
    let rows = try Self.traktRows(TraktWriter.export(collection))
    let history = rows["watched/watched-history-1.json"] ?? []
    #expect(history.allSatisfy { $0.isSeen && !$0.isSummary && $0.episode == nil })
    for film in collection.films {
      let viewings = film.entry.viewings.map { $0.date?.wholeDay?.text ?? "" }.sorted()
      let read = history.filter { $0.film == Self.nameAtTrakt(film) }
      #expect(read.map { $0.viewing?.date?.text ?? "" }.sorted() == viewings)
    }
    #expect(history.count == collection.films.reduce(0) { $0 + $1.entry.viewings.count })
    for (kind, type) in [("movies", MediaType.movie), ("shows", .series)] {
      let rated = collection.films.filter {
        $0.entry.rating != nil && Self.nameAtTrakt($0).type == type
      }
      let ratings = rows["ratings/ratings-\(kind).json"] ?? []
      #expect(ratings.map(\.film) == rated.map { Self.nameAtTrakt($0) })
      #expect(ratings.map(\.rating) == rated.map { $0.entry.rating?.rounded })
      for (row, film) in zip(ratings, rated) where film.ratedOn != nil {
        #expect(row.date == film.ratedOn)
      }
    }
  }

  @Test(arguments: seeds)
  func wantedFilmsAndListsAtTraktComeBack(seed: UInt64) throws {
    let collection = Self.collection(seed)
    let result = TraktWriter.export(collection)
    let rows = try Self.traktRows(result)
    let watchlist = rows["lists/lists-watchlist.json"] ?? []
    let wanted = collection.films.filter { !$0.entry.isWatched }
    #expect(watchlist.map(\.film) == wanted.map { Self.nameAtTrakt($0) })
    #expect(watchlist.map(\.note) == wanted.map(\.entry.notes))
    #expect(watchlist.allSatisfy { $0.isWanted && !$0.isSeen })
    let names = result.fileNames.filter {
      $0.hasPrefix("lists/lists-") && $0 != "lists/lists-watchlist.json"
    }
    #expect(names.count == collection.lists.count)
    for (list, name) in zip(collection.lists, names) {
      let listed = rows[name] ?? []
      #expect(listed.map(\.film) == collection.films(of: list).map { Self.nameAtTrakt($0) })
      #expect(listed.map(\.position) == listed.indices.map { $0 + 1 })
      #expect(listed.allSatisfy { !$0.isWanted && !$0.isSeen })
    }
  }

  @Test(arguments: seeds)
  func namesOfListsAtTraktComeBack(seed: UInt64) throws {
    let collection = Self.collection(seed)
    let result = TraktWriter.export(collection)
    let text = result.text("lists/lists.json")
    guard !collection.lists.isEmpty else { return #expect(text.isEmpty) }
    let read = try ReadFile(text, name: "lists.json")
    #expect(read.file.format == .trakt && read.problems.isEmpty)
    let lists = read.elements.compactMap { if case .list(let list) = $0 { list } else { nil } }
    #expect(lists.map(\.list.name) == collection.lists.map(\.name))
    #expect(
      lists.map { "lists/lists-\($0.slug ?? "").json" }
        == result.fileNames.filter {
          $0.hasPrefix("lists/lists-") && $0 != "lists/lists-watchlist.json"
        })
  }

  private static func traktRows(_ result: ExportResult) throws -> [String: [ImportedRow]] {
    var rows: [String: [ImportedRow]] = [:]
    for file in result.files where file.name != "lists/lists.json" {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for line in text.split(separator: "\n") where line.hasPrefix("  ") {
        let element = line.dropFirst(2).utf8.dropLast(line.hasSuffix(",") ? 1 : 0)
        let row = try #require(try TraktElement.row(Array(element), path: file.name))
        rows[file.name, default: []].append(row)
      }
    }
    return rows
  }

  /// Trakt distinguishes only movies and series.
  private static func nameAtTrakt(_ film: ExportedFilm) -> NamedFilm {
    let isSeries = film.film?.type == .series || film.film?.type == .miniSeries
    return NamedFilm(
      ids: film.idsOfServices, title: film.film?.title, year: film.film?.year,
      type: isSeries ? .series : .movie)
  }

  // MARK: - Lists named like other files

  @Test(arguments: [
    "Watchlist", "My watchlist", "watched", "ratings", "likes", "history", "Watchlist: watchlist",
  ])
  func listIsNotAnotherFile(name: String) throws {
    let film = ExportedFilm.sample(rating: 80, viewings: [.sample("2024-05-01")])
    let lists = [ExportedList.sample(name, "tt0113277")]
    let collection = ExportedCollection(films: [film], lists: lists)
    let rows = try [LetterboxdWriter.export(collection), IMDbWriter.export(collection)]
      .flatMap { try $0.importedRows(prefix: "lists/") }
    let trakt = try Self.traktRows(TraktWriter.export(collection))
      .filter { $0.key.hasPrefix("lists/") }.flatMap(\.value)
    #expect(rows.count == 2 && trakt.count == 1)
    #expect((rows + trakt).allSatisfy { $0.position == 1 && !$0.isWanted && $0.viewing == nil })
  }

  // MARK: - Bytes

  @Test func equalCollectionsGiveEqualBytes() {
    for seed in 0..<5 as Range<UInt64> {
      let exports = (0..<2).map { _ in
        let collection = Self.collection(seed)
        return [
          LetterboxdWriter.export(collection), IMDbWriter.export(collection),
          TraktWriter.export(collection), ExportResult.csv(collection),
          ExportResult.json(collection), MarkdownWriter.export(collection),
        ].map(\.files)
      }
      #expect(exports[0] == exports[1])
    }
  }
}
