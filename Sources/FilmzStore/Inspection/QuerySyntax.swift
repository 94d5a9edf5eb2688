/// The keywords of statements that are no queries.
enum QuerySyntax {
  private static let refusedKeywords = Set(
    """
    ALTER ANALYZE ATTACH BEGIN COMMIT CREATE DELETE DETACH DROP END EXPLAIN INSERT PRAGMA REINDEX RELEASE
    REPLACE ROLLBACK SAVEPOINT UPDATE VACUUM
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Returns the first keyword of a statement that is no query, in capitals; `nil` for any other text.
  ///
  /// SQLite reports only the operations of such a statement, and only if its tables exist.
  static func refusedKeyword(_ query: String) -> String? {
    var rest = query.utf8[...]
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
    return refusedKeywords.contains(keyword) ? keyword : nil
  }

  /// Returns the keyword of the change in a statement that begins with `WITH`, in capitals.
  static func changeKeyword(_ query: String) -> String? {
    let words = Set(words(query))
    return ["insert", "update", "delete", "replace"].first(where: words.contains)?.uppercased()
  }

  /// Returns the name of the first table of a query that has the values of a pragma.
  static func pragmaTable(_ query: String) -> String? {
    words(query).first { $0.hasPrefix("pragma_") }
  }

  private static func words(_ query: String) -> [String] {
    query.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init)
  }
}
