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
  /// The type that declares the arguments; `nil` for a group, and for a command without arguments.
  let arguments: (any ArgumentGroup.Type)?
  /// Valid command lines.
  package let examples: [String]
  /// `true` if the command shows a page of the current result set.
  ///
  /// If a network request of the command fails, `retry` repeats the command only until there is a
  /// new result set.
  let isPaging: Bool
  private let usageText: String?
  private let details: String
  /// Further tables for help, with headings.
  let tables: [Table]
  private let run: Run?

  /// Runs a command with its arguments.
  ///
  /// Returns the data and messages to print; the command itself prints nothing. Throws a
  /// ``FilmzDomain/UserFacingError`` if the command fails, or a `CancellationError` if it is cancelled.
  package typealias Run = @Sendable (Session) async throws -> Output

  /// A table for help: labels with texts.
  package typealias Table = (heading: String, rows: [(label: String, text: String)])

  /// Describes a command.
  ///
  /// - Parameters:
  ///   - arguments: The type that declares the arguments; `nil` for a group, and for a command
  ///     without arguments.
  ///   - name: The full name, such as `config set`.
  ///   - summary: One sentence for help.
  ///   - aliases: The built-in aliases.
  ///   - usage: The synopsis, one form per line; `nil` to derive it from the arguments.
  ///   - details: Paragraphs for help, separated by empty lines.
  ///   - tables: Further tables for help.
  ///   - examples: Valid command lines.
  ///   - usageError: The error message for all invalid arguments, if the arguments must not be
  ///     printed; `nil` if they may be printed.
  ///   - isPaging: `true` if the command shows a page of the current result set.
  ///   - subcommands: The subcommands of a group, the default one first.
  ///   - run: Runs the command if it has no arguments.
  init(
    of arguments: (any ArgumentGroup.Type)? = nil, _ name: String, _ summary: String, aliases: [String] = [],
    usage: String? = nil, details: String = "", tables: [Table] = [], examples: [String] = [],
    usageError: String? = nil, isPaging: Bool = false, subcommands: [Command] = [], run: Run? = nil
  ) {
    (self.arguments, self.name, self.summary, self.aliases) = (arguments, name, summary, aliases)
    (usageText, self.details, self.examples) = (usage, details, examples)
    self.tables = tables
    (self.usageError, self.isPaging, self.subcommands) = (usageError, isPaging, subcommands)
    self.run = run
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
  package var paragraphs: [String] { details.split(separator: "\n\n").map { String($0).replacing("\n", with: " ") } }

  /// Parses the words after the name of the command.
  ///
  /// `keepsText` is `true` if the words end with a text that was typed in a shell.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if the words are not valid arguments of the
  ///   command, or if the command is a group; ``CommandError/wrongOption(_:)`` if one of them is a
  ///   launch option.
  package func read(_ words: [Word], keepsText: Bool = false) throws(CommandError) -> (run: Run, global: GlobalOptions)
  {
    if let run {
      var reader = ArgumentReader<NoArguments>(command: self)
      try reader.read(words)
      return (run, reader.global)
    }
    guard let type = arguments?.shellCommand else { throw .wrongUsage("\(name) needs a subcommand", verb: name) }
    return try read(words, of: type, keepsText: keepsText)
  }

  private func read<Arguments: ShellCommand>(
    _ words: [Word], of type: Arguments.Type, keepsText: Bool
  ) throws(CommandError) -> (run: Run, global: GlobalOptions) {
    var reader = ArgumentReader<Arguments>(command: self, keepsText: keepsText)
    try reader.read(words)
    return (reader.arguments.run, reader.global)
  }
}

/// The arguments of a command that takes none.
private struct NoArguments: ArgumentGroup {}

/// A command with arguments, which runs in the same way in the shell, in a script and as a single command.
package protocol ShellCommand: ArgumentGroup {
  /// The description of the command for parsing, help and completion.
  static var command: Command { get }

  /// Runs the command (``Command/Run``).
  @Sendable func run(in session: Session) async throws -> Output
}

extension ShellCommand {
  package static var shellCommand: (any ShellCommand.Type)? { self }

  /// Returns the error with a message for invalid arguments of the command.
  static func wrongUsage(_ message: String) -> CommandError { .wrongUsage(message, verb: command.name) }

  /// Returns the error for a missing argument of the command.
  static func missingArgument(_ argument: String) -> CommandError { .missingArgument(argument, verb: command.name) }
}
