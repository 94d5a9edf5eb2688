package import FilmzDomain

/// An error in a command line, or one that prevents a command from running or writing its output.
package enum CommandError: UserFacingError, Equatable {
  case unknownVerb(String, suggestion: String?)
  /// The verb is unknown, and the line may be a title; the last value is the search for it.
  case unknownVerbOrTitle(String, suggestion: String?, search: String)
  case ambiguousVerb(String, candidates: [String])
  /// The word is not a verb; the hint names the command to type instead.
  case notAVerb(String, hint: String)
  /// The verb is planned for a later version.
  case notAvailableYet(String)
  /// The closing quotation mark is missing; the value is the opening one.
  case unclosedQuote(String)
  /// The line contains syntax of other shells; the value is the message.
  case unsupportedSyntax(String)
  /// A filter was typed with spaces; the value is the filter without spaces.
  case spacedFilter(String)
  /// The redirection operator was used outside the shell.
  case redirectionInScript(String)
  /// The redirection does not have exactly one file name; the value is the message.
  case wrongRedirection(String)
  /// A command that begins with `!` was used outside the shell.
  case programInScript
  /// A command that begins with `!` is not at the beginning of a line.
  case programNotAtLineStart
  case programFailed(String, reason: String)
  case invalidAlias(String, reason: String)
  /// The arguments of a command are invalid; the first value is the message.
  case wrongUsage(String, verb: String)
  /// The arguments of a command are invalid, and the line may be a title; the last value is the search for it.
  case wrongUsageOrTitle(String, search: String)
  /// The launch options are invalid; the value is the message.
  case wrongOption(String)
  case missingArgument(String, verb: String)
  /// The command is ambiguous.
  case severalMeanings(Choice)
  /// No film is named or selected, and the screen shows `count` films; `commands` are command lines for the first two.
  case whichFilm(commands: [String], count: Int)
  /// A text was typed for the selected film, but no film is selected; `commands` are possible command lines.
  case noFilmForText(commands: [String])
  /// A single command refers to the selected film or, with `number`, to a result; it has neither of them.
  case noFilmInSingleCommand(number: Int?)
  /// There is no list of this name to add films to, and `--create` was not given; `near` are similar names.
  case noListToAddTo(String, near: [String])
  case tooManyWords(Int)
  /// The user cannot be asked to confirm the action.
  case needsConfirmation(String)
  /// The command needs a terminal; the value is the message.
  case needsTerminal(String)
  /// The PIN of the kids filter is wrong.
  case wrongPIN
  /// A new PIN was entered differently the second time.
  case differentPINs
  /// A setting of the kids filter cannot be changed, because there is a PIN.
  case protectedByPIN(String)
  case nothingToRetry
  /// The network cannot be used because the program was started with `--offline`.
  case startedOffline
  case noEditor
  case editorFailed(String, reason: String)
  case unreadableScript(path: String, reason: String)
  case scriptsNestedTooDeeply(Int)
  case scriptRunsItself(String)
  case unwritableFile(path: String, reason: String)
  case outputFailed(reason: String)
  case interrupted
  /// Films were refused; the values are the reasons.
  case refusedFilms([String])
  /// An error of an unknown type; its description is in the log at the path, which is `nil` if writing failed.
  case unexpected(logPath: String?)

  /// The maximum number of refused films whose reasons are named.
  private static let maximumReasons = 10

  /// Returns a verb without options, `kids on` for `kids on --pin`.
  private static func helpTopic(of verb: String) -> String {
    verb.split(separator: " ").prefix { !$0.hasPrefix("-") }.joined(separator: " ")
  }

  package var message: String {
    switch self {
    // A key that was pasted by mistake is not repeated.
    case .unknownVerb(let verb, nil) where SecretDetector.containsSecret(verb): "unknown command"
    case .unknownVerb(let verb, let suggestion):
      "unknown command \"\(verb)\"" + (suggestion.map { "; did you mean `\($0)`?" } ?? "; see `help`")
    case .unknownVerbOrTitle(let verb, let suggestion, let search):
      "unknown command \"\(verb)\"; "
        + (suggestion.map { "did you mean `\($0)` or `\(search)`?" } ?? "`\(search)` searches for the title")
    case .ambiguousVerb(let verb, let candidates):
      "\"\(verb)\" could be \(candidates.joinedWithOr); type "
        + candidates.map { "`\($0.shortestPrefix(longerThan: verb, notOf: candidates))`" }.joinedWithOr
    case .notAVerb(let word, let hint): "unknown command \"\(word)\"; \(hint)"
    case .notAvailableYet(let verb):
      "`\(verb)` comes later; "
        + (CommandTree.replacements[verb].map { "until then, use `\($0)`" } ?? "this version does not have it yet")
    case .unclosedQuote(let quote): "the quote \(quote) is not closed; add one at the end of the quoted text"
    case .unsupportedSyntax(let text), .wrongRedirection(let text), .needsTerminal(let text): text
    case .spacedFilter(let filter): "to filter, write `\(filter)` as one word"
    case .redirectionInScript(let redirection):
      "`\(redirection)` works in the shell only; redirect the whole script instead, or quote the `\(redirection)`"
    case .programInScript: "`!` works in the shell only; run other programs outside filmz"
    case .programNotAtLineStart: "`!` runs a program only at the beginning of a line; put it there, or quote the word"
    case .programFailed(let program, let reason): "\(program) \(reason)"
    case .invalidAlias(let name, let reason): "the alias \(name) \(reason); see `config get alias.\(name)`"
    case .wrongUsage(let text, let verb): text.hasSuffix("?") ? text : "\(text); see `help \(verb)`"
    case .wrongUsageOrTitle(let text, let search):
      text + (text.hasSuffix("?") ? " `\(search)`" : "; `\(search)`") + " searches for the title"
    case .wrongOption(let text): text.hasSuffix("?") ? text : "\(text); see `filmz --help`"
    case .missingArgument(let argument, let verb): "\(verb) needs \(argument); see `help \(Self.helpTopic(of: verb))`"
    case .severalMeanings(let choice): choice.text
    case .whichFilm(let commands, let count):
      "Which film? " + commands.joined(separator: ", ") + (count > commands.count ? " …" : "")
    case .noFilmForText(let commands):
      "no film is selected; use `\(commands.first ?? "")`"
        + commands.dropFirst().map { ", or select a film with `show` and use `\($0)`" }.joined()
    case .noFilmInSingleCommand(let number):
      "a single command has no results and no selected film; name a film by title or id"
        + (number.map { ", such as `title:\($0)`" } ?? "")
    case .noListToAddTo(let name, let near):
      "there is no list called \"\(name)\"; "
        + (near.isEmpty ? "--create creates it" : "did you mean \(near.joinedWithOr)? --create creates a new list")
    case .tooManyWords(let maximum): "a command can have at most \(maximum) words; split it into several commands"
    case .needsConfirmation(let action): "\(action) needs confirmation, which is not possible here; add --yes"
    case .wrongPIN: "the PIN is wrong; the kids filter stays on"
    case .differentPINs: "the PINs differ; nothing was changed"
    case .protectedByPIN(let key): "\(key) cannot be changed while there is a PIN; `kids off` asks for the PIN"
    case .nothingToRetry: "no command has failed for lack of a response; there is nothing to repeat"
    case .noEditor: "no editor was found; set EDITOR, as in EDITOR=nano"
    case .editorFailed(let editor, let reason):
      "the editor \(editor) \(reason); nothing was changed; set EDITOR to use another one"
    case .unreadableScript(let path, let reason): "cannot read the script \(path): \(reason)"
    case .scriptsNestedTooDeeply(let maximum): "scripts can be nested at most \(maximum) levels deep; use fewer files"
    case .startedOffline: "filmz was started with --offline; start it without that option to use the network"
    case .scriptRunsItself(let name): "the script \(name) runs itself; remove the line that runs it again"
    case .unwritableFile(let path, let reason): "cannot write \(path): \(reason)"
    case .outputFailed(let reason): "cannot write the output: \(reason)"
    case .interrupted: "interrupted"
    case .refusedFilms(let reasons):
      reasons.prefix(Self.maximumReasons).joined(separator: "; ")
        + (reasons.count > Self.maximumReasons
          ? "; and \((reasons.count - Self.maximumReasons).grouped("other film"))" : "")
    case .unexpected(let logPath):
      "the command failed with an unexpected error; "
        + (logPath.map { "details are in \($0)" } ?? "its details could not be written to the log")
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .severalMeanings, .whichFilm, .noFilmForText, .noFilmInSingleCommand, .noListToAddTo, .needsConfirmation,
      .wrongPIN, .differentPINs, .protectedByPIN, .nothingToRetry, .noEditor, .editorFailed, .programFailed,
      .scriptsNestedTooDeeply, .scriptRunsItself, .startedOffline, .refusedFilms, .unexpected:
      .failed
    case .unreadableScript, .unwritableFile, .outputFailed: .inputOutput
    case .interrupted: .interrupted
    default: .usage
    }
  }
}

extension String {
  /// Returns the shortest prefix that has more characters than a text and that no other candidate begins with; the whole
  /// string if there is none.
  fileprivate func shortestPrefix(longerThan text: String, notOf candidates: [String]) -> String {
    let others = candidates.filter { $0 != self }
    return (text.count + 1..<max(text.count + 1, count)).lazy.map { String(self.prefix($0)) }
      .first { prefix in !others.contains { $0.hasPrefix(prefix) } } ?? self
  }
}

extension CommandError {
  /// `true` if the data of a command could not be written.
  var isOutputFailure: Bool { if case .outputFailed = self { true } else { false } }
}
