import FilmzTestSupport
import Foundation
import Testing

/// Files that cannot be used: one line that names them, and the catalog of before stays.
struct CatalogImportFaultsTests {
  /// What is wrong with the files in the folder `bad`.
  enum Fault: String, CaseIterable, Sendable {
    case cutGzip, cutInTail, cutInHead, flippedBytes, flippedChecksum, followedByOther, notGzip
    case wrongHead, missingColumns, noHead, empty, emptyGzip, packedNothing, allMalformed
    case mostlyMalformed, noTitles, foreignName, twice, badRatings, badPeople

    /// What the line has to name: the file, mostly the line of it, and the trouble.
    var words: [String] {
      switch self {
      case .cutGzip, .cutInTail, .cutInHead:
        ["title.basics.tsv.gz, line ", "ends in the middle"]
      case .flippedBytes, .flippedChecksum: ["title.basics.tsv.gz, line ", "damaged"]
      case .followedByOther: ["title.basics.tsv.gz, line ", "something else follows"]
      case .notGzip: ["title.basics.tsv.gz", "no gzip file"]
      case .wrongHead, .missingColumns, .noHead:
        ["title.basics.tsv, line 1: ", "columns of title.basics"]
      case .empty: ["title.basics.tsv", "empty"]
      case .emptyGzip, .packedNothing: ["title.basics.tsv.gz", "empty"]
      case .allMalformed: ["title.basics.tsv, line 2: ", "cannot be read"]
      case .mostlyMalformed: ["title.basics.tsv, line 11: ", "cannot be read"]
      case .noTitles: ["bad has no title.basics.tsv.gz"]
      case .foreignName: ["titles.tsv: ", "title.basics.tsv.gz"]
      case .twice: ["title.basics.tsv", "name one of them"]
      case .badRatings: ["title.ratings.tsv, line 1: ", "columns of title.ratings"]
      case .badPeople: ["name.basics.tsv.gz, line ", "ends in the middle"]
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func aFaultIs65AndTheCatalogStays(fault: Fault) async throws {
    try await FilmzProcess.withCatalog { filmz in
      let before = try await filmz.answer(to: "catalog info")
      let path = try await Self.make(fault, in: filmz.folder)
      let result = try await filmz.run("catalog", "import", path)
      #expect(result.status == 65)
      #expect(result.stdout == "" && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.hasPrefix("filmz: "))
      for word in fault.words { #expect(result.stderr.contains(word), "\(result.stderr)") }
      #expect(try await filmz.answer(to: "catalog info") == before)
      #expect(try await filmz.found("search paper lighthouse").first == "tt9100001")
      let files = try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: "home/data"))
      #expect(Set(files).subtracting(["catalog.sqlite.lock"]) == ["catalog.sqlite"])
    }
  }

  @Test(arguments: [["--verbose", "-f", "-"], ["--bail"]])
  func inAScriptItIsAFailedLine(options: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await Self.make(.wrongHead, in: filmz.folder)
      let result = try await filmz.run(options, script: "version\ncatalog import bad\n")
      #expect(result.status == 1)
      #expect(result.stderr.contains("line 2: title.basics.tsv, line 1: "), "\(result.stderr)")
    }
  }

  @Test func withoutACatalogOfBeforeNothingIsLeft() async throws {
    try await FilmzProcess.with { filmz in
      let path = try await Self.make(.cutGzip, in: filmz.folder)
      #expect(try await filmz.run("catalog", "import", path).status == 65)
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 0)
      #expect(!filmz.folder.exists("home/data/catalog.sqlite"))
    }
  }

