package import FilmzTerminal

/// The options that every command accepts, before or after the verb.
package struct GlobalOptions: ArgumentGroup {
  package static let arguments: [Argument<Self>] = [
    .option("--format", \.format, "The output format."),
    .option("--color", \.color, "When to use color."),
    .flag("--offline", \.offline, "Do not use the network."),
    .flag("--yes", \.yes, "Answer yes to all confirmations."),
    .flag(
      "--verbose", \.verbose, "Print notices without a terminal too, and each network request."),
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
      verbose: verbose || programOptions.verbose)
  }
}

/// The options in effect while a command runs.
package struct RunOptions: Sendable, Equatable {
  package var format = OutputFormat.table
  package var color = ColorChoice.auto
  package var offline = false
  package var yes = false
  package var verbose = false
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
