/// The parts of SQL's syntax that matter besides SQLite's own checks.
enum QuerySyntax {
  /// A name or a symbol.
  ///
  /// Whitespace and comments are left out. A text is the symbol `'`, a number is `0`.
  enum Token: Equatable {
    /// A keyword or a name, in lowercase and without its quotation marks.
    case name(String)
    case symbol(Character)
  }

  /// The keywords that begin statements other than queries.
  ///
  /// SQLite refuses these statements only by what they do, and some of them not until they run.
  private static let refusedKeywords = Set(
    """
    alter analyze attach begin commit create delete detach drop end explain insert pragma reindex release \
    replace rollback savepoint update vacuum
    """.split(separator: " ").map(String.init))

  /// Returns the first keyword of a statement that is not a query, in capitals; `nil` for any other text.
  static func refusedStatement(_ tokens: [Token]) -> String? {
    guard case .name(let word) = tokens.first(where: { $0 != .symbol(";") }),
      refusedKeywords.contains(word)
    else { return nil }
    return word.uppercased()
  }

  /// Returns the keyword of the change in a statement that begins with `WITH`, in capitals.
  static func changeKeyword(_ tokens: [Token]) -> String? {
    tokens.lazy.compactMap(\.name).first {
      ["insert", "replace", "update", "delete"].contains($0)
    }?
    .uppercased()
  }

  // MARK: - Tokens

  /// Returns the names and symbols of a query.
  static func tokens(_ query: String) -> [Token] {
    var rest = query.unicodeScalars[...]
    var tokens: [Token] = []
    while let first = rest.first {
      if first == "-", rest.dropFirst().first == "-" {
        rest = rest.drop { $0 != "\n" }
      } else if first == "/", rest.dropFirst().first == "*" {
        rest = afterComment(rest.dropFirst(2))
      } else if let quote = closingQuote[first] {
        let text = quotedText(&rest, quote)
        tokens.append(first == "'" ? .symbol("'") : .name(text.lowercased()))
      } else if isNameCharacter(first) {
        let name = rest.prefix(while: isNameCharacter)
        rest = rest[name.endIndex...]
        let isNumber = ("0"..."9").contains(first)
        tokens.append(isNumber ? .symbol("0") : .name(String(name).lowercased()))
      } else {
        rest = rest.dropFirst()
        if !first.properties.isWhitespace { tokens.append(.symbol(Character(first))) }
      }
    }
    return tokens
  }

  private static let closingQuote: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "'", "\"": "\"", "`": "`", "[": "]",
  ]

  private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
    default: scalar.value > 0x7F
    }
  }

  private static func afterComment(_ text: Substring.UnicodeScalarView)
    -> Substring.UnicodeScalarView
  {
    var rest = text
    while let scalar = rest.popFirst() {
      if scalar == "*", rest.first == "/" { return rest.dropFirst() }
    }
    return rest
  }

  /// Removes a text in quotation marks, and returns it without them.
  ///
  /// A doubled quotation mark in the text is a part of it.
  private static func quotedText(
    _ rest: inout Substring.UnicodeScalarView, _ quote: Unicode.Scalar
  ) -> String {
    var text = String.UnicodeScalarView()
    rest.removeFirst()
    while let scalar = rest.popFirst() {
      if scalar == quote {
        guard rest.first == quote, quote != "]" else { return String(text) }
        rest.removeFirst()
      }
      text.append(scalar)
    }
    return String(text)
  }
}

extension QuerySyntax.Token {
  var name: String? {
    if case .name(let name) = self { name } else { nil }
  }
}
