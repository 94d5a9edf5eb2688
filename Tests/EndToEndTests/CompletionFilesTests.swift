import FilmzTestSupport
import Foundation
import Testing

struct CompletionFilesTests {
  @Test(arguments: [("bash", "filmz.bash"), ("zsh", "_filmz"), ("fish", "filmz.fish")])
  func theCompletionFilesAreCurrent(shell: String, file: String) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let place = root.appending(path: "completions").appending(path: file)
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--generate-completion-script=\(shell)")
      #expect(result.status == 0)
      let isCurrent = try String(contentsOf: place, encoding: .utf8) == result.stdout
      #expect(
        isCurrent, "make it anew: filmz --generate-completion-script=\(shell) > \(place.path)")
    }
  }
}
