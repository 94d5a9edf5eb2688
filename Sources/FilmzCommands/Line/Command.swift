package import FilmzDomain

/// The description of a command or of a group of subcommands.
///
/// Parsing, help, the manual page and completion are all based on it.
package struct Command: Sendable {
  /// The full name, including the name of the group, such as `config set`.
  package let name: String
  /// The built-in aliases.
  package let aliases: [String]
  /// One sentence for help.
  package let summary: String
  /// The subcommands of a group; the first one runs if only the group is named.
  package let subcommands: [Command]
  /// The error message for all invalid arguments, if the arguments must not be printed; `nil` if they
  /// may be printed.
  let usageError: String?
  /// The type that declares the arguments; `nil` for a group.
  let arguments: (any ArgumentGroup.Type)?
  private let usageText: String?
  private let details: String
  private let exampleLines: String

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - arguments: The type that declares the arguments; `nil` for a group.
  ///   - name: The full name, such as `config set`.
  ///   - summary: One sentence for help.
  ///   - aliases: The built-in aliases.
  ///   - usage: The synopsis, one form per line; `nil` to derive it from the arguments.
  ///   - details: Paragraphs for help, separated by empty lines.
  ///   - examples: Valid command lines, one per line.
  ///   - usageError: The error message for all invalid arguments, if the arguments must not be
  ///     printed; `nil` if they may be printed.
  ///   - subcommands: The subcommands of a group, the default one first.
  init(
    _ arguments: (any ArgumentGroup.Type)?, _ name: String, _ summary: String,
    aliases: [String] = [], usage: String? = nil, details: String = "", examples: String = "",
    usageError: String? = nil, subcommands: [Command] = []
  ) {
    (self.arguments, self.name, self.summary, self.aliases) = (arguments, name, summary, aliases)
    usageText = usage
    self.details = details
    exampleLines = examples
    self.usageError = usageError
    self.subcommands = subcommands
  }

  /// The last word of the name, such as `set` for `config set`.
  var shortName: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The name, followed by the built-in aliases.
  var names: [String] { [name] + aliases }

  /// The command itself, followed by its subcommands.
  package var withSubcommands: [Command] { [self] + subcommands }

  /// The positional arguments and options of the command itself.
  package var parameters: [Parameter] { arguments?.parameters ?? [] }

  package var positionals: [Parameter] { parameters.filter { $0.kind == .positional } }

  package var options: [Parameter] { parameters.filter { $0.kind != .positional } }

  /// Returns the option with a name, which can be a global option; `nil` if there is none.
  func option(named name: String) -> Parameter? {
    (parameters + GlobalOptions.parameters).first { $0.names.contains(name) }
  }

  /// The lines of the synopsis; empty for a group whose synopsis is not declared.
  package var usage: [String] {
    if let usageText { return usageText.split(separator: "\n").map(String.init) }
    guard subcommands.isEmpty else { return [] }
    let options = options.isEmpty ? [] : ["[options]"]
    return [([name] + positionals.map(\.synopsis) + options).joined(separator: " ")]
  }

  /// The paragraphs for help, each on one line.
  package var paragraphs: [String] {
    details.split(separator: "\n\n").map { String($0).replacing("\n", with: " ") }
  }

  package var examples: [String] { exampleLines.split(separator: "\n").map(String.init) }

  /// Parses the words after the name of the command.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if the words are not valid arguments of the
  ///   command, or if the command is a group; ``CommandError/wrongOption(_:)`` if one of them is a
  ///   launch option.
  package func read(
    _ words: [Word]
  ) throws(CommandError) -> (command: any ShellCommand, global: GlobalOptions) {
    guard let type = arguments?.shellCommand else {
      throw .wrongUsage("\(name) needs a subcommand", verb: name)
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

/// A command that runs in the same way in the shell, in a script and as a single command.
package protocol ShellCommand: ArgumentGroup {
  /// The description of the command for parsing, help and completion.
  static var command: Command { get }

  /// Runs the command.
  ///
  /// - Returns: The data and messages to print; the command itself prints nothing.
  /// - Throws: A ``FilmzDomain/UserFacingError`` if the command fails, or a `CancellationError` if
  ///   it is cancelled.
  func run(in session: Session) async throws -> Output
}

extension ShellCommand {
  package static var shellCommand: (any ShellCommand.Type)? { self }
}
