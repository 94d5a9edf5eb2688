import Glibc
import Testing

@testable import FilmzShell

struct ChildProcessRunnerTests {
  private static let cases:
    [(ChildProcessRunner.Termination, failure: String?, failureExceptSignals: String?)] = [
      (.exited(0), nil, nil), (.exited(3), "ended with status 3", "ended with status 3"),
      (.exited(127), "cannot be run", "cannot be run"),
      (.exited(130), "ended with status 130", nil),
      (.killed(by: SIGINT), "was terminated by signal 2", nil),
      (.killed(by: SIGPIPE), "was terminated by signal 13", nil),
      (.killed(by: SIGKILL), "was terminated by signal 9", "was terminated by signal 9"),
    ]

  @Test(arguments: cases)
  func aTerminationIsAFailureUnlessItsSignalIsIgnored(
    termination: ChildProcessRunner.Termination, failure: String?, failureExceptSignals: String?
  ) {
    #expect(termination.failureDescription() == failure)
    #expect(
      termination.failureDescription(ignoring: [SIGINT, SIGPIPE]) == failureExceptSignals)
  }
}
