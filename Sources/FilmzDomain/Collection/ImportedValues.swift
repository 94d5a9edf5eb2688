/// The values of a film or of a viewing that imports have brought, each with the day that its file gives.
///
/// Importing a file again must not bring back what was removed since, and compares the days of values. Source:
/// contract, Import.
package struct ImportedValues: Sendable, Hashable {
  /// A value that a file can bring.
  package enum Value: Sendable, Hashable {
    /// The film or the viewing itself.
    case subject
    /// A viewing of unknown date, for a film that was seen.
    case seen
    case rating
    case note
    case tag(String)

    /// The value of a field of a film or viewing that files give a day; `nil` for other fields.
    package init?(field: String) {
      switch field {
      case "rating": self = .rating
      case "note", "notes": self = .note
      default: return nil
      }
    }

    fileprivate var text: String {
      switch self {
      case .subject: "subject"
      case .seen: "seen"
      case .rating: "rating"
      case .note: "note"
      case .tag(let tag): "tag:\(tag)"
      }
    }
  }

  /// The texts that are stored: a value, followed by the day of a rating or note if the file gives one, as in
  /// `rating 2024-05-01`.
  package private(set) var elements: [String]

  package init(elements: [String] = []) { self.elements = elements }

  package var isEmpty: Bool { elements.isEmpty }

  /// Returns whether an import has brought a value.
  package func contains(_ value: Value) -> Bool { elements.contains { $0.names(value) } }

  /// Returns the day that the file gave a value; `nil` if it gave none, or no import has brought the value.
  package func date(of value: Value) -> PartialDate? { PartialDate(day(of: value)) }

  /// Returns the text of the day that the file gave a value; empty if it gave none, or no import has brought the value.
  ///
  /// If several machines have imported the value, it is the newest day.
  package func day(of value: Value) -> String {
    let length = value.text.count + 1
    return elements.filter { $0.names(value) }.map { String($0.dropFirst(length)) }.max() ?? ""
  }

  /// Records that an import has brought a value; the day is stored for ratings and notes only.
  package mutating func insert(_ value: Value, date: PartialDate? = nil) {
    let hasDate = value == .rating || value == .note
    let element = value.text + (hasDate ? date.map { " \($0.text)" } ?? "" : "")
    if elements.contains(element), elements.count(where: { $0.names(value) }) == 1 { return }
    elements.removeAll { $0.names(value) }
    elements.append(element)
  }

  /// Returns these values and those of another set that are not among them.
  package func union(_ other: Self) -> Self {
    var union = self
    for element in other.elements {
      let isDated = ["rating", "note"].first { element == $0 || element.hasPrefix($0 + " ") }
      let isKnown = elements.contains { known in
        known == element || isDated.map { known == $0 || known.hasPrefix($0 + " ") } ?? false
      }
      if !isKnown { union.elements.append(element) }
    }
    return union
  }
}

extension String {
  /// Returns whether the element says that a value was imported.
  fileprivate func names(_ value: ImportedValues.Value) -> Bool {
    let text = value.text
    switch value {
    case .rating, .note: return self == text || hasPrefix(text + " ")
    case .subject, .seen, .tag: return self == text
    }
  }
}
