import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

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
    #expect(problems == 1 && rows.map(\.position) == [1, 2, 4, 5, 6])
    #expect(rows.map(\.film.year) == [1995, 1995, nil, nil, 2013] && rows.allSatisfy { $0.rating == nil })
    #expect(rows.map(\.leftOut.count) == [1, 1, 0, 0, 0])
  }

  /// Each case has a header of Letterboxd's importer and a row, with a rating of four points.
  @Test(arguments: [
    ("Title,Year,Rating,WatchedDate", "Heat,1995,2,2024-05-01"),
    ("imdbID,tmdbID,Title,Year,Rating,Rating10,WatchedDate,Rewatch,Tags,Review", ",949,Heat,1995,2,4,2024-05-01,,,"),
    ("Title,Rating", "Heat,2"), ("LetterboxdURI,Title,Directors,Rating10", "x,Heat,Mann,4"),
  ])
  func formatCanBeNamed(header: String, row: String) throws {
    let read = try ReadFile("\(header)\n\(row)\n", as: .letterboxd)
    #expect(read.file.format == .letterboxd && read.rows.map(\.rating?.tenths) == [40])
    #expect(read.rows.allSatisfy { $0.film.title == "Heat" && $0.isSeen && !$0.isWanted })
  }

  // MARK: - Lists

  /// Returns the names of the lists of files, with the ids of their films by position.
  private static func lists(at path: String) throws -> [String: [String]] {
    var rows: [ImportedRow] = []
    for source in try ImportSourceFinder.files(at: [path]) {
      guard case .success(var file) = try ImportFile.open(source) else { continue }
      while let (_, element) = try file.next() {
        if case .row(let row) = try element.get(), row.list != nil { rows.append(row) }
      }
    }
    return Dictionary(grouping: rows) { $0.list?.name ?? "" }.mapValues { rows in
      rows.sorted { $0.position ?? 0 < $1.position ?? 0 }.flatMap { $0.film.ids.map(\.rawValue) }
    }
  }

  /// Each case has the name of a list, and its name when it comes back.
  @Test(arguments: [
    ("Noir", "Noir"), ("Film noir", "Film-noir"), ("Café & Bar, 2nd", "Café-Bar-2nd"),
    ("Top-10", "Top-10"), ("My watchlist", "My-watchlist"), ("watched", "watched"), ("★", "list"),
    ("other/", "other-2"),
  ])
  func listsOfAnExportComeBack(name: String, read: String) throws {
    let lists: [ExportedList] = [
      .sample("Other", "tt0078748"), .sample(name, "tt0078748", "tt0113277"),
    ]
    let films = ["tt0078748", "tt0113277"].map { ExportedFilm.sample($0, rating: 80) }
    let files = LetterboxdWriter.export(ExportedCollection(films: films, lists: lists)).files
    let archive = ZipFixture(files.map { .stored($0.name, $0.bytes) }).archive
    try ScratchFolder.with { folder in
      for file in files { try folder.write(Data(file.bytes), to: "folder/\(file.name)") }
      try folder.write(Data(archive), to: "export.zip")
      for path in ["folder", "export.zip"] {
        #expect(
          try Self.lists(at: folder.path(of: path)) == [
            "Other": ["tt0078748"], read: ["tt0078748", "tt0113277"],
          ])
      }
    }
  }

  @Test func listOfLetterboxdWithoutItsNameHasThatOfItsFile() throws {
    let read = try ReadFile(
      "Position,Name,Year,URL,Description\n1,Heat,1995,,\n", name: "lists/noir (1).csv")
    #expect(read.rows.map(\.list) == [ImportedList(name: "noir")])
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
