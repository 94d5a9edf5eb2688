import Glibc
import Testing

@testable import FilmzShell

struct WakePipeTests {
  @Test func reasonsAreReturnedInOrder() {
    let pipe = WakePipe()
    let reasons: [WakeReason] = [
      .resizing, .interruption, .interruption, .resumption, .termination,
    ]
    for reason in reasons { pipe.send(reason) }
    #expect(reasons.indices.map { _ in pipe.next() } == reasons)
    #expect(pipe.next() == nil)
  }

  @Test func sendingToAFullPipeDoesNotBlock() {
    let pipe = WakePipe()
    for _ in 0..<100_000 { pipe.send(.resizing) }
    #expect(pipe.next() == .resizing)
  }

  @Test func readEndIsNotInheritedByChildProcesses() {
    let pipe = WakePipe()
    #expect(fcntl(pipe.readEnd, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
  }

  @Test func drainingReportsATermination() {
    let pipe = WakePipe()
    let input = TerminalInput(wakePipe: pipe)
    #expect(!input.discardWakeReasons())
    for reason in [WakeReason.interruption, .resizing] { pipe.send(reason) }
    #expect(!input.discardWakeReasons())
    for reason in [WakeReason.termination, .resizing] { pipe.send(reason) }
    #expect(input.discardWakeReasons())
    #expect(pipe.next() == nil)
  }

  @Test(arguments: [
    (SIGINT, WakeReason.interruption), (SIGWINCH, .resizing), (SIGCONT, .resumption),
    (SIGTERM, .termination), (SIGHUP, .termination), (SIGUSR1, nil), (SIGCHLD, nil),
  ])
  func signalsAreConvertedToReasons(signal: CInt, reason: WakeReason?) {
    #expect(WakeReason(signal: signal) == reason)
  }
}
