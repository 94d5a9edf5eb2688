/// The options that stand before the verb only.
package struct LaunchOptions: ArgumentGroup {
  package static let arguments: [Argument<Self>] = [
    .option("--home", \.home, as: "dir", kind: .folder, "Keep all files below one folder."),
    .option("--config", \.config, as: "file", kind: .file, "Read settings from another file."),
    .flag("--bail", \.bail, "Stop a script at its first failing line."),
    .option(
      "-f", \.file, as: "file", kind: .file, takesDashes: true,
      "Run the commands of a file; - is the standard input."),
    .option(
      "-c", \.commands, as: "commands", takesDashes: true, "Run commands, separated by semicolons."),
  ]

  package var home: Word?
  package var config: Word?
  package var bail = false
  package var file: [Word] = []
  package var commands: [Word] = []

  package init() {}

  /// The options that stand before the verb only, as help lists them.
  package static let shown =
    parameters + [
      Parameter(
        form: .flag, names: ["--version"], valueName: "", values: [], summary: "Show the version."),
      Parameter(
        form: .flag, names: ["-h", "--help"], valueName: "", values: [],
        summary: "Show this help; behind a verb, the help of that verb."),
    ]

  /// Options before the verb that have a value in the word behind them.
  private static let withValue = Set(
    (parameters + GlobalOptions.parameters).filter { $0.form == .option }.flatMap(\.names))

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
