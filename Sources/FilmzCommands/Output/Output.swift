package import FilmzDomain
package import FilmzTerminal

/// A row of a list, for people and for machines.
package protocol OutputRow: Sendable {
  /// The names of its values for machines, in their order.
  static var names: [String] { get }
  /// The columns of its table.
  static var columns: [Column] { get }
  /// Its values, in the order of the names.
  var values: [JSONValue] { get }
  /// Its cells, in the order of the columns.
  var cells: [Cell] { get }
}

extension OutputRow {
  /// The row as an object for machines.
  package var object: JSONValue {
    .object(zip(Self.names, values).map { JSONValue.Member(name: $0, value: $1) })
  }
}

/// One thing with much to say of it, for people and for machines.
package protocol OutputCard: Sendable {
  var members: [JSONValue.Member] { get }
  var card: Card { get }
  /// The card in the signs that a canvas has.
  func card(on canvas: Canvas) -> Card
}

extension OutputCard {
  package func card(on canvas: Canvas) -> Card { card }
}

/// What a command has to say: data, and words about it.
package struct Output: Sendable {
  /// The data of a command.
  package enum Content: Sendable {
    case nothing
    case list(any OutputRow.Type, [any OutputRow])
    /// Rows as a change left them: data for machines, while people read the notice.
    case changes(any OutputRow.Type, [any OutputRow])
    /// A list for machines that people read as a card.
    case report(any OutputRow.Type, [any OutputRow], Card)
    case card(any OutputCard)
    /// Text for people, and what stands for it elsewhere.
    case text(String, [JSONValue.Member])

    /// Rows from which on a list takes a while to be drawn.
    static let longList = 1000

    /// Whether it takes a while to be drawn, so that somebody may stop that.
    var isLong: Bool {
      if case .list(_, let rows) = self { rows.count > Self.longList } else { false }
    }
  }

  package var content: Content
  /// Words for somebody who watches, before the data.
  package var header: String?
  /// Words for somebody who watches: footers, and what was done.
  package var notices: [String] = []
  /// The one line about a long work that everybody is told when it is done.
  package var closing: String?
  /// What everybody has to be told.
  package var warnings: [String] = []
  /// What could not be done while the rest was; the command has failed then.
  package var failure: (any Failure)?
  /// Whether the data itself says that something is wrong; it is printed, and the command has failed.
  package var reportsTrouble = false
  /// Whether Ctrl-C ended it; what was done by then is shown.
  package var isInterrupted = false
  /// Whether the network gave no answer, and the next best is shown.
  package var isFallback = false
  /// Whether there is a new result set, so that a page of the old one is not to be tried again.
  package var replacesResults = false
  /// A command that is to be run instead.
  package var rerun: LineParser.Command?
  /// What a script came to that the command ran; its errors were said by then.
  package var scriptOutcome: CommandRunner.Outcome?
  /// Whether the shell or the script ends here.
  package var endsSession = false

  package init(_ content: Content, notices: [String] = [], warnings: [String] = []) {
    self.content = content
    self.notices = notices
    self.warnings = warnings
  }

  /// A list of rows.
  package static func list<Row: OutputRow>(
    _ rows: [Row], notices: [String] = [], warnings: [String] = []
  ) -> Output {
    Output(.list(Row.self, rows), notices: notices, warnings: warnings)
  }
}
