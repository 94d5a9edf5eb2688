package import FilmzDomain
package import FilmzTerminal

/// The options that every command accepts, before or after the verb.
package struct GlobalOptions: ArgumentGroup {
  package static let arguments: [Argument<Self>] = [
    .option("--format", \.format, "The output format."),
    .option("--color", \.color, "When to use color."),
    .flag("--offline", \.offline, "Do not use the network."),
    .flag("--yes", \.yes, "Answer yes to all confirmations."),
    .flag("--verbose", \.verbose, "Print notices without a terminal too, and each network request."),
  ]

  package var format: OutputFormat?
  package var color: ColorChoice?
  package var offline = false
  package var yes = false
  package var verbose = false

  package init() {}

  /// Returns the options of the program, overridden by these options of a command.
  ///
  /// A command cannot switch off a flag that was given to the program.
  package func overriding(_ programOptions: RunOptions) -> RunOptions {
    RunOptions(
      format: format ?? programOptions.format, color: color ?? programOptions.color,
      offline: offline || programOptions.offline, yes: yes || programOptions.yes,
      verbose: verbose || programOptions.verbose,
      isTableNamed: format.map { $0 == .table } ?? programOptions.isTableNamed)
  }
}

/// The options in effect while a command runs.
package struct RunOptions: Sendable, Equatable {
  package var format = OutputFormat.table
  package var color = ColorChoice.auto
  package var offline = false
  package var yes = false
  package var verbose = false
  /// `true` if an option names the format `table`, which is also the default.
  package var isTableNamed = false
}

extension ColorChoice: NamedChoice {}

/// The output format of data.
package enum OutputFormat: String, Sendable, NamedChoice {
  case table
  case json
  case jsonl
  case csv
  case tsv
  case markdown
}

/// The options that must precede the verb.
package struct LaunchOptions: ArgumentGroup {
  package static let arguments: [Argument<Self>] = [
    .option("--home", \.home, as: "dir", kind: .folder, "The folder for all of filmz's files."),
    .option("--config", \.config, as: "file", kind: .file, "The settings file."),
    .flag("--bail", \.bail, "Stop a script at its first failing line."),
    .option(
      "-f", \.file, as: "file", kind: .file, allowsLeadingDash: true,
      "A file of commands to run; - is standard input."),
    .option("-c", \.commands, as: "commands", allowsLeadingDash: true, "Commands to run, separated by semicolons."),
  ]

  package var home: Word?
  package var config: Word?
  package var bail = false
  package var file: [Word] = []
  package var commands: [Word] = []

  package init() {}

  /// The launch options that help lists: ``arguments``, and the options that ``Invocation`` parses itself.
  package static let listedParameters =
    parameters + [
      Parameter(kind: .flag, names: ["--version"], valueName: "", valueKinds: [], summary: "Show the version."),
      Parameter(
        kind: .flag, names: ["-h", "--help"], valueName: "", valueKinds: [],
        summary: "Show this help; after a command, the help for that command."),
    ]

  /// The names of the options before the verb that have a value.
  private static let namesWithValue = Set(
    (parameters + GlobalOptions.parameters).filter { $0.kind == .option }.flatMap(\.names))

  /// Splits the arguments of the program into those before the verb, and the command.
  ///
  /// A `--` that precedes the verb is removed.
  package static func split(_ arguments: [String]) -> (launchOptions: [String], command: [String]) {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      if arguments[index] == "--" { return (Array(arguments[..<index]), Array(arguments[(index + 1)...])) }
      index += namesWithValue.contains(arguments[index]) ? 2 : 1
    }
    let end = min(index, arguments.count)
    return (Array(arguments[..<end]), Array(arguments[end...]))
  }

  /// Splits the arguments at `--complete`; the words after it are `nil` if there is no such option.
  ///
  /// If there is a verb before the word to be completed, the options before this verb, such as `--home`, are also
  /// returned as arguments of the program.
  static func splitAtCompletion(_ arguments: [String]) -> (arguments: [String], wordsToComplete: [String]?) {
    guard let index = split(arguments).launchOptions.firstIndex(of: "--complete") else { return (arguments, nil) }
    let words = Array(arguments[(index + 1)...])
    let (launchOptions, command) = split(Array(words.dropLast()))
    let areOptionsComplete = words.dropLast().starts(with: launchOptions) && !isAwaitingValue(launchOptions)
    return (arguments[..<index] + (areOptionsComplete && !command.isEmpty ? launchOptions : []), words)
  }

  /// Returns whether the last word is an option whose value is missing.
  static func isAwaitingValue(_ words: [String]) -> Bool {
    var index = 0
    while index < words.count { index += namesWithValue.contains(words[index]) ? 2 : 1 }
    return index > words.count
  }
}
