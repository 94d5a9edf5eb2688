/// The values of a film or viewing that were imported from files, and their days in the files.
///
/// They show a later import which values not to restore because the user has removed them, and which of two values
/// is newer. Source: contract, Import.
package struct ImportedValues: Sendable, Hashable {
  /// A value that can be imported.
  package enum Value: Sendable, Hashable {
    /// The film or the viewing itself.
    case subject
    /// A viewing that a rating, `seen` or an import added without a full date.
    case seen
    case rating
    case note
    case tag(String)
    /// A row that names the film by title and year only, as the id that is made from these (``FilmID/isNamed``).
    case name(FilmID)

    /// Creates the value of a field whose imported values have a day; `nil` for other fields.
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
      case .name(let id): id.rawValue
      }
    }
  }

  /// The stored form of each value: its name and, for a rating or note with a day in its file, this day, as in `rating
  /// 2024-05-01`.
  package private(set) var elements: [String]

  package init(elements: [String] = []) { self.elements = elements }

  package var isEmpty: Bool { elements.isEmpty }

  /// Returns whether a value was imported.
  package func contains(_ value: Value) -> Bool { elements.contains { $0.isElement(of: value) } }

  /// Returns the day of a value in its file; `nil` if there is none, or if the value was not imported.
  package func date(of value: Value) -> PartialDate? { PartialDate(day(of: value)) }

  /// Returns the day of a value in its file as text; empty if there is none, or if the value was not imported.
  ///
  /// If several machines have imported the value, returns the newest day.
  package func day(of value: Value) -> String {
    let length = value.text.count + 1
    return elements.filter { $0.isElement(of: value) }.map { String($0.dropFirst(length)) }.max() ?? ""
  }

  /// Records that a value was imported; the day is stored for ratings and notes only.
  package mutating func insert(_ value: Value, date: PartialDate? = nil) {
    let hasDate = value == .rating || value == .note
    let element = value.text + (hasDate ? date.map { " \($0.text)" } ?? "" : "")
    if elements.contains(element), elements.count(where: { $0.isElement(of: value) }) == 1 { return }
    elements.removeAll { $0.isElement(of: value) }
    elements.append(element)
  }

  /// Removes ``Value/seen`` from the values of a viewing, after the user has entered its date.
  package mutating func removeSeen() { elements.removeAll { $0.isElement(of: .seen) } }

  /// Returns these values, and the values of another set that are not among them; days are not compared.
  package func union(_ other: Self) -> Self {
    var union = self
    for element in other.elements {
      let datedValue = [Value.rating, .note].first(where: element.isElement)
      let isKnown = elements.contains { $0 == element || datedValue.map($0.isElement) ?? false }
      if !isKnown { union.elements.append(element) }
    }
    return union
  }
}

extension String {
  /// Returns whether the text is the stored form of a value, with or without a day.
  fileprivate func isElement(of value: ImportedValues.Value) -> Bool {
    let text = value.text
    switch value {
    case .rating, .note: return self == text || hasPrefix(text + " ")
    case .subject, .seen, .tag, .name: return self == text
    }
  }
}
