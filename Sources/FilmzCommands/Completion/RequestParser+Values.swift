import FilmzDomain

// Values of filters and of own records' fields.
extension RequestParser {
  /// Parses a filter such as `director:"akira kur`, and returns whether there is one at the cursor.
  mutating func parseQuotedFilter(
    _ current: PartialLine.Token, _ scope: FilterScope
  ) -> Bool {
    let tokens = Array(positionals.suffix(while: { !$0.word.isQuoted })) + [current]
    for index in tokens.indices.reversed() {
      guard let (field, value) = FilterText.partialFilter(tokens[index].word.text, in: scope),
        value.hasPrefix("\"")
      else { continue }
      let words = [String(value.dropFirst())] + tokens[(index + 1)...].map(\.word.text)
      let name = words.joined(separator: " ")
      guard !name.contains("\"") else { return false }
      fixedPrefix = String(tokens[index].word.text.dropLast(value.count))
      isFilter = true
      quotedFilter = (tokens[index].start, name)
      expectedWords = [.value(ValueKind(field))]
      return true
    }
    return false
  }

  /// Parses a value of an own record such as `genres=Crime, Th`, and returns whether there is one at the
  /// cursor.
  ///
  /// A value extends to the next word that begins with `FIELD=`.
  mutating func parseRecordValue(_ word: Word) -> Bool {
    guard !word.isQuoted else { return false }
    let words = positionals.map(\.word) + [word]
    guard let index = words.lastIndex(where: { Self.assignment($0) != nil }),
      let (field, name) = Self.assignment(words[index])
    else { return false }
    let isAtFirstWord = index == words.count - 1
    if isAtFirstWord { fixedPrefix = name }
    if let kind = Self.values(of: field), isAtFirstWord || field.form == .list {
      expectedWords.append(.value(kind))
    }
    if !isAtFirstWord { expectedWords.append(.value(.recordField)) }
    return true
  }

  /// Returns the field, and the beginning of the word up to `=`, if a word is `FIELD=` and a value.
  private static func assignment(_ word: Word) -> (field: RecordField, name: String)? {
    guard let end = word.text.firstIndex(of: "="),
      let field = RecordField(named: String(word.text[..<end]))
    else { return nil }
    return (field, String(word.text[...end]))
  }

  /// Returns the values that are known for a field; `nil` if there are none.
  private static func values(of field: RecordField) -> ValueKind? {
    switch field {
    case .type: .choice(MediaType.allCases.map(\.rawValue))
    case .genres: .genres
    default: nil
    }
  }
}
