import FilmzTestSupport
import Foundation
import Testing

/// What `doctor` reports about files, and the files it creates.
struct DoctorFilesVerbTests {
  @Test func onlyTheRequestCountIsWrittenToANewHome() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.doctor("--offline")
      #expect(try filmz.folder.files() == [])
      _ = try await filmz.doctor()
      #expect(try filmz.folder.files() == ["home/state/requests.json"])
    }
  }

  @Test(arguments: [
    ("home/config/config.toml", "settings", 0o644),
    ("home/data/collection.sqlite", "collection", 0o640),
    ("home/cache/films.sqlite", "film cache", 0o604), ("home/state", "state", 0o755),
    ("home/config", "settings", 0o755), ("home/data", "collection", 0o750),
    ("home/cache", "film cache", 0o711),
  ])
  func filesThatOthersCanReadAreReportedWithTheirMode(file: String, check: String, mode: Int)
    async throws
  {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("-c", "config set page.size 5; add tt9000001")
      #expect(try await filmz.doctor().checks.array.allSatisfy { $0["state"] == "ok" })
      let path = filmz.folder.path(of: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      let (status, checks) = try await filmz.doctor()
      #expect(status == 0)
      let warnings = checks.array.filter { $0["state"] == "warn" }
      #expect(warnings.map { $0["check"] } == [.string(check)])
      let detail = try #require(warnings.first?["detail"]?.string)
      #expect(detail.contains(path) && detail.contains("mode 0\(String(mode, radix: 8))"))
      #expect(warnings.first?["remedy"] == .string("`chmod go= \(path)`"))
    }
  }

  @Test func aDamagedCollectionIsAFailureAndNotModified() async throws {
    try await FilmzProcess.with { filmz in
      let content = String(repeating: "no database at all\n", count: 500)
      try filmz.folder.write(content, to: "home/data/collection.sqlite")
      let (status, checks) = try await filmz.doctor()
      #expect(status == 1)
      let failures = checks.array.filter { $0["state"] == "fail" }
      #expect(failures.map { $0["check"] } == ["collection"])
      #expect(try filmz.folder.read("home/data/collection.sqlite") == content)
    }
  }
}
