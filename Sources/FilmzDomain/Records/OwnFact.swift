import Foundation

/// The value of a field of an own record.
package enum OwnFact: Sendable, Hashable, Codable {
  /// The statement that there is no such fact, which hides the facts of sources.
  case none
  case text(String)
  case number(Int)
  case list([String])

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .none
    } else if let number = try? value.decode(Int.self) {
      self = .number(number)
    } else if let list = try? value.decode([String].self) {
      self = .list(list)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .list(let list): try container.encode(list)
    }
  }

  /// The value as the user types it: `none`, text, a number, or texts separated by commas.
  package var description: String {
    switch self {
    case .none: "none"
    case .text(let text): text
    case .number(let number): String(number)
    case .list(let list): list.joined(separator: ", ")
    }
  }

  /// The value as JSON, in which it is stored: `null`, a string, a number, or an array of strings.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A value of this type can always be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// Decodes a value that is stored as JSON; `nil` if it is not one.
  package init?(json: String) {
    guard let fact = try? JSONDecoder().decode(OwnFact.self, from: Data(json.utf8)) else {
      return nil
    }
    self = fact
  }
}

extension RecordField {
  /// Returns the value that a user typed for the field.
  ///
  /// `latestYear` is the greatest year that is accepted.
  ///
  /// - Throws: ``DomainError/invalidFact(_:value:expected:)``.
  package func fact(_ text: String, latestYear: Int) throws(DomainError) -> OwnFact {
    let text = text.trimmed
    let error = DomainError.invalidFact(self, value: text, expected: expectation(latestYear))
    guard text.contains(where: \.isVisible) else { throw error }
    guard Self.hasValidLength(text) else {
      throw .invalidFact(
        self, value: text.prefix(20) + "…",
        expected: "at most \(Self.maximumLength.grouped) characters")
    }
    if text.lowercased() == "none" {
      guard canBeNone else { throw error }
      return .none
    }
    switch form {
    case .text: return .text(text)
    case .address:
      guard let url = URL(httpAddress: text), url.isProtected, url.user() == nil else {
        throw error
      }
      return .text(text)
    case .year:
      guard let year = Int(text), (1870...latestYear).contains(year) else { throw error }
      return .number(year)
    case .type:
      guard let type = MediaType(named: text) else { throw error }
      return .text(type.rawValue)
    case .date:
      guard let date = PartialDate(text) else { throw error }
      return .text(date.text)
    case .minutes:
      guard let minutes = Int(text), (1...99_999).contains(minutes) else { throw error }
      return .number(minutes)
    case .list:
      let values = text.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      guard !values.isEmpty else { throw error }
      guard self == .genres else { return .list(values) }
      return .list(
        values.flatMap(Genre.names).reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }

  /// Returns whether a value can be that of the field; unlike for a value that is typed, any year is accepted.
  func accepts(_ fact: OwnFact) -> Bool {
    switch (form, fact) {
    case (_, .none): canBeNone
    case (.text, .text(let text)), (.address, .text(let text)):
      Self.hasValidLength(text) && !text.isEmpty
    case (.year, .number(let year)): (0...9999).contains(year)
    case (.type, .text(let text)): MediaType(rawValue: text) != nil
    case (.date, .text(let text)): PartialDate(text) != nil
    case (.minutes, .number(let minutes)): (1...99_999).contains(minutes)
    case (.list, .list(let texts)):
      !texts.isEmpty && texts.allSatisfy { !$0.isEmpty }
        && Self.hasValidLength(texts.joined(separator: ", "))
    default: false
    }
  }

  /// The maximum number of characters of a value.
  private static let maximumLength = 20_000

  private static func hasValidLength(_ text: String) -> Bool {
    text.utf8.count <= TextLimit.textSize
      && (text.utf8.count <= maximumLength || text.count <= maximumLength)
  }

  /// The values that the field accepts, as error messages name them.
  private func expectation(_ latestYear: Int) -> String {
    let values =
      switch form {
      case .text: "a text"
      case .address: "an address such as https://example.com/poster.jpg"
      case .year: "a year from 1870 to \(latestYear)"
      case .type: "one of \(MediaType.allCases.map(\.rawValue).joined(separator: ", "))"
      case .date: "a date such as 1995-12-15, 1995-12 or 1995"
      case .minutes: "a number of minutes from 1 to 99999"
      case .list: "texts separated by commas"
      }
    return canBeNone ? "\(values), or none" : values
  }
}

extension Character {
  /// `false` if the character consists only of blanks, control characters, and characters without a glyph.
  fileprivate var isVisible: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned:
        false
      default: true
      }
    }
  }
}
