import FilmzTestSupport
import Foundation
import Testing

/// Imports of dataset files in different formats and folders.
struct CatalogImportFilesTests {
  /// The format of the dataset files in a folder.
  enum FileFormat: String, CaseIterable, Sendable {
    case plain, compressed, gzipMembers, carriageReturns, compressedCarriageReturns
    case byteOrderMark, noFinalLineEnd, additionalColumn
  }

  @Test(arguments: FileFormat.allCases)
  func foldersAreReadInAnyFormat(format: FileFormat) async throws {
    try await FilmzProcess.with { filmz in
      try await Self.write(format, to: DatasetFolder(in: filmz.folder), in: filmz.folder)
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 0)
      let line = #/Imported 6 titles from 12 lines in \d+\.\d s\n/#
      #expect(result.stderr.wholeMatch(of: line) != nil, "\(result.stderr)")
      try await Self.expectTitles(filmz)
    }
  }

  @Test(arguments: [
    ["imdb/title.basics.tsv.gz", "imdb/title.ratings.tsv.gz"],
    ["imdb/title.ratings.tsv.gz", "imdb/title.basics.tsv.gz"],
    ["imdb/title.basics.tsv.gz", "more/title.ratings.tsv"], ["imdb/title.basics.tsv.gz", "more"],
  ])
  func singleFilesAreAcceptedInAnyOrder(paths: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let datasets = DatasetFolder(in: filmz.folder)
      try await datasets.writeCompressed(.titles, SampleDatasets.titles)
      try await datasets.writeCompressed(.ratings, SampleDatasets.ratings)
      try DatasetFolder("more", in: filmz.folder).write(.ratings, SampleDatasets.ratings)
      if paths.contains("more") {
        try FileManager.default.removeItem(at: filmz.folder.url(of: "imdb/title.ratings.tsv.gz"))
      }
      let result = try await filmz.run(["catalog", "import"] + paths)
      #expect(result.status == 0, "\(result.stderr)")
      try await Self.expectTitles(filmz)
    }
  }

  @Test(arguments: [["imdb"], ["imdb/a.bin", "imdb/title.basics.tsv"]])
  func filesAreRecognizedByTheirHeader(paths: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let datasets = DatasetFolder(in: filmz.folder)
      let files = FileManager.default
      try await datasets.writeCompressed(.titles, SampleDatasets.titles)
      try datasets.write(.ratings, SampleDatasets.ratings)
      for (name, newName) in [
        ("title.basics.tsv.gz", "a.bin"), ("title.ratings.tsv", "title.basics.tsv"),
      ] {
        try files.moveItem(
          at: filmz.folder.url(of: "imdb/" + name), to: filmz.folder.url(of: "imdb/" + newName))
      }
      let result = try await filmz.run(["catalog", "import"] + paths)
      #expect(result.status == 0, "\(result.stderr)")
      try await Self.expectTitles(filmz)
      let info = try await filmz.answer(to: "catalog info")
      #expect(info["files"]?.each("name") == ["title.basics.tsv", "a.bin"])
    }
  }

  @Test func unknownHeadersAreNamed() async throws {
    try await FilmzProcess.withCatalog(of: [.titles: SampleDatasets.titles]) { filmz in
      try filmz.folder.write("Const,Your Rating,Title\n", to: "ratings.csv")
      let result = try await filmz.run("catalog", "import", "imdb", "ratings.csv")
      #expect(result.status == 65)
      #expect(
        result.errorLines == [
          "filmz: ratings.csv, line 1: \"Const,Your Rating,Title\" is not the header of a dataset, "
            + "such as tconst titleType primaryTitle; the catalog was not changed"
        ])
    }
  }

  @Test func titlesAloneAreEnough() async throws {
    try await FilmzProcess.withCatalog(of: [.titles: SampleDatasets.titles]) { filmz in
      let film = try await filmz.answer(to: "show tt9100001")
      #expect(film["title"] == "The Paper Lighthouse" && film["imdbRating"] == .null)
    }
  }

  @Test func otherFilesInTheFolderAreIgnored() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      try filmz.folder.write("not mine", to: "imdb/notes.tsv")
      try filmz.folder.write("not mine", to: "imdb/deeper/title.akas.tsv")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 0, "\(result.stderr)")
    }
  }

  // MARK: -

  private static func write(
    _ format: FileFormat, to datasets: DatasetFolder, in folder: ScratchFolder
  ) async throws {
    for (table, rows) in SampleDatasets.withoutPeople {
      let plainPath = datasets.path(table, isCompressed: false)
      switch format {
      case .plain: try datasets.write(table, rows)
      case .compressed: try await datasets.writeCompressed(table, rows)
      case .gzipMembers: try await datasets.writeCompressed(table, rows, members: 5)
      case .carriageReturns: try datasets.write(table, rows, ending: "\r\n")
      case .compressedCarriageReturns:
        try await datasets.writeCompressed(table, rows, ending: "\r\n")
      case .byteOrderMark: try folder.write("\u{FEFF}" + table.text(rows), to: plainPath)
      case .noFinalLineEnd: try folder.write(String(table.text(rows).dropLast()), to: plainPath)
      case .additionalColumn: try folder.write(table.text(rows, ending: "\tnew\n"), to: plainPath)
      }
    }
  }

  private static func expectTitles(_ filmz: FilmzProcess) async throws {
    let script = [9_100_001, 9_100_005, 12_345_678, 123_456_789].map { "show tt\($0)\n" }
    let result = try await filmz.run(
      ["--offline", "--format", "jsonl"], script: script.joined())
    #expect(result.status == 0, "\(result.stderr)")
    let films = try result.documents
    #expect(
      films.map { $0["title"] } == [
        "The Paper Lighthouse", "\"Quoted\" & 'Half", "Žluťoučký kůň", "紙の灯台",
      ])
    #expect(films.map { $0["year"] } == [1961, 2001, 2011, 2021])
    #expect(films.map { $0["runtimeMinutes"] } == [101, .null, 95, 95])
    #expect(films.map { $0["genres"] }.prefix(2) == [["Drama", "Mystery"], []])
    #expect(films.map { $0["imdbVotes"] } == [12345, .null, .null, .null])
  }
}