  @Test(arguments: [["nowhere"], ["imdb", "nowhere"], ["/dev/null/x"], ["imdb/title.akas.tsv"]])
  func whatIsNotThereIs74(paths: [String]) async throws {
    try await FilmzProcess.withCatalog(of: PaperDatasets.plain) { filmz in
      let before = try await filmz.answer(to: "catalog info")
      let result = try await filmz.run(["catalog", "import"] + paths)
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stdout == "")
      #expect(result.stderr.contains("cannot read \(paths.last ?? ""): "), "\(result.stderr)")
      #expect(try await filmz.answer(to: "catalog info") == before)
    }
  }

  @Test func aDataFolderThatIsAFileIs74() async throws {
    try await FilmzProcess.with { filmz in
      try DatasetFolder(in: filmz.folder).write(.titles, PaperDatasets.titles)
      try filmz.folder.write("in the way", to: "home/data")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stderr.contains("cannot write "))
    }
  }

  @Test func aFolderInPlaceOfTheCatalogIs74AndNamed() async throws {
    try await FilmzProcess.with { filmz in
      try DatasetFolder(in: filmz.folder).write(.titles, PaperDatasets.titles)
      try filmz.folder.write("in the way", to: "home/data/catalog.sqlite/file")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 74, "\(result.stderr)")
      #expect(result.errorLines.count == 1 && result.stderr.contains("catalog.sqlite"))
      #expect(filmz.folder.exists("home/data/catalog.sqlite/file"))
      #expect(!filmz.folder.exists("home/data/catalog.sqlite.new"))
    }
  }

  // MARK: - Faults

  /// Makes a folder with a fault; what to import.
  private static func make(_ fault: Fault, in folder: ScratchFolder) async throws -> String {
    let bad = DatasetFolder("bad", in: folder)
    let titles = PaperDatasets.many(5000)[.titles] ?? []
    let plain = bad.path(.titles, isPacked: false)
    switch fault {
    case .wrongHead:
      let text = DatasetTable.titles.text(titles)
      try folder.write(text.replacing("titleType", with: "kind"), to: plain)
    case .missingColumns: try folder.write("tconst\ttitleType\ntt1\tmovie\n", to: plain)
    case .noHead: try folder.write(titles[0].replacing("|", with: "\t") + "\n", to: plain)
    case .empty: try folder.write("", to: plain)
    case .emptyGzip: try folder.write("", to: bad.path(.titles))
    case .packedNothing: try await folder.write(bad.packed(Data()), to: bad.path(.titles))
    case .allMalformed: try bad.write(.titles, ["nothing", "of it|fits"])
    case .mostlyMalformed:
      try bad.write(.titles, Array(titles.prefix(9)) + Array(repeating: "?", count: 200))
    case .noTitles: try bad.write(.ratings, PaperDatasets.ratings)
    case .foreignName:
      try folder.write(DatasetTable.titles.text(titles), to: "bad/titles.tsv")
      return "bad/titles.tsv"
    case .twice:
      try bad.write(.titles, titles)
      try await bad.pack(.titles, titles)
    case .badRatings:
      try bad.write(.titles, titles)
      try folder.write("tconst\tvotes\ntt1\t3\n", to: bad.path(.ratings, isPacked: false))
    case .badPeople:
      try await bad.pack(PaperDatasets.all)
      let whole = try Data(contentsOf: folder.url(of: bad.path(.people)))
      try folder.write(whole.dropLast(20), to: bad.path(.people))
    default:
      let whole = try await bad.packed(Data(DatasetTable.titles.text(titles).utf8))
      try folder.write(damaged(whole, fault), to: bad.path(.titles))
    }
    return "bad"
  }

  private static func damaged(_ whole: Data, _ fault: Fault) -> Data {
    var data = whole
    switch fault {
    case .cutGzip: return whole.prefix(whole.count / 2)
    case .cutInTail: return whole.dropLast(3)
    case .cutInHead: return whole.prefix(7)
    case .flippedBytes: for place in 0..<8 { data[whole.count / 2 + place] ^= 0xA5 }
    case .flippedChecksum: data[whole.count - 6] ^= 0x01
    case .followedByOther: data += Data("more".utf8)
    case .notGzip: return Data("tconst\n".utf8)
    default: break
    }
    return data
  }
}
