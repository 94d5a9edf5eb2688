package import FilmzDomain

/// An error in a command line, or one that keeps a command from running.
package enum CommandError: UserFacingError, Equatable {
  case unknownVerb(String, suggestion: String?)
  case ambiguousVerb(String, candidates: [String])
  /// The word is not a verb, but the hint names another way to do the same.
  case notAVerb(String, hint: String)
  case notAvailableYet(String)
  case unbalancedQuote(String)
  case redirectionInScript(String)
  case wrongRedirection(String)
  case programInScript
  case programNotAtLineStart
  case programFailed(String, reason: String)
  case invalidAlias(String, reason: String)
  case wrongUsage(String, verb: String)
  case wrongOption(String)
  case missingArgument(String, verb: String)
  case tooManyWords(Int)
  case needsConfirmation(String)
  case needsTerminal(String)
  case nothingToRetry
  case noEditor
  case editorFailed(String, reason: String)
  case unreadableScript(path: String, reason: String)
  case scriptsNestedTooDeeply(Int)
  case scriptRunsItself(String)
  case unwritableFile(path: String, reason: String)
  case outputFailed(reason: String)
  case interrupted

  package var message: String {
    switch self {
    case .unknownVerb(let verb, let suggestion):
      "unknown command \"\(verb)\""
        + (suggestion.map { "; did you mean `\($0)`?" } ?? "; see `help`")
    case .ambiguousVerb(let verb, let candidates):
      "\"\(verb)\" could be \(candidates.joined(separator: ", "))"
    case .notAVerb(let word, let hint):
      "unknown command \"\(word)\"; \(hint)"
    case .notAvailableYet(let verb):
      "`\(verb)` comes later; "
        + (CommandTree.replacements[verb].map { "until then, use `\($0)`" }
          ?? "this version does not have it yet")
    case .unbalancedQuote(let quote):
      "the quote \(quote) is not closed; add one at the end of the quoted text"
    case .redirectionInScript(let redirection):
      "`\(redirection)` works in the shell only; redirect the whole script instead, or quote the "
        + "`\(redirection)`"
    case .wrongRedirection(let text):
      text
    case .programInScript:
      "`!` works in the shell only; run other programs outside filmz"
    case .programNotAtLineStart:
      "`!` runs a program only at the beginning of a line"
    case .programFailed(let program, let reason):
      "\(program) \(reason)"
    case .invalidAlias(let name, let reason):
      "the alias \(name) \(reason); see `config get alias.\(name)`"
    case .wrongUsage(let text, let verb):
      text.hasSuffix("?") ? text : "\(text); see `help \(verb)`"
    case .wrongOption(let text):
      text.hasSuffix("?") ? text : "\(text); see `filmz --help`"
    case .missingArgument(let argument, let verb):
      "\(verb) needs \(argument); see `help \(verb)`"
    case .tooManyWords(let maximum):
      "a command can have at most \(maximum) words; split it into several commands"
    case .needsConfirmation(let action):
      "\(action) needs confirmation, which is not possible here; add --yes"
    case .needsTerminal(let text):
      text
    case .nothingToRetry:
      "no command has failed on the network; there is nothing to run again"
    case .noEditor:
      "no editor was found; set EDITOR, as in EDITOR=nano"
    case .editorFailed(let editor, let reason):
      "the editor \(editor) \(reason); nothing was changed"
    case .unreadableScript(let path, let reason):
      "cannot read the script \(path): \(reason)"
    case .scriptsNestedTooDeeply(let maximum):
      "scripts can be nested at most \(maximum) levels deep; use fewer files"
    case .scriptRunsItself(let name):
      "the script \(name) runs itself; remove the line that runs it again"
    case .unwritableFile(let path, let reason):
      "cannot write \(path): \(reason)"
    case .outputFailed(let reason):
      "cannot write the output: \(reason)"
    case .interrupted:
      "interrupted"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .needsConfirmation, .nothingToRetry, .noEditor, .editorFailed, .programFailed,
      .scriptsNestedTooDeeply, .scriptRunsItself:
      .failed
    case .unreadableScript, .unwritableFile, .outputFailed: .inputOutput
    case .interrupted: .interrupted
    default: .usage
    }
  }
}

extension CommandError {
  /// `true` if the data could not be written.
  var isOutputFailure: Bool {
    if case .outputFailed = self { true } else { false }
  }
}
