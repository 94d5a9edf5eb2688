package import FilmzTerminal

/// The options that every command takes, before or after the verb.
package struct GlobalOptions: ArgumentGroup {
  package static let arguments: [Argument<Self>] = [
    .option("--format", \.format, "How data is printed."),
    .option("--color", \.color, "When colours are used."),
    .flag("--offline", \.offline, "Use no network at all."),
    .flag("--yes", \.yes, "Answer confirmations with yes."),
    .flag("--verbose", \.verbose, "Show notices and footers also where nobody watches."),
  ]

  package var format: OutputFormat?
  package var color: ColorChoice?
  package var offline = false
  package var yes = false
  package var verbose = false

  package init() {}

  /// These options, and where they say nothing those of the whole run.
  package func over(_ base: RunOptions) -> RunOptions {
    RunOptions(
      format: format ?? base.format, color: color ?? base.color, offline: offline || base.offline,
      yes: yes || base.yes, verbose: verbose || base.verbose)
  }
}

/// The options that hold while a command runs.
package struct RunOptions: Sendable, Equatable {
  package var format = OutputFormat.table
  package var color = ColorChoice.auto
  package var offline = false
  package var yes = false
  package var verbose = false
}

extension ColorChoice: NamedChoice {}

/// The forms in which data is printed.
package enum OutputFormat: String, Sendable, NamedChoice {
  case table
  case json
  case jsonl
  case csv
  case tsv
  case markdown
}
