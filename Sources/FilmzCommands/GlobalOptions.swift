package import ArgumentParser
package import FilmzTerminal

/// The options that every command takes, before or after the verb.
package struct GlobalOptions: ParsableArguments {
  @Option(help: "How data is printed.")
  package var format: OutputFormat?

  @Option(help: "When colours are used.")
  package var color: ColorChoice?

  @Flag(help: "Use no network at all.")
  package var offline = false

  @Flag(help: "Answer confirmations with yes.")
  package var yes = false

  @Flag(help: "Show notices and footers also where nobody watches.")
  package var verbose = false

  package init() {}

  /// These options, and where they say nothing those of the whole run.
  package func over(_ base: GlobalOptions) -> GlobalOptions {
    var options = self
    options.format = format ?? base.format
    options.color = color ?? base.color
    options.offline = offline || base.offline
    options.yes = yes || base.yes
    options.verbose = verbose || base.verbose
    return options
  }
}

extension ColorChoice: ExpressibleByArgument {}

/// The forms in which data is printed.
package enum OutputFormat: String, Sendable, CaseIterable, ExpressibleByArgument {
  case table
  case json
  case jsonl
  case csv
  case tsv
  case markdown
}
