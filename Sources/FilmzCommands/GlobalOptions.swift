package import FilmzTerminal

/// The options that every command accepts, before or after the verb.
package struct GlobalOptions: ArgumentGroup {
  package static let arguments: [Argument<Self>] = [
    .option("--format", \.format, "The output format."),
    .option("--color", \.color, "When to use color."),
    .flag("--offline", \.offline, "Do not use the network."),
    .flag("--yes", \.yes, "Answer yes to all confirmations."),
    .flag(
      "--verbose", \.verbose, "Show notices and footers even if standard error is not a terminal."),
  ]

  package var format: OutputFormat?
  package var color: ColorChoice?
  package var offline = false
  package var yes = false
  package var verbose = false

  package init() {}

  /// Returns the options of the program, overridden by those that were given with the command.
  package func overriding(_ base: RunOptions) -> RunOptions {
    RunOptions(
      format: format ?? base.format, color: color ?? base.color, offline: offline || base.offline,
      yes: yes || base.yes, verbose: verbose || base.verbose)
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
