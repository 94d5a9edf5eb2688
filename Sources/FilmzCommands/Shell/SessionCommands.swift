import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Command {
  /// The control functions that erase the screen (ED) and move the cursor to its first cell (CUP).
  ///
  /// Source: ECMA-48.
  private static let eraseScreen = "\u{1B}[2J\u{1B}[H"

  /// The `clear` command, which clears the screen.
  static let clear = Command(
    "clear", "Clear the screen.", aliases: ["cls"],
    details: "Ctrl-L does the same, and keeps the line that is being typed.", examples: ["clear", "clear; ls"]
  ) { session in
    let console = session.host.console
    guard session.mode != .script, console.renderTarget(.never).isTerminal, console.canErase else {
      throw CommandError.needsTerminal("clear needs a terminal that can be cleared")
    }
    session.progress?.stop()
    try console.write(Self.eraseScreen)
    return Output(.nothing)
  }
}

/// The `offline` command, which allows or forbids the use of the network until the session ends.
struct OfflineCommand: ShellCommand {
  static let command = Command(
    of: OfflineCommand.self, "offline", "Stop using the network, or use it again.", usage: "offline [on|off]",
    details: """
      While offline, films come from the cache and the catalog, and sync with a server is paused. Without an argument, \
      `offline` says whether the network is used.
      """, examples: ["offline on", "offline off", "offline"])

  static let arguments: [Argument<Self>] = [.positional(\.state, as: "state", "on or off.")]

  var state: Switch?

  func run(in session: Session) async throws -> Output {
    guard let state else { return await current(in: session) }
    guard session.mode != .singleCommand else {
      throw Self.wrongUsage("offline on and off are for the shell and scripts; use --offline")
    }
    if state == .off {
      guard !session.wasStartedOffline else { throw CommandError.startedOffline }
      session.viewModels.askServicesAgain()
    }
    await session.preferences.setOffline(state == .on)
    await session.backgroundSync.setOffline(state == .on)
    if state == .on { await session.backgroundIdentification.stop() }
    return Output(
      .machineOnly([.init("offline", .text(state.rawValue))]),
      notice: state == .on ? "The network is not used until `offline off`" : "The network is used")
  }

  private func current(in session: Session) async -> Output {
    let isOffline = session.context.isOffline
    let end = session.wasStartedOffline ? "because of --offline" : "until `offline off`"
    return Output(
      .text(
        isOffline ? "The network is not used \(end)" : "The network is used",
        [.init("offline", .text((isOffline ? Switch.on : .off).rawValue))]))
  }
}

/// The `source` command, which runs the lines of a file as a script.
struct SourceCommand: ShellCommand {
  static let command = Command(
    of: SourceCommand.self, "source", "Run the commands in a file.",
    details: """
      The lines run as a script: verbs cannot be abbreviated, and no questions are asked. They share
      the results and the selected film with the shell or script that runs them. `quit` ends the file
      only. If a line fails, the others still run, unless filmz was started with --bail.
      """,
    examples: ["source evening.filmz", #"source "~/my films/import.filmz" --yes"#, "source marks.filmz --format jsonl"])

  static let arguments: [Argument<Self>] = [.positional(\.file, as: "file", kind: .file, "The file with the commands.")]

  var file: Word = Word("")

  func run(in session: Session) async throws -> Output {
    guard !file.text.isEmpty else { throw Self.missingArgument("a file") }
    session.progress?.stop()
    let outcome = try await session.host.runScript?(file.text, session.forScript())
    return Output(.nothing, ending: .script(outcome ?? .done))
  }
}

/// The `time` command, which switches the display of elapsed times on or off.
struct TimeCommand: ShellCommand {
  static let command = Command(
    of: TimeCommand.self, "time", "Show or hide the elapsed time of each command.", usage: "time on|off",
    details: "The time is written to standard error, such as `elapsed 1.234 ms`.", examples: ["time on", "time off"])

  static let arguments: [Argument<Self>] = [.positional(\.state, as: "state", "on or off.")]

  var state: Switch = .on

  func run(in session: Session) async throws -> Output {
    await session.preferences.setTiming(state == .on)
    return Output(
      .machineOnly([.init("time", .text(state.rawValue))]),
      notice: "Times are \(state == .on ? "shown" : "not shown").")
  }
}

extension Command {
  /// The `quit` command, which ends the shell or the running script.
  static let quit = Command(
    "quit", "End the shell.", aliases: ["exit", "bye", ":q"],
    details: "Ctrl-D on an empty line does the same. In a script, the lines after it are not run.",
    examples: ["quit", "exit"]
  ) { session in Output(.nothing, ending: .endsSession) }
}

/// The state of something that the user switches on or off.
enum Switch: String, NamedChoice {
  case on
  case off
}
