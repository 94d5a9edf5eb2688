package import FilmzDomain
package import FilmzTerminal

/// The result of a command: data, messages about it, and how the command ended.
package struct Output: Sendable {
  /// The data of a command.
  package enum Content: Sendable {
    case nothing
    case list(Rows)
    /// Rows as a change left them: only for machines, because a notice tells people what was done.
    case changes(Rows)
    /// Rows for machines that people read as a card.
    case report(Rows, Card)
    /// One thing: an object for machines and a card for people.
    case card([JSONValue.Member], Card)
    /// Text for people, and what stands for it in other formats.
    case text(String, [JSONValue.Member] = [])
    case machineOnly([JSONValue.Member])
  }

  /// A line for people about the data, printed on the standard error.
  package enum Message: Sendable, Equatable {
    /// Stands before the data and is always printed.
    case warning(String)
    /// Stands before the data and is printed if somebody watches.
    case header(String)
    /// Ends a long operation, stands behind the data and is always printed.
    case closing(String)
    /// Stands behind the data and is printed if somebody watches: footers, and what was done.
    case notice(String)
  }

  /// How a command ended.
  package enum Ending: Sendable {
    case done
    /// Part of the work failed; the failure is printed and the data is not.
    case partlyFailed(any UserFacingError)
    /// The data itself reports that something is wrong; it is printed, and the command has failed.
    case foundTrouble
    /// Ctrl-C ended it; what was done by then is shown.
    case interrupted
    /// The command ran a script, which has printed its own errors.
    case script(CommandRunner.Outcome)
    /// Another command is to be run instead.
    case rerun(LineParser.Command)
    /// The shell or the script ends here.
    case endsSession
  }

  package var content: Content
  package var messages: [Message]
  package var ending: Ending
  /// Whether the network gave no answer and the data comes from a source that was asked instead.
  package var isFallback = false
  /// Whether there is a new result set, so that a move in the old one must not be retried.
  package var replacesResults = false

  package init(_ content: Content, _ messages: [Message] = [], ending: Ending = .done) {
    self.content = content
    self.messages = messages
    self.ending = ending
  }

  /// Whether the network was asked and gave no answer.
  var isUnanswered: Bool {
    if case .partlyFailed(let failure) = ending, failure.kind == .unavailable { return true }
    return isFallback
  }
}

extension Output.Content {
  /// The rows for machines, if the data is rows.
  var rows: Rows? {
    switch self {
    case .list(let rows), .changes(let rows), .report(let rows, _): rows
    case .nothing, .card, .text, .machineOnly: nil
    }
  }

  /// The members of the object for machines, if the data is not rows.
  var members: [JSONValue.Member] {
    switch self {
    case .card(let members, _), .text(_, let members), .machineOnly(let members): members
    case .nothing, .list, .changes, .report: []
    }
  }

  /// Whether it takes noticeable time to render, which the user may want to stop.
  var isLong: Bool {
    if case .list(let rows) = self { rows.isLong } else { false }
  }
}
