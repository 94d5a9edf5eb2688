package import ArgumentParser

/// `time`: whether each command's elapsed time is shown.
package struct TimeCommand: ShellCommand {
  /// Whether times are shown.
  enum Switch: String, NamedChoice {
    case on
    case off
  }

  package static let configuration = CommandConfiguration(
    commandName: "time", abstract: "Show each command's elapsed time, or not.",
    usage: "time on|off",
    discussion: """
      It goes to the standard error, as `elapsed 1.234 ms`.

      Examples:
        time on
        time off
      """)

  @Argument(help: "on or off.") var state: Switch

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    await session.preferences.setTiming(state == .on)
    return Output(
      .machineOnly([.init(name: "time", value: .text(state.rawValue))]),
      [.notice("Times are \(state == .on ? "shown" : "not shown").")])
  }
}
