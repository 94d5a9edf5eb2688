import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzExchange

/// The table of the export, read by the reader of the import.
struct TableRoundTripTests {
  @Test(arguments: Seeds.of(0...39))
  func collectionComesBack(seed: UInt64) throws {
    var random = SplitMix(seed)
    let collection = random.collection()
    var rows = try ExportResult.csv(collection).importedRows()[...]
    for film in collection.films {
      let ofFilm = rows.prefix { $0.film.year == film.film?.year }
      rows = rows.dropFirst(ofFilm.count)
      var expected = Self.rowWithoutViewing(film)
      expected.lists = collection.lists.filter { $0.films.contains(film.entry.id) }.map(\.name)
      let viewings = film.entry.viewingsByDate
      let ordered = viewings.filter { $0.date == nil } + viewings.filter { $0.date != nil }
      let ofViewings = ordered.map { viewing in
        var row = expected
        row.viewing = ImportedViewing(
          date: viewing.date, rating: viewing.rating, note: viewing.note, tags: viewing.tags)
        return row
      }
      #expect(Array(ofFilm) == (ordered.isEmpty ? [expected] : ofViewings))
    }
    #expect(rows.isEmpty)
  }

  private static func rowWithoutViewing(_ film: ExportedFilm) -> ImportedRow {
    let own = film.ids.filter(\.isOwn)
    var row = ImportedRow(
      film: NamedFilm(
        ids: film.idsOfServices + own, title: film.film?.title,
        originalTitle: film.film?.originalTitle, year: film.film?.year, type: film.film?.type))
    row.isSeen = film.entry.isWatched
    row.isWanted = !film.entry.isWatched
    row.rating = film.entry.rating
    row.note = film.entry.notes
    row.tags = film.entry.tags
    row.audience = film.entry.audience
    row.recommendedBy = film.entry.recommendedBy
    row.date = film.ratedOn
    row.addedOn = PartialDate(day: film.entry.addedAt)
    return row
  }

  private static func row(
    _ header: String, _ values: String
  ) throws -> Result<ImportedRow, RowProblem>? {
    var file = try CSVFile(ByteStream(Array("\(header)\n\(values)\n".utf8)), path: "filmz.csv")
    return try file?.next()?.row
  }

  /// Each case has the values of `watched`, `myRating`, `viewing`, `dateWatched`, and `viewingNote`, and whether the
  /// film has been seen and the row is a viewing.
  @Test(
    arguments: [
      ("false,,,,", false, false), ("false,8,,,", false, false), ("true,,,,", true, false),
      (",8,,,", true, false), (",,,,", false, false), ("true,,1,,", true, true),
      ("false,,,2024-05,", true, true), (",,,,good", true, true), (",,x,,", true, true),
    ])
  func rowIsAViewingIfAColumnOfViewingsHasAValue(
    values: String, isSeen: Bool, isViewing: Bool
  ) throws {
    let row = try #require(
      try Self.row(
        "title,inCollection,watched,myRating,viewing,dateWatched,viewingNote", "Heat,true,\(values)"
      )?.get())
    #expect(row.isSeen == isSeen && row.isWanted == !isSeen)
    #expect((row.viewing != nil) == isViewing && row.viewing?.rating == nil)
  }

  /// Each case has the values of `id`, `imdbID`, `tmdbID` and `type`, and the ids of the film.
  @Test(
    arguments: [
      ("tmdb:movie:949,,949,movie", ["tmdb:movie:949"]), ("tt0113277,tt0113277,,", ["tt0113277"]),
      (
        "own:00000000-0000-4000-8000-000000000001,tt0113277,949,",
        ["tt0113277", "tmdb:movie:949", "own:00000000-0000-4000-8000-000000000001"]
      ),
      ("tmdb:tv:5,tt0113277,5,movie", ["tt0113277", "tmdb:tv:5"]),
      (",,5,series", ["tmdb:tv:5"]), (",tt0113277,5,episode", ["tt0113277"]),
    ] as [(String, [String])])
  func idsAreNotRepeated(values: String, ids: [String]) throws {
    for columns in ["id,imdbID,tmdbID,type,title", "id,imdbID,tmdbID,type,title,viewing"] {
      let row = try #require(try Self.row(columns, values + ",Heat")?.get())
      #expect(row.film.ids.map(\.rawValue) == ids)
    }
  }

  /// Each case has a column and an invalid value.
  @Test(arguments: [
    ("myRating", "10.1"), ("myRating", "-1"), ("viewingRating", "11"), ("viewingRating", "x"),
    ("audience", "famly"), ("dateRated", "2024-13"), ("tmdbID", "-5"), ("tmdbID", "99999999999"),
    ("year", "19"), ("imdbID", "nm0000001"), ("Rating10", "11"), ("Rating10", "-1"),
    ("Your Rating", "999999999999999999999"),
  ])
  func invalidValueCostsOnlyItself(column: String, value: String) throws {
    let row = try #require(try Self.row("title,viewing,\(column)", "Heat,,\(value)")?.get())
    #expect(row.film.title == "Heat" && row.leftOut == [.invalidValue(column: column, value: value)])
  }

  @Test(
    arguments: [
      ("Your Rating", "0", nil), ("Rating10", "0", nil), ("Rating", "0", nil),
      ("myRating", "0", 0), ("Rating10", "10", 100), ("Year", "2013–2019", nil),
    ] as [(String, String, Int?)])
  func zeroIsNoRatingUnlessItIsMine(column: String, value: String, tenths: Int?) throws {
    let row = try #require(try Self.row("title,\(column)", "Heat,\(value)")?.get())
    #expect(row.rating?.tenths == tenths)
    #expect(row.film.year == (column == "Year" ? 2013 : nil))
  }
}
