/// `time`: whether each command's elapsed time is shown.
package struct TimeCommand: ShellCommand {
  /// Whether times are shown.
  enum Switch: String, NamedChoice {
    case on
    case off
  }

  package static let command = Command(
    TimeCommand.self, "time", "Show each command's elapsed time, or not.",
    usage: "time on|off",
    details: """
      It goes to the standard error, as `elapsed 1.234 ms`.
      """,
    examples: """
      time on
      time off
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.state, as: "state", "on or off.")
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
