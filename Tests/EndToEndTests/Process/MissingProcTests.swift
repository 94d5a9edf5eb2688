import FilmzTestSupport
import Testing

/// A system without `/proc`, as in a root that was made for a single program.
@Suite(.processes, .enabled("mounting is not allowed here") { try await FilmzProcess.canMount() })
struct MissingProcTests {
  /// Otherwise, a call does nothing, and a script often ends with an illegal instruction.
  @Test(arguments: [
    "$FILMZ --version", "$FILMZ --offline add tt0068646", "echo ls | $FILMZ", "$FILMZ < /dev/null",
  ])
  func oneLineSaysThatProcIsMissing(call: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.runWithMounts(
        "mount -t tmpfs none /proc && \(call); echo \"status $?\"")
      #expect(result.stdout == "status 74\n", "\(result.stderr)")
      #expect(
        result.stderr
          == "filmz: cannot read /proc/self/stat: No such file or directory; mount /proc, which filmz needs\n"
      )
      #expect(!filmz.folder.exists("home"))
    }
  }
}
