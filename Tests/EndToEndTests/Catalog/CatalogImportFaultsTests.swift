import FilmzTestSupport
import Foundation
import Testing

/// Imports of unusable files, which print one line with the file and keep the previous catalog.
struct CatalogImportFaultsTests {
  /// A fault of the files in the folder `bad`.
  enum Fault: String, CaseIterable, Sendable {
    case truncatedGzip, truncatedTrailer, truncatedHeader, flippedBytes, flippedChecksum
    case trailingData, notGzip, wrongColumns, missingColumns, noColumnNames, empty, emptyGzip
    case compressedEmpty, allMalformed, mostlyMalformed, noTitles, unknownHeader
    case duplicateDataset, wrongRatingColumns, truncatedPeople

    /// The expected parts of the message: the file, usually its line, and the problem.
    var expectedTexts: [String] {
      switch self {
      case .truncatedGzip, .truncatedTrailer, .truncatedHeader:
        ["title.basics.tsv.gz, line ", "is truncated"]
      case .flippedBytes, .flippedChecksum: ["title.basics.tsv.gz, line ", "damaged"]
      case .trailingData: ["title.basics.tsv.gz, line ", "other data follows"]
      case .notGzip: ["title.basics.tsv.gz", "not a gzip file"]
      case .wrongColumns, .missingColumns, .noColumnNames:
        ["title.basics.tsv, line 1: ", "columns of title.basics"]
      case .empty: ["title.basics.tsv", "empty"]
      case .emptyGzip, .compressedEmpty: ["title.basics.tsv.gz", "empty"]
      case .allMalformed: ["title.basics.tsv, line 2: ", "cannot be read"]
      case .mostlyMalformed: ["title.basics.tsv, line 11: ", "cannot be read"]
      case .noTitles: ["bad has no title.basics.tsv.gz"]
      case .unknownHeader: ["titles.tsv, line 1: ", "\"id\" is not the header"]
      case .duplicateDataset: ["title.basics.tsv", "name only one of them"]
      case .wrongRatingColumns: ["title.ratings.tsv, line 1: ", "columns of title.ratings"]
      case .truncatedPeople: ["name.basics.tsv.gz, line ", "is truncated"]
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func faultsExitWith65AndKeepTheCatalog(fault: Fault) async throws {
    try await FilmzProcess.withCatalog { filmz in
      let previousInfo = try await filmz.answer(to: "catalog info")
      let path = try await Self.writeFiles(with: fault, in: filmz.folder)
      let result = try await filmz.run("catalog", "import", path)
      #expect(result.status == 65)
      #expect(result.stdout == "" && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.hasPrefix("filmz: "))
      for text in fault.expectedTexts { #expect(result.stderr.contains(text), "\(result.stderr)") }
      #expect(try await filmz.answer(to: "catalog info") == previousInfo)
      #expect(try await filmz.searchResultIDs("search paper lighthouse").first == "tt9100001")
      let files = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "home/data"))
      #expect(Set(files).subtracting(["catalog.sqlite.lock"]) == ["catalog.sqlite"])
    }
  }

  @Test(arguments: [["--verbose", "-f", "-"], ["--bail"]])
  func inAScriptTheLineFails(options: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await Self.writeFiles(with: .wrongColumns, in: filmz.folder)
      let result = try await filmz.run(options, script: "version\ncatalog import bad\n")
      #expect(result.status == 1)
      #expect(result.stderr.contains("line 2: title.basics.tsv, line 1: "), "\(result.stderr)")
    }
  }

  @Test func aFailedFirstImportLeavesNoCatalog() async throws {
    try await FilmzProcess.with { filmz in
      let path = try await Self.writeFiles(with: .truncatedGzip, in: filmz.folder)
      #expect(try await filmz.run("catalog", "import", path).status == 65)
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 0)
      #expect(!filmz.folder.exists("home/data/catalog.sqlite"))
    }
  }

