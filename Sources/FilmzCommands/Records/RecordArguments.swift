import FilmzDomain

/// The arguments of a command for own records: targets, followed by fields with values.
///
/// A value extends to the next word that begins with `FIELD=`. Source: contract, Own records.
struct RecordArguments {
  /// The words before the first value.
  private(set) var targets: [Word] = []
  private(set) var facts: [RecordField: OwnFact] = [:]
  /// The value of `id=`.
  private(set) var id: FilmID?

  /// Parses the words of a command.
  ///
  /// - Parameters:
  ///   - words: The words after the name of the command.
  ///   - verb: The name of the command.
  ///   - acceptsID: `true` if `id=` is accepted.
  ///   - latestYear: The greatest year that is accepted.
  /// - Throws: ``DomainError/invalidFact(_:value:expected:)``, and a usage error for an unknown field, or for
  ///   one that is given twice.
  init(_ words: [Word], verb: String, acceptsID: Bool = false, latestYear: Int) throws {
    var values: [(name: String, value: String)] = []
    for word in words {
      if let (name, value) = try Self.assignment(word, verb, acceptsID: acceptsID, isFirst: values.isEmpty) {
        values.append((name, value))
      } else if values.isEmpty {
        targets.append(word)
      } else {
        values[values.count - 1].value += " " + word.text
      }
    }
    for (name, value) in values {
      let value = Self.withoutQuotes(value.trimmed)
      if name == Self.idName {
        guard id == nil, let id = FilmID(value) else {
          throw CommandError.wrongUsage(
            "\"\(value)\" is not an id; use one such as tt0113277 or tmdb:movie:949", verb: verb)
        }
        self.id = id
      } else if let field = RecordField(named: name) {
        guard facts[field] == nil else { throw CommandError.wrongUsage("\(field.rawValue) is given twice", verb: verb) }
        facts[field] = try field.fact(value, latestYear: latestYear)
      }
    }
  }

  /// Returns words such as `heat year 1996`, which have a field and its value after a target, with `year=1996` instead;
  /// `nil` if they have no such field and value.
  static func assigningValue(in words: [Word]) -> [Word]? {
    let index = words.indices.dropFirst().first { !words[$0].isQuoted && RecordField(named: words[$0].text) != nil }
    guard let index, index + 1 < words.count else { return nil }
    let value = words[(index + 1)...].map(\.text).joined(separator: " ")
    return words[..<index] + [Word("\(words[index].text)=\(value)")]
  }

  private static let idName = "id"

  /// Returns the name of a field and the beginning of its value if a word begins with `FIELD=`; otherwise `nil`.
  ///
  /// A word with `=` whose name is not similar to that of a field belongs to the value before it if the word is in quotes,
  /// or if fewer than three letters precede the `=`, as in `e=mc²`.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if the word seems to name an unknown field.
  private static func assignment(
    _ word: Word, _ verb: String, acceptsID: Bool, isFirst: Bool
  ) throws -> (name: String, value: String)? {
    guard let end = word.text.firstIndex(of: "=") else { return nil }
    let name = String(word.text[..<end])
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let value = String(word.text[word.text.index(after: end)...])
    if RecordField(named: name) != nil { return (name, value) }
    if acceptsID, name.lowercased() == idName { return (idName, value) }
    guard !word.isQuoted else { return nil }
    if let near = RecordField.nearest(to: name) {
      throw CommandError.wrongUsage("there is no field \(name); did you mean \(near.rawValue)?", verb: verb)
    }
    guard isFirst || name.count >= minimumFieldLength else { return nil }
    throw CommandError.wrongUsage(
      isFirst
        ? "there is no field \(name); the fields are \(fieldNames)"
        : "there is no field \(name); put \"\(word.text)\" in quotes if it belongs to the value", verb: verb)
  }

  /// The minimum length of a name before `=` that, within a value, is taken for the name of a field.
  private static let minimumFieldLength = 3

  static let fieldNames = RecordField.allCases.map(\.rawValue).joined(separator: ", ")

  /// Returns a text without the quotation marks around it; inside `"…"`, `\"` and `\\` are escape sequences, as in a
  /// quoted word.
  private static func withoutQuotes(_ text: String) -> String {
    guard text.count > 1, let first = text.first, "\"'".contains(first), text.last == first else { return text }
    let content = String(text.dropFirst().dropLast())
    return first == "\"" ? content.replacing(#/\\(["\\])/#) { String($0.output.1) } : content
  }
}

extension Session {
  /// The greatest year that own records accept.
  ///
  /// Source: contract, Own records.
  var latestRecordYear: Int {
    let thisYear = Int(PartialDate(day: context.now).text.prefix(4)) ?? 2100
    return thisYear + 2
  }
}
