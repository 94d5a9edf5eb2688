import FilmzDomain
import FilmzExchange
import Testing

/// Files with the columns of Letterboxd's importer.
struct LetterboxdImporterTests {
  private static let header = "imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Tags,Review"

  private static func read(
    _ rows: String..., path: String
  ) throws -> (format: CSVFormat, rows: [ImportedRow], problems: Int) {
    let text = ([header] + rows).joined(separator: "\n")
    var file = try #require(try CSVFile(ByteStream(Array(text.utf8)), path: path))
    var read: (rows: [ImportedRow], problems: Int) = ([], 0)
    while let (_, row) = try file.next() {
      if let row = try? row.get() { read.rows.append(row) } else { read.problems += 1 }
    }
    return (file.format, read.rows, read.problems)
  }

  @Test(
    arguments: [
      ("watched.csv", .letterboxdImporterWatched), ("x/Watched-2.csv", .letterboxdImporterWatched),
      ("watchlist/watched (1).csv", .letterboxdImporterWatched),
      ("watchlist.csv", .letterboxdImporterWatchlist),
      ("lists/x/watchlist-12.csv", .letterboxdImporterWatchlist),
      ("lists/noir.csv", .letterboxdImporterList), ("x/LISTS/watched.csv", .letterboxdImporterList),
      ("export.csv", .table), ("my-watchlist.csv", .table), ("lists.csv", .table),
    ] as [(String, CSVFormat)])
  func nameTellsTheKind(path: String, format: CSVFormat) throws {
    #expect(try Self.read(path: path).format == format)
  }

  @Test func rowIsAViewingIfItSaysWhetherItIsARewatch() throws {
    let rows = try Self.read(
      "tt0113277,Heat,1995,8,2024-05-01,false,\"a, b\",good", "tt0113277,Heat,1995,,,true,,",
      "tt0113277,Heat,1995,9,,,,note", path: "watched.csv"
    ).rows
    #expect(
      rows.map(\.viewing) == [
        ImportedViewing(
          date: PartialDate("2024-05-01"), rating: Rating(tenths: 80), note: "good",
          tags: ["a", "b"]),
        ImportedViewing(date: nil), nil,
      ])
    #expect(rows.map(\.rating?.tenths) == [80, nil, 90] && rows.map(\.note) == [nil, nil, "note"])
    #expect(rows.allSatisfy { $0.isSeen && !$0.isWanted })
  }

  @Test func badAndUnevenRowsCostOnlyThemselves() throws {
    let (_, rows, problems) = try Self.read(
      "tt0113277,Heat,1995,11", "tt0113277,Heat,1995,-1", ",,,8", "tt0113277", ",Heat",
      ",Heat,2013–2019,0,,,,,,,", path: "lists/x.csv")
    #expect(problems == 3 && rows.map(\.position) == [4, 5, 6])
    #expect(rows.map(\.film.year) == [nil, nil, 2013] && rows.map(\.rating) == [nil, nil, nil])
  }

  @Test func otherFileIsATable() throws {
    let rows = try Self.read(
      "tt0113277,Heat,1995,8,2024-05-01,false,a,good", "tt0113277,Heat,1995,,,false,,",
      path: "export.csv"
    ).rows
    #expect(rows.map { $0.viewing != nil } == [true, false])
    #expect(rows.map(\.isSeen) == [true, false])
  }
}
