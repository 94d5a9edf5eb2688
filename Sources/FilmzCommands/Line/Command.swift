import FilmzDomain

/// A verb of the tree of commands, or a noun with verbs below it.
///
/// Parsing, help, manual page, completion and completion scripts are made of this one value.
package struct Command: Sendable {
  /// With the noun above it, `config set`.
  package let name: String
  package let aliases: [String]
  /// One sentence about it.
  package let summary: String
  /// The commands below a noun; the first is meant by the noun alone.
  package let members: [Command]
  /// What is said of words that do not fit, if they must not be repeated.
  let usageError: String?
  /// `nil` for a noun.
  let arguments: (any ArgumentGroup.Type)?
  private let usageText: String?
  private let details: String
  private let exampleLines: String

  /// Describes a command: its arguments, `nil` for a noun, and what help says of it.
  ///
  /// The usage is the ways to write it, one a line, and is made of the arguments if there is none; details
  /// are paragraphs with empty lines between them; examples are lines that run, one a line.
  init(
    _ arguments: (any ArgumentGroup.Type)?, _ name: String, _ summary: String,
    aliases: [String] = [], usage: String? = nil, details: String = "", examples: String = "",
    usageError: String? = nil, members: [Command] = []
  ) {
    self.arguments = arguments
    self.name = name
    self.summary = summary
    self.aliases = aliases
    usageText = usage
    self.details = details
    exampleLines = examples
    self.usageError = usageError
    self.members = members
  }

  /// The last word of the name.
  var verb: String { name.split(separator: " ").last.map(String.init) ?? name }

  var names: [String] { [name] + aliases }

  /// The command and those below it.
  package var family: [Command] { [self] + members }

  /// Its own words and options.
  package var parameters: [Parameter] { arguments?.parameters ?? [] }

  package var words: [Parameter] { parameters.filter { $0.form == .word } }

  package var options: [Parameter] { parameters.filter { $0.form != .word } }

  /// The option of a name, among those of every command too.
  func option(named name: String) -> Parameter? {
    (parameters + GlobalOptions.parameters).first { $0.names.contains(name) }
  }

  /// The ways to write it.
  package var usage: [String] {
    if let usageText { return usageText.split(separator: "\n").map(String.init) }
    guard members.isEmpty else { return [] }
    let options = options.isEmpty ? [] : ["[options]"]
    return [([name] + words.map(\.inUsage) + options).joined(separator: " ")]
  }

  package var paragraphs: [String] {
    details.split(separator: "\n\n").map { String($0).replacing("\n", with: " ") }
  }

  package var examples: [String] { exampleLines.split(separator: "\n").map(String.init) }

  /// Reads the words behind the verb.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if its arguments do not take them.
  package func read(
    _ words: [Word]
  ) throws(CommandError) -> (command: any ShellCommand, global: GlobalOptions) {
    guard let type = arguments as? any ShellCommand.Type else {
      throw .wrongUsage("\(name) needs one more word", verb: name)
    }
    return try read(words, of: type)
  }

  private func read<Arguments: ShellCommand>(
    _ words: [Word], of type: Arguments.Type
  ) throws(CommandError) -> (command: any ShellCommand, global: GlobalOptions) {
    var reader = ArgumentReader<Arguments>(command: self)
    try reader.read(words)
    return (reader.arguments, reader.global)
  }
}
