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

  /// Cuts the words that are to be completed off a call, where it asks for that.
  ///
  /// What stands before the verb among them holds for the call, such as `--home`.
  static func splitAtCompletion(_ arguments: [String]) -> (call: [String], words: [String]?) {
    guard let door = split(arguments).before.firstIndex(of: "--complete") else {
      return (arguments, nil)
    }
    let words = Array(arguments[(door + 1)...])
    let (before, rest) = split(Array(words.dropLast()))
    let isWhole = words.dropLast().starts(with: before) && !isAwaitingValue(before)
    return (arguments[..<door] + (isWhole && !rest.isEmpty ? before : []), words)
  }

  /// Whether the last option of some words has its value behind it.
  static func isAwaitingValue(_ words: [String]) -> Bool {
    var index = 0
    while index < words.count {
      index += withValue.contains(words[index]) ? 2 : 1
    }
    return index > words.count
  }
}
