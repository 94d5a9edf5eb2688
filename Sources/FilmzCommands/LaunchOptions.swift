package import ArgumentParser

/// The options that stand before the verb only.
package struct LaunchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Keep all files below one folder.", valueName: "dir"))
  package var home: String?

  @Option(help: ArgumentHelp("Read settings from another file.", valueName: "file"))
  package var config: String?

  @Flag(help: "Stop a script at its first failing line.")
  package var bail = false

  @Option(
    name: .customShort("f"),
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run the commands of a file; - is the standard input.", valueName: "file"))
  package var file: [String] = []

  @Option(
    name: .customShort("c"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Run commands, separated by semicolons.", valueName: "commands"))
  package var commands: [String] = []

  package init() {}

  /// Options before the verb that have a value in the word behind them.
  private static let withValue: Set<String> = [
    "--home", "--config", "-f", "-c", "--format", "--color",
  ]

  /// Cuts the words of a call at the verb.
  package static func split(_ arguments: [String]) -> (before: [String], rest: [String]) {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      if arguments[index] == "--" {
        return (Array(arguments[..<index]), Array(arguments[(index + 1)...]))
      }
      index += withValue.contains(arguments[index]) ? 2 : 1
    }
    let end = min(index, arguments.count)
    return (Array(arguments[..<end]), Array(arguments[end...]))
  }
}