  /// The message has the path as it was typed; in the process of the tests, typed paths become absolute.
  @Test(
    .processes,
    arguments: [["nowhere"], ["imdb", "nowhere"], ["/dev/null/x"], ["imdb/title.akas.tsv"]])
  func missingPathsExitWith74(paths: [String]) async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      let previousInfo = try await filmz.answer(to: "catalog info")
      let result = try await filmz.run(["catalog", "import"] + paths)
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stdout == "")
      #expect(result.stderr.contains("cannot read \(paths.last ?? ""): "), "\(result.stderr)")
      #expect(try await filmz.answer(to: "catalog info") == previousInfo)
    }
  }

  @Test func aFileInPlaceOfTheDataFolderExitsWith74() async throws {
    try await FilmzProcess.with { filmz in
      try DatasetFolder(in: filmz.folder).write(.titles, SampleDatasets.titles)
      try filmz.folder.write("in the way", to: "home/data")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stderr.contains("cannot write "))
    }
  }

  @Test func aFolderInPlaceOfTheCatalogExitsWith74() async throws {
    try await FilmzProcess.with { filmz in
      try DatasetFolder(in: filmz.folder).write(.titles, SampleDatasets.titles)
      try filmz.folder.write("in the way", to: "home/data/catalog.sqlite/file")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 74, "\(result.stderr)")
      #expect(result.errorLines.count == 1 && result.stderr.contains("catalog.sqlite"))
      #expect(filmz.folder.exists("home/data/catalog.sqlite/file"))
      #expect(!filmz.folder.exists("home/data/catalog.sqlite.new"))
    }
  }

  // MARK: - Faults

  /// Writes files with a fault, and returns the path to import.
  private static func writeFiles(with fault: Fault, in folder: ScratchFolder) async throws -> String {
    let datasets = DatasetFolder("bad", in: folder)
    let titles = SampleDatasets.many(5000)[.titles] ?? []
    let plainPath = datasets.path(.titles, isCompressed: false)
    switch fault {
    case .wrongColumns:
      let text = DatasetTable.titles.text(titles)
      try folder.write(text.replacing("titleType", with: "kind"), to: plainPath)
    case .missingColumns: try folder.write("tconst\ttitleType\ntt1\tmovie\n", to: plainPath)
    case .noColumnNames:
      try folder.write(titles[0].replacing("|", with: "\t") + "\n", to: plainPath)
    case .empty: try folder.write("", to: plainPath)
    case .emptyGzip: try folder.write("", to: datasets.path(.titles))
    case .compressedEmpty:
      try await folder.write(datasets.compressed(Data()), to: datasets.path(.titles))
    case .allMalformed: try datasets.write(.titles, ["nothing", "of it|fits"])
    case .mostlyMalformed:
      try datasets.write(.titles, Array(titles.prefix(9)) + Array(repeating: "?", count: 200))
    case .noTitles: try datasets.write(.ratings, SampleDatasets.ratings)
    case .unknownHeader:
      try folder.write("id\n1\n", to: "bad/titles.tsv")
      return "bad/titles.tsv"
    case .duplicateDataset:
      try datasets.write(.titles, titles)
      try await datasets.writeCompressed(.titles, titles)
    case .wrongRatingColumns:
      try datasets.write(.titles, titles)
      try folder.write("tconst\tvotes\ntt1\t3\n", to: datasets.path(.ratings, isCompressed: false))
    case .truncatedPeople:
      try await datasets.writeCompressed(SampleDatasets.all)
      let content = try Data(contentsOf: folder.url(of: datasets.path(.people)))
      try folder.write(content.dropLast(20), to: datasets.path(.people))
    default:
      let content = try await datasets.compressed(Data(DatasetTable.titles.text(titles).utf8))
      try folder.write(damaged(content, fault), to: datasets.path(.titles))
    }
    return "bad"
  }

  private static func damaged(_ content: Data, _ fault: Fault) -> Data {
    var damagedContent = content
    switch fault {
    case .truncatedGzip: return content.prefix(content.count / 2)
    case .truncatedTrailer: return content.dropLast(3)
    case .truncatedHeader: return content.prefix(7)
    case .flippedBytes: for offset in 0..<8 { damagedContent[content.count / 2 + offset] ^= 0xA5 }
    case .flippedChecksum: damagedContent[content.count - 6] ^= 0x01
    case .trailingData: damagedContent += Data("more".utf8)
    case .notGzip: return Data("tconst\n".utf8)
    default: break
    }
    return damagedContent
  }
}
