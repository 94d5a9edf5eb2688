import FilmzTestSupport
import Foundation
import Testing

/// A password and a token in the address of `catalog update`.
struct DatasetSecretTests {
  private static let secret = "s3cret"

  /// The address with the secret in two places.
  private static func address(_ server: LoopbackServer) -> String {
    server.baseURL.replacing("http://", with: "http://user:\(secret)@") + "?token=\(secret)"
  }

  /// Checks that the secret is in none of what was printed and in no file.
  private static func expectHidden(
    _ result: ProcessResult, in filmz: FilmzProcess,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for printed in [result.stdout, result.stderr] {
      let shown = printed.contains(secret) || printed.contains("dXNlcjpzM2NyZXQ=")
      #expect(!shown, "\(printed)", sourceLocation: sourceLocation)
    }
    let files = try filmz.folder.files().filter { $0.hasPrefix("home/") }
    for file in files {
      let data = try Data(contentsOf: filmz.folder.url(of: file))
      #expect(
        data.range(of: Data(secret.utf8)) == nil, "\(file)", sourceLocation: sourceLocation)
    }
  }

  @Test func isSentWithEveryRequestAndNeverShown() async throws {
    let published = PublishedDatasets()
    try await LoopbackServer.with(published.answer) { server in
      try await FilmzProcess.with { filmz in
        let tables = PaperDatasets.all.filter { $0.key != .episodes }
        try await published.publish(tables, in: filmz.folder)
        for line in ["Imported ", "The catalog is up to date."] {
          let result = try await filmz.run(
            "--verbose", "catalog", "update", "--from", Self.address(server))
          #expect(result.status == 0 && result.stderr.contains(line), "\(result.stderr)")
          #expect(result.stderr.contains("GET \(server.baseURL)title.basics.tsv.gz: "))
          try Self.expectHidden(result, in: filmz)
        }
        #expect(server.requests.count == 6)
        #expect(server.requests.allSatisfy { $0.query == ["token": Self.secret] })
        #expect(
          server.requests.allSatisfy { $0.headers["authorization"] == "Basic dXNlcjpzM2NyZXQ=" })
        let info = try await filmz.run("--offline", "--format", "json", "catalog", "info")
        try Self.expectHidden(info, in: filmz)
        let log = try await filmz.run("--offline", "--format", "json", "log")
        try Self.expectHidden(log, in: filmz)
        #expect(
          try filmz.folder.files().contains("home/cache/datasets/title.basics.tsv.gz.json"))
      }
    }
  }

  /// Refusals, redirections, a page, and no server at all.
  @Test(arguments: ["401", "503", "elsewhere", "circle", "broken", "page", "gone", "cut"])
  func isNotShownInAnError(trouble: String) async throws {
    let handler: LoopbackServer.Handler = { request in
      switch trouble {
      case "401", "503":
        .text("no \(Self.secret)", status: Int(trouble) ?? 0, headers: ["Retry-After": "0"])
      case "elsewhere":
        .text("", status: 302, headers: ["Location": "http://127.0.0.1:1/?token=\(Self.secret)"])
      case "circle": .text("", status: 302, headers: ["Location": "\(request.path)?\(Self.secret)"])
      case "broken":
        .text("", status: 302, headers: ["Location": "http://u:\(Self.secret)@127.0.0.1:99999/"])
      case "page": .text("<html>\(Self.secret)</html>")
      case "cut": .bytes(Data([0x1f, 0x8b]), headers: ["Content-Length": "9000", "ETag": "\"1\""])
      default: .close
      }
    }
    try await LoopbackServer.with(handler) { server in
      try await FilmzProcess.with { filmz in
        if trouble == "gone" { server.stop() }
        let result = try await filmz.run(
          "--verbose", "catalog", "update", "--from", Self.address(server))
        #expect(result.status == 69 && result.stdout == "")
        #expect(result.errorLines.count >= 2, "\(result.stderr)")
        try Self.expectHidden(result, in: filmz)
      }
    }
  }

  @Test(arguments: [
    "http://user:s3cret@127.0.0.1:99999/?token=s3cret", "ftp://user:s3cret@h.test/",
    "user:s3cret@h.test", "http://user:s3cret@/?token=s3cret", "http://user:1/s3cret@h.test/",
  ])
  func isNotShownWhenTheAddressIsNone(address: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", "catalog", "update", "--from", address)
      #expect(result.status == 64 && result.errorLines.count == 1)
      try Self.expectHidden(result, in: filmz)
    }
  }

  @Test func isNotShownWhenTheOptionIsForgotten() async throws {
    try await FilmzProcess.with { filmz in
      let address = "http://user:s3cret@127.0.0.1:1/?token=s3cret"
      for words in [[address], ["--form", address], ["--from", address, "--only", "x"]] {
        let result = try await filmz.run(["--verbose", "catalog", "update"] + words)
        #expect(result.status == 64 && result.errorLines.count == 1)
        try Self.expectHidden(result, in: filmz)
      }
    }
  }

  @Test func isNotShownInAScript() async throws {
    try await FilmzProcess.with { filmz in
      let line = "catalog update --from http://user:s3cret@127.0.0.1:1/?token=s3cret\n"
      let result = try await filmz.run(["--verbose"], script: line)
      #expect(result.status == 1)
      try Self.expectHidden(result, in: filmz)
    }
  }
}
