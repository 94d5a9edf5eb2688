package import FilmzDomain

/// What is wrong with a command line, or stops a command before it begins.
package enum CommandError: UserFacingError, Equatable {
  case unknownVerb(String, near: String?)
  case ambiguousVerb(String, candidates: [String])
  /// No verb, but something else that does it.
  case notAVerb(String, hint: String)
  case comesLater(String)
  case unbalancedQuote(String)
  case redirectionInScript(String)
  case wrongRedirection(String)
  case programInScript
  case programBehindCommand
  case programFailed(String, reason: String)
  case wrongAlias(String, reason: String)
  case wrongUsage(String, verb: String)
  case wrongOption(String)
  case missing(String, verb: String)
  case tooManyWords(Int)
  case needsYes(String)
  case noTerminal(String)
  case nothingToRetry
  case noEditor
  case editorFailed(String, reason: String)
  case unreadableScript(path: String, reason: String)
  case tooManyScripts(Int)
  case scriptRunsItself(String)
  case unwritableFile(path: String, reason: String)
  case outputFailed(reason: String)
  case interrupted

  package var message: String {
    switch self {
    case .unknownVerb(let verb, let near):
      "unknown command \"\(verb)\"" + (near.map { "; did you mean `\($0)`?" } ?? "; see `help`")
    case .ambiguousVerb(let verb, let candidates):
      "\"\(verb)\" could be \(candidates.joined(separator: ", "))"
    case .notAVerb(let word, let hint):
      "unknown command \"\(word)\"; \(hint)"
    case .comesLater(let verb):
      "`\(verb)` comes later; "
        + (CommandTree.replacements[verb].map { "until then there is `\($0)`" }
          ?? "this version does not have it yet")
    case .unbalancedQuote(let quote):
      "a quote \(quote) is opened and not closed; put one at the end of its word or words"
    case .redirectionInScript(let sign):
      "`\(sign)` works in the shell only; redirect the whole script instead, or quote the sign"
    case .wrongRedirection(let text):
      text
    case .programInScript:
      "`!` works in the shell only; call other programs where filmz is called"
    case .programBehindCommand:
      "`!` runs a program at the beginning of a line only"
    case .programFailed(let program, let reason):
      "\(program) \(reason)"
    case .wrongAlias(let name, let reason):
      "the alias \(name) \(reason); see `config get alias.\(name)`"
    case .wrongUsage(let text, let verb):
      text.hasSuffix("?") ? text : "\(text); see `help \(verb)`"
    case .wrongOption(let text):
      text.hasSuffix("?") ? text : "\(text); see `filmz --help`"
    case .missing(let what, let verb):
      "\(verb) needs \(what); see `help \(verb)`"
    case .tooManyWords(let most):
      "a command takes \(most) words at most; cut it into several"
    case .needsYes(let action):
      "\(action) needs a yes; nobody can be asked here, so add --yes"
    case .noTerminal(let text):
      text
    case .nothingToRetry:
      "no command has failed on the network; there is nothing to run again"
    case .noEditor:
      "there is no editor to be found; set EDITOR, as in EDITOR=nano"
    case .editorFailed(let editor, let reason):
      "the editor \(editor) \(reason); nothing was changed"
    case .unreadableScript(let path, let reason):
      "cannot read the script \(path): \(reason)"
    case .tooManyScripts(let most):
      "scripts run scripts at most \(most) deep; put their lines into fewer files"
    case .scriptRunsItself(let name):
      "the script \(name) runs itself; take out the line that runs it again"
    case .unwritableFile(let path, let reason):
      "cannot write \(path): \(reason)"
    case .outputFailed(let reason):
      "cannot write the output: \(reason)"
    case .interrupted:
      "interrupted"
    }
  }

  package var kind: ExitCategory {
    switch self {
    case .needsYes, .nothingToRetry, .noEditor, .editorFailed, .programFailed, .tooManyScripts,
      .scriptRunsItself:
      .failed
    case .unreadableScript, .unwritableFile, .outputFailed: .inputOutput
    case .interrupted: .interrupted
    default: .usage
    }
  }
}

extension CommandError {

  /// Whether data could not be written.
  var isOutputFailure: Bool {
    if case .outputFailed = self { true } else { false }
  }
}
