import FilmzCommands
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzTestSupport
import Testing

struct DatasetErrorSnapshotTests {
  private static let host = "datasets.imdbws.com"
  private static let file = "title.basics.tsv.gz"
  private static let errors: [DatasetError] = [
    .missing(host: host, file: file), .refused(host: host, file: file, status: 503),
    .transferFailed(
      host: host, file: file, cause: "\(host) closed the connection", canResume: true),
    .transferFailed(
      host: host, file: file, cause: "the proxy p.test could not be reached", canResume: false),
    .missingLibrary(SystemLibraryError(.curl)), .notGzip(host: host, file: file),
    .tooLarge(host: host, file: file, maximumBytes: DatasetDownloader.maximumBytes),
    .busy(folder: "/cache/datasets"),
    .diskFull(path: "/cache/datasets/\(file).part"),
  ]

  @Test func everyErrorMatchesItsSnapshot() throws {
    let names = Set(Self.errors.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(of: "DatasetError", in: "FilmzServices"))
    let text = Self.errors.map { "\($0.text)\n" }.joined()
    let difference = try Snapshot("Errors/Dataset.txt").difference(from: text)
    #expect(difference == nil)
  }

  @Test func everyErrorIsOneLine() {
    #expect(Self.errors.allSatisfy { !$0.text.contains(where: \.isNewline) })
  }
}
