package import FilmzDomain

/// The parsed arguments of the program.
package struct Invocation: Sendable {
  /// The action that the arguments select.
  package enum Action: Sendable, Equatable {
    case version
    case help
    /// Print the completion script for this shell.
    case completionScript(String)
    /// Complete the last of these words, for the completion scripts.
    case completion([String])
    case manualPage
    case shell
    /// Run the script on standard input.
    case standardInput
    /// Run the script at this path.
    case scriptFile(String)
    /// Run these lines as a script.
    case commands(String)
    case singleCommand([Word])

    /// `true` for scripts, which never prompt the user and, by default, use no color.
    package var isScript: Bool {
      switch self {
      case .standardInput, .scriptFile, .commands: true
      case .version, .help, .completionScript, .completion, .manualPage, .shell, .singleCommand: false
      }
    }
  }

  package let action: Action
  package let options: RunOptions
  /// The value of `--home`.
  package let home: String?
  /// The value of `--config`.
  package let config: String?
  /// `true` if a script stops at its first failing line.
  package let stopsAtFirstFailure: Bool

  /// Parses the arguments of the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - isInteractive: `true` if standard input is a terminal.
  /// - Throws: A ``CommandError`` if an option or its value is not valid, or if the arguments
  ///   cannot be combined.
  package init(_ arguments: [String], isInteractive: Bool) throws {
    let (programArguments, wordsToComplete) = LaunchOptions.splitAtCompletion(arguments)
    let (launchWords, command) = LaunchOptions.split(programArguments)
    let standaloneAction = Self.standaloneAction(of: launchWords)
    let parsed = standaloneAction == nil && !launchWords.isEmpty ? try Self.parse(launchWords) : nil
    options = parsed?.global.overriding(RunOptions()) ?? RunOptions()
    home = parsed?.launch.home?.text
    config = parsed?.launch.config?.text
    guard home != "", config != "" else {
      throw CommandError.wrongOption("the path of --home or --config cannot be empty")
    }
    stopsAtFirstFailure = parsed?.launch.bail ?? false
    action =
      try wordsToComplete.map(Action.completion) ?? standaloneAction
      ?? Self.action(parsed?.launch, command, isInteractive: isInteractive)
  }

  /// Returns the action of an option with which all other arguments are ignored, such as `--help`; `nil` if there is
  /// none.
  private static func standaloneAction(of launchWords: [String]) -> Action? {
    if launchWords.contains("--help") || launchWords.contains("-h") { return .help }
    if launchWords.contains("--version") { return .version }
    if launchWords.contains("--generate-man-page") { return .manualPage }
    guard let option = launchWords.first(where: { $0.hasPrefix("--generate-completion-script=") }) else { return nil }
    return .completionScript(String(option.drop { $0 != "=" }.dropFirst()))
  }

  private static func parse(_ launchWords: [String]) throws -> (launch: LaunchOptions, global: GlobalOptions) {
    var reader = ArgumentReader<LaunchOptions>(command: Filmz.program)
    try reader.read(launchWords.map { Word($0) })
    return (reader.arguments, reader.global)
  }

  private static func action(
    _ launchOptions: LaunchOptions?, _ command: [String], isInteractive: Bool
  ) throws -> Action {
    let commands = launchOptions?.commands ?? []
    let scripts =
      (launchOptions?.file ?? []).map { script($0.text) }
      + (commands.isEmpty ? [] : [.commands(commands.map(\.text).joined(separator: "\n"))])
    guard scripts.isEmpty || (command.isEmpty && scripts.count == 1) else {
      throw CommandError.wrongOption("use only one of -f, -c, or a command")
    }
    if let script = scripts.first { return script }
    if command.isEmpty { return isInteractive ? .shell : .standardInput }
    return .singleCommand(command.map(word))
  }

  private static func script(_ file: String) -> Action { file == "-" ? .standardInput : .scriptFile(file) }

  /// Returns an argument of the program as a word.
  ///
  /// The calling shell has removed quotes, so an argument that is empty, or contains whitespace and does not begin with
  /// `--`, is taken for a quoted word.
  private static func word(_ text: String) -> Word {
    let isQuoted = text.isEmpty || (text.contains(where: \.isWhitespace) && !text.hasPrefix("--"))
    return Word(text, isQuoted: isQuoted)
  }
}

extension ExitCategory {
  /// The exit status of a single command that failed: 1, a code from sysexits.h or, after Ctrl-C,
  /// 130 as in shells.
  package var exitStatus: Int32 {
    switch self {
    case .failed: 1
    case .usage: 64
    case .badData: 65
    case .unavailable: 69
    case .inputOutput: 74
    case .interrupted: 130
    }
  }
}
