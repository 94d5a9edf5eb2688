import Glibc
import Testing

@testable import FilmzShell

struct TerminalChildTests {
  private static let ends: [(TerminalChild.End, trouble: String?, pardoned: String?)] = [
    (.exited(0), nil, nil), (.exited(3), "ended with status 3", "ended with status 3"),
    (.exited(127), "cannot be run", "cannot be run"),
    (.exited(130), "ended with status 130", nil),
    (.killed(by: SIGINT), "was ended by signal 2", nil),
    (.killed(by: SIGPIPE), "was ended by signal 13", nil),
    (.killed(by: SIGKILL), "was ended by signal 9", "was ended by signal 9"),
  ]

  @Test(arguments: ends)
  func aProgramsEndIsTroubleUnlessItIsPardoned(
    end: TerminalChild.End, trouble: String?, pardoned: String?
  ) {
    #expect(end.trouble() == trouble)
    #expect(end.trouble(pardoning: [SIGINT, SIGPIPE]) == pardoned)
  }
}
