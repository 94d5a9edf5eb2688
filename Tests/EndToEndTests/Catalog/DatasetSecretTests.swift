import FilmzTestSupport
import Foundation
import Testing

/// Secrets in the address of `catalog update`: a password and a token.
struct DatasetSecretTests {
  private static let secret = "s3cret"

  /// Returns the server's address with the secret as password and as token.
  private static func address(_ server: LoopbackServer) -> String {
    server.baseURL.replacing("http://", with: "http://user:\(secret)@") + "?token=\(secret)"
  }

  /// Expects that neither the output nor any file contains the secret.
  private static func expectHidden(
    _ result: ProcessResult, in filmz: FilmzProcess,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for output in [result.stdout, result.stderr] {
      let containsSecret = output.contains(secret) || output.contains("dXNlcjpzM2NyZXQ=")
      #expect(!containsSecret, "\(output)", sourceLocation: sourceLocation)
    }
    let files = try filmz.folder.files().filter { $0.hasPrefix("home/") }
    for file in files {
      let data = try Data(contentsOf: filmz.folder.url(of: file))
      #expect(
        data.range(of: Data(secret.utf8)) == nil, "\(file)", sourceLocation: sourceLocation)
    }
  }

  @Test func secretsAreSentWithEveryRequestAndNeverShown() async throws {
    let datasetServer = FakeDatasetServer()
    try await LoopbackServer.with(datasetServer.respond) { server in
      try await FilmzProcess.with { filmz in
        let tables = SampleDatasets.all.filter { $0.key != .episodes }
        try await datasetServer.publish(tables, in: filmz.folder)
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

  /// The failures are HTTP errors, redirections, a web page, a truncated file, and no server.
  @Test(arguments: ["401", "503", "elsewhere", "circle", "broken", "page", "gone", "cut"])
  func errorsContainNoSecret(failure: String) async throws {
    let handler: LoopbackServer.Handler = { request in
      switch failure {
      case "401", "503":
        .text("no \(Self.secret)", status: Int(failure) ?? 0, headers: ["Retry-After": "0"])
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
        if failure == "gone" { server.stop() }
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
  func errorsAboutInvalidAddressesContainNoSecret(address: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", "catalog", "update", "--from", address)
      #expect(result.status == 64 && result.errorLines.count == 1)
      try Self.expectHidden(result, in: filmz)
    }
  }

  @Test func errorsAboutArgumentsContainNoSecret() async throws {
    try await FilmzProcess.with { filmz in
      let address = "http://user:s3cret@127.0.0.1:1/?token=s3cret"
      for arguments in [[address], ["--form", address], ["--from", address, "--only", "x"]] {
        let result = try await filmz.run(["--verbose", "catalog", "update"] + arguments)
        #expect(result.status == 64 && result.errorLines.count == 1)
        try Self.expectHidden(result, in: filmz)
      }
    }
  }

  @Test func errorsOfScriptsContainNoSecret() async throws {
    try await FilmzProcess.with { filmz in
      let line = "catalog update --from http://user:s3cret@127.0.0.1:1/?token=s3cret\n"
      let result = try await filmz.run(["--verbose"], script: line)
      #expect(result.status == 1)
      try Self.expectHidden(result, in: filmz)
    }
  }
}
