import FilmzTestSupport
import Foundation
import Testing

/// The wording of `doctor` for state files and for messages of a server.
struct DoctorWordingTests {
  @Test func theSizesOfTheStateFilesAreListed() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let terminal = try await filmz.openShell()
      _ = try await terminal.answer(to: "search lantern")
      #expect(try await terminal.quit() == 0)
      let history = try filmz.folder.write("search lantern\n", to: "home/state/history")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: history.path)
      let checks = try await filmz.doctor("--offline").checks
      let state = checks.array.first { $0["check"] == "state" }
      let detail = try #require(state?["detail"]?.string)
      for name in ["requests.json", "session.json", "history"] {
        let size = try filmz.folder.read("home/state/\(name)").utf8.count
        let text = size < 1000 ? "\(name) \(size) B" : "\(name) \(size / 1000)."
        #expect(detail.contains(", \(text)"), "\(detail)")
      }
      #expect(state?["state"] == "ok")
    }
  }

  @Test func lineBreaksInServerMessagesBecomeSpaces() async throws {
    let response = OMDbResponse.error(#"First\nsecond\r\n\u2028third"#, status: 200)
    try await FilmzProcess.withOMDb(answering: response) { filmz, _ in
      let (status, checks) = try await filmz.doctor()
      #expect(status == 1)
      let detail = checks.array.first { $0["check"] == "OMDb" }?["detail"]?.string
      #expect(detail?.contains("First second third") == true)
      let card = try await filmz.run("doctor")
      #expect(card.stdout.contains(/\nOMDb +FAIL · .*First second third/))
      let show = try await filmz.run("show", "tt9000001")
      #expect(show.errorLines.count == 1 && show.stderr.contains("First second third"))
    }
  }
}
