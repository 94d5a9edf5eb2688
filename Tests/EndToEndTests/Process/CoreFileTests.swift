import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// Core files, in which the system stores the memory of a crashed program.
@Suite(.processes)
struct CoreFileTests {
  /// `true` if the system writes core files to the working directory and allows large ones.
  private static let writesCoreFiles: Bool = {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return pattern == "core\n" && limit.rlim_max > 1 << 30
  }()

  @Test(.enabled(if: writesCoreFiles))
  func filmzWritesNoCoreFileButItsChildrenDo() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let shell = try bash.openTerminal(
        ["-c", "ulimit -c unlimited; exec \(filmz.executable) --offline"],
        environment: ["SHELL": "/bin/sh"])
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "!kill -SEGV $$").contains("was terminated by signal 11"))
      let core = try #require(try coreFile(of: filmz))
      try FileManager.default.removeItem(at: filmz.folder.url(of: core))
      shell.kill(SIGSEGV)
      #expect(try await shell.waitForExit() == -SIGSEGV)
      #expect(try coreFile(of: filmz) == nil)
    }
  }

  @Test func theLimitOfTheCoreFileSizeIsZero() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try FilmzProcess(
        in: filmz.folder, executable: "/bin/sh", environment: ["FILMZ": filmz.executable])
      let result = try await shell.run([
        "-c",
        """
        mkfifo lines; $FILMZ --offline < lines > said & exec 3> lines; echo version >&3
        until grep -q filmz said; do sleep 0.05; done
        grep 'core file size' /proc/$!/limits; exec 3>&-; wait
        """,
      ])
      #expect(result.stdout.contains(#/^Max core file size +0 /#), "\(result.stdout)")
    }
  }

  private func coreFile(of filmz: FilmzProcess) throws -> String? {
    try filmz.folder.files().first { $0.hasPrefix("core") }
  }
}
