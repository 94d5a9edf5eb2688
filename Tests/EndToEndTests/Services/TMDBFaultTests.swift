import FilmzTestSupport
import Foundation
import Testing

/// Responses of TMDB that cannot be used, and connections that break.
@Suite(.timeLimit(.minutes(15)))
struct TMDBFaultTests {
  /// A response to every request, and the text that the message contains.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let response: LoopbackServer.Response
    let text: String
    /// The text that the message about the details of a film contains.
    let detailText: String

    init(
      _ name: String, _ response: LoopbackServer.Response, _ text: String, details: String? = nil
    ) {
      testDescription = name
      self.response = response
      self.text = text
      detailText = details ?? text
    }

    /// A fault whose message contains the status code.
    static func status(_ status: Int, _ code: Int) -> Fault {
      Fault(
        "\(status)", FakeTMDB.error(code, "Something is wrong.", status: status),
        "Invalid response from server: HTTP status \(status) (TMDB)")
    }
  }

  private static let noList = "Failed to decode response: the list of films is missing"
  private static let noTitle = "Failed to decode response: the title or id is missing"

  private static let faults: [Fault] = [
    Fault(
      "429", FakeTMDB.error(25, "Too many", status: 429, headers: ["Retry-After": "0"]),
      "TMDB asks for a pause; try again in 0 s"),
    .status(500, 11), .status(502, 43), .status(503, 46), .status(504, 24),
    Fault(
      "401", FakeTMDB.error(7, "Invalid API key", status: 401), "Invalid TMDB token: `config set"),
    Fault(
      "suspended", FakeTMDB.error(10, "Suspended", status: 401), "Invalid TMDB token: `config set"),
    Fault(
      "redirection", .text("", status: 302, headers: ["Location": "http://127.0.0.1:9/"]),
      "HTTP status 302"),
    Fault("HTML", .text("<html>Welcome to the airport</html>"), "not JSON (TMDB)"),
    Fault("half a body", .json(#"{"page":1,"results":[{"id":"#), "not JSON (TMDB)"),
    Fault("cut", .truncated(#"{"page":1,"results":[]}"#), "closed the connection"),
    Fault("garbage", .bytes(Data([0xff, 0xfe, 0, 1])), "not JSON (TMDB)"),
    Fault("empty", .json(""), "empty response (TMDB)"),
    Fault("error body", .json(#"{"success":false,"status_code":11}"#), noList, details: noTitle),
    Fault("object", .json(#"{"hello":"world"}"#), noList, details: noTitle),
    Fault("array", .json("[{}]"), "it is not an object"),
    Fault("text", .json(#""results""#), "it is not an object"),
    Fault("number", .json("42"), "it is not an object"),
    Fault("results", .json(#"{"results":{"0":null}}"#), noList, details: noTitle),
    Fault(
      "types", .json(#"{"id":"1","title":7,"results":[{"id":"1","title":7,"media_type":["x"]}]}"#),
      "none of the list's elements is a film", details: noTitle),
    Fault("endless", .endless, "sent more than 4 MB"),
    Fault("closed", .close, "closed the connection"),
  ]

  @Test(arguments: faults) func chosenSourceFailsWithOneLine(fault: Fault) async throws {
    try await FilmzProcess.withTMDB(answering: fault.response) { filmz, _ in
      for (call, text) in [
        (["search", "beacon", "--source", "tmdb"], fault.text),
        (["show", "tmdb:movie:101"], fault.detailText),
      ] {
        let result = try await filmz.run(["--verbose"] + call)
        let lines = result.errorLines.filter { !$0.hasPrefix("GET ") && !$0.contains(" GET ") }
        #expect(result.status == 69 && result.stdout == "", "\(result.stderr)")
        #expect(lines.count == 1 && result.stderr.contains(text), "\(result.stderr)")
        #expect(!result.stderr.contains(FilmzProcess.token))
      }
    }
  }

  @Test(arguments: faults) func localFactsReplaceFailedDetails(fault: Fault) async throws {
    try await FilmzProcess.withTMDB(answering: fault.response) { filmz, _ in
      let result = try await filmz.run("show", "tt0133093")
      #expect(result.status == 0 && result.stdout.hasPrefix("The Matrix (1999)"))
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("TMDB"))
      #expect(result.stderr.contains("the details are from the starter catalog"))
    }
  }

  @Test func refusedConnectionIsReportedAndLocalFilmsAreFound() async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      server.stop()
      let result = try await filmz.run("search", "matrix")
      #expect(result.status == 0 && result.stdout.contains("The Matrix"))
      #expect(result.errorLines.count == 1)
      #expect(result.stderr.contains("Network error: 127.0.0.1 could not be reached (TMDB)"))
    }
  }

  @Test func unknownPathIsAnInvalidResponseForSearchesOnly() async throws {
    try await FilmzProcess.withTMDB(answering: FakeTMDB.notFound) { filmz, _ in
      let search = try await filmz.run("search", "beacon", "--source", "tmdb")
      #expect(search.status == 69 && search.stderr.contains("HTTP status 404"))
      let show = try await filmz.run("show", "tmdb:movie:101")
      #expect(show.status == 1 && show.stderr.contains("TMDB has no such film"))
    }
  }

  /// The server sends its response byte by byte, with each byte in a chunk.
  @Test func slowResponseIsShown() async throws {
    let body = #"{"results":[{"id":1,"title":"Slow Beacon","media_type":"movie"}]}"#
    let headers = ["Content-Type": "application/json", "Transfer-Encoding": "chunked"]
    let slow = LoopbackServer.Response.streamed(headers: headers) { writer in
      for byte in body.utf8 { writer.sendChunk(Data([byte])) }
      writer.sendChunk(Data())
    }
    try await FilmzProcess.withTMDB(answering: slow) { filmz, _ in
      let result = try await filmz.run("search", "beacon", "--source", "tmdb")
      #expect(result.status == 0 && result.stdout.contains("Slow Beacon"), "\(result.stderr)")
    }
  }

  @Test func missingResponseIsReportedOnce() async throws {
    try await FilmzProcess.withTMDB(answering: .stall) { filmz, server in
      let result = try await filmz.run("search", "beacon", "--source", "tmdb")
      // A line of progress may be written after ten seconds.
      let errors = result.errorLines.filter { !$0.contains(/^waiting.* \d+ s$/) }
      #expect(result.status == 69 && errors.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("did not respond within 10 s"))
      #expect(server.requests.count == 1)
    }
  }

  /// Lists that are valid but unusual: junk among the elements, terminal escapes, and a repeated title.
  @Test func unusualListsAreShown() async throws {
    let items = [
      "null", "{}", "7", #"{"id":5,"name":"Some Person","media_type":"person"}"#,
      #"{"id":6,"title":"Adult item","adult":true,"media_type":"movie"}"#,
      #"{"id":1,"title":"\u001b]0;owned\u0007\u001b[2JOne\u202e","media_type":"movie"}"#,
      #"{"id":1,"title":"One again","media_type":"movie"}"#,
      #"{"id":1,"name":"Two","media_type":"tv","first_air_date":null,"genre_ids":null}"#,
    ]
    let body = #"{"results":[\#(items.joined(separator: ","))],"total_pages":1,"total_results":8}"#
    try await FilmzProcess.withTMDB(answering: .json(body)) { filmz, _ in
      let result = try await filmz.run("search", "beacon", "--source", "tmdb")
      #expect(result.status == 0)
      let rows = result.stdout.split(separator: "\n")
      #expect(rows.count == 3, "\(result.stdout)")
      #expect(rows.last?.contains("Two") == true)
      #expect(!result.stdout.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
    }
  }
}
