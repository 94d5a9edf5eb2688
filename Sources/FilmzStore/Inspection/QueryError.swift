package import FilmzDomain

/// An error in a query of the user, or a limit that the query exceeds.
package enum QueryError: Sendable, Hashable {
  /// The query has no statement.
  case empty
  case severalStatements
  /// The query contains a statement that is not allowed, such as `DELETE`.
  case refused(String)
  /// There is no such view, or it is a table that queries cannot read; `near` is a view of a similar name.
  case unknownView(String, near: String?)
  /// `isQuoted` is `true` if the name was in double quotation marks.
  case unknownColumn(String, near: [String], isQuoted: Bool)
  case unknownFunction(String, near: String?)
  /// SQLite rejects the query, or a function fails; the value is SQLite's message.
  case invalid(String)
  case tooSlow(seconds: Int)
  case tooMuchMemory(megabytes: Int)
  case valueTooLarge(megabytes: Int)
  /// SQLite needs too much memory or too many steps to compile the query.
  case tooComplex

  package var message: String {
    switch self {
    case .empty: "the query is empty"
    case .severalStatements: "sql runs one statement per call; remove the text after the first `;`"
    case .refused(let statement): "sql only reads: \(statement) is refused"
    case .unknownView(let name, let near):
      "there is no view \"\(name)\"; "
        + (near.map { "did you mean \($0)?" } ?? "the views are \(QueryView.all.map(\.name).joined(separator: ", "))")
    case .unknownColumn(let name, let near, let isQuoted):
      "there is no column \"\(name)\"; "
        + (isQuoted || near.isEmpty
          ? "a text needs single quotes, as in '\(name)'" : "did you mean \(near.joinedWithOr)?")
    case .unknownFunction(let name, let near):
      "sql has no function \"\(name)\"" + (near.map { "; did you mean \($0)?" } ?? "")
    case .invalid(let message):
      "the query cannot be run: \(message)"
        + (message.contains(#"near ">"#) ? "; to redirect the result, put the query in quotes" : "")
    case .tooSlow(let seconds): "the query was stopped after \(seconds) s; add conditions to make it shorter"
    case .tooMuchMemory(let megabytes):
      "the query was stopped because it needs more than \(megabytes) MB; select fewer rows or columns"
    case .valueTooLarge(let megabytes): "the query was stopped because a value is larger than \(megabytes) MB"
    case .tooComplex: "the query is too complex; use fewer common table expressions, joins and functions"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .tooSlow, .tooMuchMemory, .valueTooLarge, .tooComplex: .failed
    default: .usage
    }
  }
}

extension QueryError {
  /// Creates the error for SQLite's message about a query that it cannot compile.
  init(message: String, query: String) {
    if let name = message.text(after: "no such table: ") {
      self = .unknownView(named: name)
    } else if let name = message.text(after: "no such column: ") {
      self = .unknownColumn(named: name, in: query)
    } else if let name = message.text(after: "no such function: ") {
      self = .unknownFunction(named: name)
    } else if message.hasPrefix("too many references to ") {
      self = .tooComplex
    } else if message.hasPrefix("cannot modify"), let keyword = query.changeKeyword {
      self = .refused(keyword)
    } else {
      self = .invalid(message)
    }
  }

  static func unknownView(named name: String) -> QueryError {
    let views = QueryView.all.map(\.name)
    let stem = name.unqualified.lowercased().dropLast()
    return .unknownView(
      name, near: nearest(to: name.unqualified, among: views) ?? views.first { stem.count > 2 && $0.hasPrefix(stem) })
  }

  static func unknownFunction(named name: String) -> QueryError {
    .unknownFunction(name, near: nearest(to: name, among: QueryGuard.allowedFunctions.sorted()))
  }

  /// Creates the error for an unknown column; similar names are searched for in the views that the query names or, if
  /// it names none, in all views.
  private static func unknownColumn(named name: String, in query: String) -> QueryError {
    let words = Set(query.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init))
    let named = QueryView.all.filter { words.contains($0.name) }
    let columns = (named.isEmpty ? QueryView.all : named).flatMap(\.columns).map(\.name)
    return .unknownColumn(
      name, near: nearest(to: name.unqualified, among: columns).map { [$0] } ?? [],
      isQuoted: query.contains("\"\(name)\""))
  }

  private static func nearest(to name: String, among names: [String]) -> String? {
    let name = name.lowercased()
    if let same = names.first(where: { $0.lowercased() == name }) { return same }
    let lowercased = Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
    return SpellingDistance.nearest(to: name, among: lowercased.keys.sorted()).flatMap { lowercased[$0] }
  }
}

extension String {
  fileprivate func text(after prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }

  /// The text after the last point, as in `films.title`.
  fileprivate var unqualified: String { split(separator: ".").last.map(String.init) ?? self }
}

// The keywords of queries, and of statements that are not queries.
extension String {
  private static let refusedKeywords = Set(
    """
    ALTER ANALYZE ATTACH BEGIN COMMIT CREATE DELETE DETACH DROP END EXPLAIN INSERT PRAGMA REINDEX RELEASE
    REPLACE ROLLBACK SAVEPOINT UPDATE VACUUM
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// The first keyword, in capitals, if it is that of a statement that is not a query; `nil` for any other text.
  ///
  /// SQLite reports only the operations of such a statement, and only if its tables exist.
  var refusedKeyword: String? {
    var rest = utf8[...]
    while let byte = rest.first {
      if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else if "; \t\r\n\u{C}".utf8.contains(byte) {
        rest.removeFirst()
      } else {
        break
      }
    }
    let keyword = String(Substring(rest).prefix { $0.isLetter || $0 == "_" }).uppercased()
    return Self.refusedKeywords.contains(keyword) ? keyword : nil
  }

  /// The keyword of the change in a statement that begins with `WITH`, in capitals.
  var changeKeyword: String? {
    let words = Set(lowercasedWords)
    return ["insert", "update", "delete", "replace"].first(where: words.contains)?.uppercased()
  }

  /// The first table-valued function of a pragma in a query, such as `pragma_table_info`.
  var pragmaTable: String? { lowercasedWords.first { $0.hasPrefix("pragma_") } }

  private var lowercasedWords: [String] { lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init) }
}
