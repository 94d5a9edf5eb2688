import FilmzDomain
import FilmzViewModels

/// The `offline` command, which allows or forbids the use of the network until the session ends.
package struct OfflineCommand: ShellCommand {
  package static let command = Command(
    OfflineCommand.self, "offline", "Stop using the network, or use it again.",
    usage: "offline [on|off]",
    details: """
      While offline, films come from the cache and the catalog, and sync with a server rests. Without an argument, \
      `offline` says whether the network is used.
      """,
    examples: """
      offline on
      offline off
      offline
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.state, as: "state", "on or off.")
  ]

  var state: Switch?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let state else { return await current(in: session) }
    guard session.mode != .singleCommand else {
      throw CommandError.wrongUsage(
        "offline on and off are for the shell and scripts; use --offline", verb: "offline")
    }
    if state == .off {
      guard !session.wasStartedOffline else { throw CommandError.startedOffline }
      session.viewModels.askServicesAgain()
    }
    await session.preferences.setOffline(state == .on)
    await session.viewModels.backgroundSync.setOffline(state == .on)
    return Output(
      .machineOnly([.init(name: "offline", value: .text(state.rawValue))]),
      [
        .notice(
          state == .on ? "The network is not used until `offline off`" : "The network is used")
      ]
    )
  }

  private func current(in session: Session) async -> Output {
    let isOffline = session.context.isOffline
    let end = session.wasStartedOffline ? "because of --offline" : "until `offline off`"
    return Output(
      .text(
        isOffline ? "The network is not used \(end)" : "The network is used",
        [.init(name: "offline", value: .text((isOffline ? Switch.on : .off).rawValue))]))
  }
}
