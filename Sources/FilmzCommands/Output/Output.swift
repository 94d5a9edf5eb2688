package import FilmzDomain
package import FilmzTerminal

/// The result of a command: data, messages about it, and how the command ended.
package struct Output: Sendable {
  /// The data that is written to standard output.
  package enum Content: Sendable {
    case nothing
    /// Rows that are printed as a table.
    case list(Rows)
    /// Rows that are printed as texts under headings instead of a table.
    case texts(Rows, [TextBlock])
    /// Rows that a command changed. They are not printed as a table, because a notice describes the change.
    case changes(Rows)
    /// Rows that are printed as a card instead of a table.
    case report(Rows, Card)
    /// A JSON object that is printed as a card instead of a table.
    case card([JSONValue.Member], Card)
    /// Text that is printed instead of a table, and the JSON object for the other formats.
    ///
    /// Without an object, the text is also printed as Markdown.
    case text(String, [JSONValue.Member] = [])
    /// The content of a file, which is printed as it is in every format.
    case document(String)
    /// Tables, each with a heading, and the JSON object for the other formats.
    case sections([Section], [JSONValue.Member])
    /// A JSON object that is not printed as a table.
    case machineOnly([JSONValue.Member])
  }

  /// A table with a heading.
  package struct Section: Sendable {
    let title: String
    let rows: Rows
    /// A sentence below the table, such as how to list further rows; `nil` if there is none.
    var hint: String?
  }

  /// A message about the data; messages are printed to standard error.
  package enum Message: Sendable, Equatable {
    /// Printed before the data, unless the state that it reports has been reported before.
    case warning(String, state: LastingState? = nil)
    /// Printed before the data if standard error is a terminal or with `--verbose`.
    case header(String)
    /// The result of a long operation; printed after the data in any case.
    case summary(String)
    /// A footer or a confirmation; printed after the data if standard error is a terminal or with
    /// `--verbose`.
    case notice(String)
  }

  /// The way in which a command ended.
  package enum Ending: Sendable {
    case done
    /// All or part of the work failed; the error is printed instead of the data.
    case partlyFailed(any UserFacingError)
    /// The command has failed because of problems that the data reports; the data is printed.
    case foundProblems
    /// The user stopped the command with Ctrl-C; the data describes what was done before.
    case interrupted
    /// The command ran a script, which has printed its own errors.
    case script(CommandRunner.Outcome)
    /// The given command has to be run next; its outcome is reported as that of this command.
    case rerun(ParsedCommand)
    /// The shell or the script has to end.
    case endsSession
  }

  package var content: Content
  package var messages: [Message]
  package var ending: Ending
  /// `true` if the network source did not respond and the data comes from another source.
  package var isFallback = false
  /// `true` if the command created a result set, after which commands that page through the previous one must not be
  /// retried.
  package var replacesResults = false
  /// `true` if a pager first shows the end of the data, which is the newest part.
  package var opensAtEnd = false

  package init(_ content: Content, _ messages: [Message] = [], ending: Ending = .done) {
    (self.content, self.messages, self.ending) = (content, messages, ending)
  }

  /// Creates an output with a notice, if it is not `nil`.
  init(_ content: Content, notice: String?, ending: Ending = .done) {
    self.init(content, notice.map { [.notice($0)] } ?? [], ending: ending)
  }

  /// The messages to print if the data is redirected to a file or a program.
  ///
  /// The headers and notices of a list describe its position on the screen and are left out, unless the
  /// list is empty.
  var messagesForRedirection: [Message] {
    guard let rows = content.listedRows, rows.count > 0 else { return messages }
    return messages.filter { message in
      switch message {
      case .warning, .summary: true
      case .header, .notice: false
      }
    }
  }

  /// `true` if a network request failed; the command can then be retried.
  var isRetryable: Bool {
    if case .partlyFailed(let failure) = ending, failure.exitCategory == .unavailable { return true }
    return isFallback
  }
}

extension Output.Message { init(_ warning: Warning) { self = .warning(warning.text, state: warning.state) } }

extension Output.Content {
  /// The rows for the formats other than `table`; `nil` if the data does not consist of rows.
  var rows: Rows? {
    switch self {
    case .list(let rows), .texts(let rows, _), .changes(let rows), .report(let rows, _): rows
    case .nothing, .card, .text, .document, .sections, .machineOnly: nil
    }
  }

  /// The members of the JSON object; empty if there is no object.
  var members: [JSONValue.Member] {
    switch self {
    case .card(let members, _), .text(_, let members), .sections(_, let members), .machineOnly(let members): members
    case .nothing, .document, .list, .texts, .changes, .report: []
    }
  }

  /// Returns the content without the columns of ratings that the settings do not choose, and with the user's ratings
  /// on a scale.
  func showing(_ settings: Settings, on scale: RatingScale = .points) -> Self {
    switch self {
    case .list(let rows): .list(rows.showing(settings, on: scale))
    case .changes(let rows): .changes(rows.showing(settings, on: scale))
    case .sections(let sections, let members):
      .sections(
        sections.map { Output.Section(title: $0.title, rows: $0.rows.showing(settings, on: scale), hint: $0.hint) },
        members)
    default: self
    }
  }

  /// The rows of a list; `nil` if the content is not a list.
  fileprivate var listedRows: Rows? {
    switch self {
    case .list(let rows), .texts(let rows, _): rows
    default: nil
    }
  }

  /// The number of rows with their noun, such as `13 films`; `nil` if the content is not a list.
  package var listedAmount: String? { listedRows.map { $0.count.counted($0.noun) } }

  /// `true` if rendering may take so long that it has to be cancellable.
  var isSlowToRender: Bool { listedRows?.isSlowToRender ?? false }
}

extension Rows {
  /// Returns the rows without the columns of ratings that the settings do not choose, and with the user's ratings on a
  /// scale.
  func showing(_ settings: Settings, on scale: RatingScale) -> Rows {
    let shownTitles: Set<String> =
      switch settings.listRatings {
      case .both: [settings.showsScores ? "Score" : "IMDb", "Mine"]
      case .mine: ["Mine"]
      case .imdb: ["IMDb"]
      case .tmdb: ["TMDB"]
      case .none: []
      }
    let hiddenTitles = Set(["IMDb", "TMDB", "Score", "Mine"]).subtracting(shownTitles)
    return withoutColumns(titled: hiddenTitles).showingRatings(on: scale)
  }
}
