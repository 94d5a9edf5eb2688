import Foundation
import Testing

@testable import FilmzServices

/// The header fields of dataset requests and responses, addresses, and the retry budget.
struct DatasetHeaderTests {
  private static let source = "https://datasets.test/a.gz"
  private static let monday = PublishedFile.monday
  private static let tag = #""v1""#

  private static func version(
    etag: String? = nil, lastModified: String? = nil, date: String? = PublishedFile.tuesday,
    length: String? = "5000", from source: String = source
  ) -> DatasetVersion {
    let fields = [
      ("etag", etag), ("last-modified", lastModified), ("date", date), ("content-length", length),
    ].compactMap { name, value in value.map { (name, $0) } }
    return DatasetVersion(
      HTTPHead(status: 200, fields: fields), from: source, at: ServiceBench.today)
  }

  @Test(
    arguments: [
      (tag, nil, nil, tag), (tag, monday, nil, tag), (#"W/"v1""#, nil, nil, nil),
      (#"W/"v1""#, monday, PublishedFile.tuesday, monday), ("v1", nil, nil, nil),
      ("v1", monday, PublishedFile.tuesday, monday), (nil, monday, PublishedFile.tuesday, monday),
      (nil, monday, "Mon, 11 Jan 2027 06:00:01 GMT", monday), (nil, monday, monday, nil),
      (nil, monday, nil, monday), (nil, "yesterday", PublishedFile.tuesday, nil),
      (nil, nil, PublishedFile.tuesday, nil), ("\"", nil, nil, nil), (#""a"b""#, nil, nil, nil),
      (#""""#, nil, nil, #""""#),
    ] as [(String?, String?, String?, String?)])
  func onlyAStrongValidatorIsUsedForIfRange(
    etag: String?, lastModified: String?, date: String?, ifRange: String?
  ) {
    #expect(Self.version(etag: etag, lastModified: lastModified, date: date).ifRange == ifRange)
  }

  @Test(
    arguments: [
      ("0", 0), ("5000", 5000), (nil, nil), ("", nil), ("-1", nil), ("+1", nil), ("1e3", nil),
      ("5000, 5000", nil), ("99999999999999999999", nil),
    ] as [(String?, Int?)])
  func contentLengthConsistsOfDigits(field: String?, bytes: Int?) {
    #expect(Self.version(length: field).bytes == bytes)
  }

  @Test(
    arguments: [
      ("bytes 0-0/1", ContentRange(bytes: 0...0, total: 1)),
      ("bytes 100-299/300", ContentRange(bytes: 100...299, total: 300)),
      ("bytes 100-299/*", ContentRange(bytes: 100...299, total: nil)),
      ("bytes */300", nil), ("bytes 299-100/300", nil), ("bytes 100-300/300", nil),
      ("bytes 100-299", nil), ("bytes=100-299/300", nil), ("lines 100-299/300", nil), ("", nil),
      ("bytes 1-99999999999999999999/300", nil), ("bytes 1-2/99999999999999999999", nil),
      (nil, nil),
    ] as [(String?, ContentRange?)])
  func contentRangeIsParsed(field: String?, range: ContentRange?) {
    #expect(ContentRange(field) == range)
  }

  /// The metadata and sizes of the stored files, and the header fields of the resulting request.
  @Test(
    arguments: [
      (DownloadMetadata(), 0, nil, []),
      (DownloadMetadata(), 3000, 5000, []),
      (DownloadMetadata(part: version(etag: tag)), 0, nil, []),
      (
        DownloadMetadata(part: version(etag: tag)), 3000, nil,
        ["Range: bytes=3000-", #"If-Range: "v1""#]
      ),
      (DownloadMetadata(part: version(etag: #"W/"v1""#)), 3000, nil, []),
      (DownloadMetadata(part: version(etag: tag, from: "https://other.test/a.gz")), 3000, nil, []),
      (DownloadMetadata(whole: version(etag: tag)), 0, 5000, [#"If-None-Match: "v1""#]),
      (DownloadMetadata(whole: version(etag: #"W/"v1""#)), 0, 5000, [#"If-None-Match: W/"v1""#]),
      (
        DownloadMetadata(whole: version(etag: tag, lastModified: monday)), 0, 5000,
        [#"If-None-Match: "v1""#, "If-Modified-Since: \(monday)"]
      ),
      (
        DownloadMetadata(whole: version(lastModified: monday)), 0, 5000,
        ["If-Modified-Since: \(monday)"]
      ),
      (DownloadMetadata(whole: version(etag: tag)), 0, 4999, []),
      (DownloadMetadata(whole: version(etag: tag)), 0, nil, []),
      (DownloadMetadata(whole: version(etag: tag, length: nil)), 0, nil, []),
      (DownloadMetadata(whole: version()), 0, 5000, []),
      (DownloadMetadata(whole: version(etag: tag, from: "https://other.test/a.gz")), 0, 5000, []),
      (
        DownloadMetadata(whole: version(etag: tag), part: version(etag: #""v2""#)), 10, 5000,
        ["Range: bytes=10-", #"If-Range: "v2""#]
      ),
      (
        DownloadMetadata(whole: version(etag: tag), part: version()), 10, 5000,
        [#"If-None-Match: "v1""#]
      ),
    ] as [(DownloadMetadata, Int, Int?, [String])])
  func requestDependsOnStoredFiles(
    metadata: DownloadMetadata, partBytes: Int, wholeBytes: Int?, fields: [String]
  ) {
    let request = ConditionalRequest(
      metadata, partBytes: partBytes, wholeBytes: wholeBytes, source: Self.source)
    let lines = request.fields.map { "\($0): \($1)" }
    #expect(lines == ["Accept-Encoding: identity"] + fields)
  }

  private static let remainder = ConditionalRequest.remainder(
    of: version(etag: tag, lastModified: monday), from: 3000)
  private static let remainderOfUnknownTotal = ConditionalRequest.remainder(
    of: version(etag: tag, length: nil), from: 3000)
  private static let ifChanged = ConditionalRequest.ifChanged(since: version(etag: tag))
  private static let matchingRange = "bytes 3000-4999/5000"

  @Test(
    arguments: [
      (200, [], .full, .full), (200, [], ifChanged, .full), (200, [], remainder, .full),
      (304, [], ifChanged, .notModified), (304, [], .full, .refused),
      (304, [], remainder, .refused),
      (206, [("Content-Range", matchingRange)], remainder, .remainder(total: 5000)),
      (206, [("Content-Range", "bytes 3000-4999/*")], remainder, .remainder(total: 5000)),
      (206, [("Content-Range", "bytes 3000-3999/5000")], remainder, .remainder(total: 5000)),
      (206, [("Content-Range", matchingRange)], remainderOfUnknownTotal, .remainder(total: 5000)),
      (
        206, [("Content-Range", "bytes 3000-4999/*")], remainderOfUnknownTotal,
        .remainder(total: nil)
      ),
      (206, [("Content-Range", matchingRange), ("ETag", tag)], remainder, .remainder(total: 5000)),
      (206, [("Content-Range", matchingRange), ("ETag", #""v2""#)], remainder, .cannotResume),
      (
        206, [("Content-Range", matchingRange), ("Last-Modified", monday)], remainder,
        .remainder(total: 5000)
      ),
      (
        206, [("Content-Range", matchingRange), ("Last-Modified", PublishedFile.tuesday)],
        remainder,
        .cannotResume
      ),
      (206, [("Content-Range", "bytes 3000-5999/6000")], remainder, .cannotResume),
      (206, [("Content-Range", "bytes 2999-4999/5000")], remainder, .cannotResume),
      (206, [], remainder, .cannotResume),
      (206, [("Content-Range", matchingRange)], .full, .refused),
      (206, [("Content-Range", matchingRange)], ifChanged, .refused),
      (416, [], remainder, .cannotResume), (416, [], .full, .refused),
      (404, [], remainder, .notFound),
      (410, [], .full, .notFound), (403, [], .full, .refused), (503, [], remainder, .refused),
      (204, [], .full, .refused), (302, [], .full, .refused),
    ] as [(Int, [(String, String)], ConditionalRequest, ConditionalResponse)])
  func responseIsInterpretedAccordingToTheRequest(
    status: Int, fields: [(String, String)], request: ConditionalRequest,
    response: ConditionalResponse
  ) {
    #expect(ConditionalResponse(HTTPHead(status: status, fields: fields), to: request) == response)
  }

  @Test(
    arguments: [
      ("https://datasets.imdbws.com/", "https://datasets.imdbws.com/a.gz"),
      ("https://datasets.imdbws.com", "https://datasets.imdbws.com/a.gz"),
      ("HTTP://mirror.test:8080/imdb", "HTTP://mirror.test:8080/imdb/a.gz"),
      ("http://mirror.test/imdb/", "http://mirror.test/imdb/a.gz"),
      ("http://me:secret@mirror.test/imdb/?key=1#top", "http://mirror.test/imdb/a.gz"),
    ])
  func fileAddressIsBuilt(origin: String, source: String) throws {
    let address = try #require(DatasetAddress(origin)).appending("a.gz")
    #expect(address.source == source)
    #expect(!"\(address.url)".contains("secret"))
    #expect((address.authorization != nil) == origin.contains("@"))
  }

  /// The size of the part after each failed attempt, and the expected count of failures.
  @Test(
    arguments: [
      ([0, 0, 0], [1, 2, 3]), ([100, 200, 300], [1, 2, 3]),
      ([300_000, 600_000, 900_000], [1, 1, 1]), ([300_000, 300_000, 600_000], [1, 2, 1]),
      ([900_000, 300_000, 600_000], [1, 2, 3]), ([900_000, 0, 900_000], [1, 2, 3]),
    ])
  func progressResetsTheFailureCount(sizes: [Int], failures: [Int]) {
    var budget = RetryBudget(initialBytes: 0)
    let counts = sizes.map { size in
      budget.recordFailure(at: size)
      return budget.failures
    }
    #expect(counts == failures)
  }
}
