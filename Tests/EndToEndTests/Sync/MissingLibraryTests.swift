import FilmzTestSupport
import Foundation
import Testing

/// The program on a computer that does not have a library which is loaded when it is needed.
@Suite(.processes)
struct MissingLibraryTests {
  private static let folder = "libraries"

  /// Runs a closure with the program, for which a file stands in the place of a library.
  private static func with(
    _ library: String, isIncomplete: Bool = false, _ body: (FilmzProcess) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { scratch in
      let libraries = scratch.url(of: folder)
      for folder in [libraries, scratch.url(of: "shared")] {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      }
      let file = libraries.appending(path: library)
      if isIncomplete {
        let other = try FilmzProcess.builtFile("libFaultInjection.so")
        try FileManager.default.copyItem(at: URL(filePath: other), to: file)
      } else {
        try Data("not a library".utf8).write(to: file)
      }
      try await body(FilmzProcess(in: scratch, environment: ["LD_LIBRARY_PATH": libraries.path]))
    }
  }

  private static func sharedFiles(_ filmz: FilmzProcess) throws -> [String] {
    try filmz.folder.files().filter { $0.hasPrefix("shared/") }
  }

  @Test func withoutLibcryptoOnlySyncIsRefused() async throws {
    try await Self.with("libcrypto.so.3") { filmz in
      #expect(try await filmz.run("--offline", "watched", "tt0133093").status == 0)
      let result = try await filmz.run("--offline", "sync", "setup", "folder", "shared")
      #expect(result.status == 1 && result.stdout.isEmpty)
      #expect(
        result.stderr
          == "filmz: sync needs the library libcrypto.so.3, which is in Debian's package libssl3\n")
      #expect(try Self.sharedFiles(filmz).isEmpty)
      #expect(try await filmz.answer(to: "sync status")["state"] == "off")
      #expect(try await filmz.run("kids", "on", "--pin", script: "2468\n").status == 0)
      #expect(try await filmz.run("kids", "off", script: "2468\n").status == 0)
    }
  }

  @Test func syncThatWasSetUpIsRefusedWithoutLibcrypto() async throws {
    try await Self.with("libcrypto.so.3") { filmz in
      let setup = ["--offline", "sync", "setup", "folder", "shared"]
      #expect(try await filmz.run(setup, environment: ["LD_LIBRARY_PATH": nil]).status == 0)
      #expect(try await filmz.run("--offline", "watched", "tt0133093").status == 0)
      let files = try Self.sharedFiles(filmz)
      let result = try await filmz.run("--offline", "sync")
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(result.stderr.contains("Debian's package libssl3"))
      #expect(try Self.sharedFiles(filmz) == files)
      #expect(
        try await filmz.run(["--offline", "sync"], environment: ["LD_LIBRARY_PATH": nil]).status
          == 0)
      #expect(try Self.sharedFiles(filmz).count == files.count + 1)
    }
  }

  private static let omdb = [
    "OMDB_API_KEY": "s3cr3t", "OMDB_BASE_URL": "http://127.0.0.1:1/",
  ]

  @Test func withoutLibcurlOnlyRequestsAreRefused() async throws {
    try await Self.with("libcurl.so.4") { filmz in
      let search = try await filmz.run(
        ["search", "godfather", "--source", "omdb"], environment: Self.omdb)
      #expect(search.status == 69)
      #expect(
        search.stderr
          == "filmz: OMDb: a request needs the library libcurl.so.4, which is in Debian's package libcurl4\n"
      )
      for command in ["search godfather", "watched tt0133093", "ls"] {
        let result = try await filmz.run(["-c", command], environment: Self.omdb)
        #expect(result.status == 0 && result.errorLines.count <= 1, "\(command): \(result.stderr)")
      }
      #expect(try await filmz.run("ls").stdout.contains("The Matrix"))
      let update = try await filmz.run("catalog", "update", "--from", "http://127.0.0.1:1/")
      #expect(update.status == 69 && update.errorLines.count == 1)
      #expect(update.stderr.contains("Debian's package libcurl4"))
    }
  }

  @Test func libcurlThatIsTooOldIsToldOnOneLine() async throws {
    try await Self.with("libcurl.so.4", isIncomplete: true) { filmz in
      let search = try await filmz.run(
        ["search", "godfather", "--source", "omdb"], environment: Self.omdb)
      #expect(search.status == 69 && search.errorLines.count == 1)
      #expect(
        search.stderr.contains("libcurl4; the installed one is too old or incomplete: it has no"))
    }
  }

  @Test func withoutLibpqAServerIsRefused() async throws {
    try await Self.with("libpq.so.5") { filmz in
      let result = try await filmz.run(
        "sync", "setup", "postgres", "postgresql://ada@127.0.0.1:1/x")
      #expect(result.status == 1)
      #expect(
        result.stderr
          == "filmz: a server needs the library libpq.so.5, which is in Debian's package libpq5\n")
    }
  }

  @Test func libraryWithoutAFunctionIsToldOnOneLine() async throws {
    try await Self.with("libcrypto.so.3", isIncomplete: true) { filmz in
      let result = try await filmz.run("--offline", "sync", "setup", "folder", "shared")
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(
        result.stderr.contains("libssl3; the installed one is too old or incomplete: it has no"))
    }
  }

  /// OpenSSL can be set up to offer approved ciphers only, or none.
  @Test func libcryptoThatDoesNotOfferTheCipherIsToldOnOneLine() async throws {
    try await FilmzProcess.with { filmz in
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: "shared"), withIntermediateDirectories: false)
      let configuration = try filmz.folder.write(
        """
        openssl_conf = main
        [main]
        providers = providers
        [providers]
        base = base
        [base]
        activate = 1
        """, to: "openssl.cnf")
      let result = try await filmz.run(
        ["--offline", "sync", "setup", "folder", "shared"],
        environment: ["OPENSSL_CONF": configuration.path])
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(result.stderr.contains("it has no ChaCha20-Poly1305"))
      #expect(try Self.sharedFiles(filmz).isEmpty)
    }
  }
}
