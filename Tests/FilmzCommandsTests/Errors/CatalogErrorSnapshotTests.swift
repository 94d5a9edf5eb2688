import FilmzCatalog
import FilmzCommands
import FilmzDomain
import FilmzTestSupport
import Testing

struct CatalogErrorSnapshotTests {
  private static let errors: [CatalogError] = [
    .badFile(name: "title.basics.tsv.gz", line: 17, problem: "9 columns were expected, not 3"),
    .badFile(
      name: "title.ratings.tsv", line: nil, problem: "the file is truncated; download it again"),
    .unusablePath(path: "~/imdb", reason: "No such file or directory"),
    .noDatasets(path: "~/imdb", missing: "title.basics.tsv.gz"),
    .cannotRead(name: "title.basics.tsv.gz", reason: "Input/output error"),
    .cannotWrite(path: "/home/ann/catalog.sqlite", reason: "No space left on device"), .busy,
    .damaged(path: "/home/ann/catalog.sqlite"), .newer(path: "/home/ann/catalog.sqlite"),
    .peopleMissing, .tooManyToSort(100_000),
    .unusableFolder(path: "/home/ann/catalog.sqlite", reason: "the disk is full; free some space"),
  ]

  @Test func everyErrorMatchesItsSnapshot() throws {
    let names = Set(Self.errors.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(of: "CatalogError", in: "FilmzCatalog"))
    #expect(Self.errors.allSatisfy { !$0.text.contains(where: \.isNewline) })
    let text = Self.errors.map { "\($0.text)\n" }.joined()
    let difference = try Snapshot("Errors/Catalog.txt").difference(from: text)
    #expect(difference == nil)
  }
}
