import Glibc
import Testing

@testable import FilmzShell

struct WakePipeTests {
  @Test func reasonsComeOutInTheirOrderAndThenNone() {
    let pipe = WakePipe()
    let reasons: [WakeReason] = [
      .resizing, .interruption, .interruption, .resumption, .termination,
    ]
    for reason in reasons { pipe.send(reason) }
    #expect(reasons.indices.map { _ in pipe.next() } == reasons)
    #expect(pipe.next() == nil)
  }

  @Test func aFullPipeDoesNotBlockTheSignalsThread() {
    let pipe = WakePipe()
    for _ in 0..<100_000 { pipe.send(.resizing) }
    #expect(pipe.next() == .resizing)
  }

  @Test func neitherEndIsHandedOnToChildren() {
    let pipe = WakePipe()
    #expect(fcntl(pipe.readEnd, F_GETFD) & FD_CLOEXEC == FD_CLOEXEC)
  }

  @Test func drainingTellsOfATermination() {
    let pipe = WakePipe()
    let input = TerminalInput(wake: pipe)
    #expect(!input.drain())
    for reason in [WakeReason.interruption, .resizing] { pipe.send(reason) }
    #expect(!input.drain())
    for reason in [WakeReason.termination, .resizing] { pipe.send(reason) }
    #expect(input.drain())
    #expect(pipe.next() == nil)
  }

  @Test(arguments: [
    (SIGINT, WakeReason.interruption), (SIGWINCH, .resizing), (SIGCONT, .resumption),
    (SIGTERM, .termination), (SIGHUP, .termination), (SIGUSR1, nil), (SIGCHLD, nil),
  ])
  func aSignalIsAReasonToWakeOrNothing(signal: CInt, reason: WakeReason?) {
    #expect(WakeReason(signal: signal) == reason)
  }
}
