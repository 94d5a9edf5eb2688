import FilmzTestSupport
import Foundation
import Testing

struct CompletionFilesTests {
  @Test(arguments: [
    ("completion-script=bash", "filmz.bash"), ("completion-script=zsh", "_filmz"),
    ("completion-script=fish", "filmz.fish"), ("man-page", "filmz.1"),
  ])
  func theGeneratedFilesAreCurrent(option: String, file: String) async throws {
    let root = Snapshot.folder.deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appending(path: "completions").appending(path: file)
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--generate-\(option)")
      #expect(result.status == 0)
      let isCurrent = try String(contentsOf: url, encoding: .utf8) == result.stdout
      #expect(isCurrent, "outdated; run filmz --generate-\(option) > \(url.path)")
    }
  }
}
