import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// Files in which the system keeps the memory of a program that crashes.
struct CoreFileTests {
  /// Whether the system writes them into the folder of the program, if the user wants them.
  private static let areWritten: Bool = {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return pattern == "core\n" && limit.rlim_max > 1 << 30
  }()

  @Test(.enabled(if: areWritten))
  func noneIsWrittenOfTheProgramButThoseOfOthersAre() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let shell = try bash.openTerminal(
        ["-c", "ulimit -c unlimited; exec \(filmz.executable) --offline"],
        environment: ["SHELL": "/bin/sh"])
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "!kill -SEGV $$").contains("was ended by signal 11"))
      let core = try #require(try coreFile(of: filmz))
      try FileManager.default.removeItem(at: filmz.folder.url(of: core))
      shell.kill(SIGSEGV)
      #expect(try await shell.waitForExit() == -SIGSEGV)
      #expect(try coreFile(of: filmz) == nil)
    }
  }

  @Test func theLimitOfItsSizeIsZero() async throws {
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
