/// The `time` command, which switches the display of elapsed times on or off.
package struct TimeCommand: ShellCommand {
  package static let command = Command(
    TimeCommand.self, "time", "Show or hide the elapsed time of each command.",
    usage: "time on|off",
    details: """
      The time is written to standard error, such as `elapsed 1.234 ms`.
      """,
    examples: """
      time on
      time off
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.state, as: "state", "on or off.")
  ]

  var state: Switch = .on

  package init() {}

  package func run(in session: Session) async throws -> Output {
    await session.preferences.setTiming(state == .on)
    return Output(
      .machineOnly([.init(name: "time", value: .text(state.rawValue))]),
      [.notice("Times are \(state == .on ? "shown" : "not shown").")])
  }
}
