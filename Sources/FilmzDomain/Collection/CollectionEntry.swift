package import Foundation

/// A film in the collection: its id, the user's data, and a caption.
package struct CollectionEntry: Sendable, Hashable, Identifiable {
  package let id: FilmID
  /// The title and year; `nil` if they are not known.
  package var caption: Caption?
  /// The type from an imported file, for films of which no source has facts.
  package var type: MediaType?
  /// The time at which the film was added to the collection.
  package var addedAt: Date
  package var rating: Rating?
  package var audience: Audience?
  /// The name of the person who recommended the film.
  package var recommendedBy: String?
  package var notes: String?
  package var tags: [String] = []
  /// The streaming service in whose list the film was marked; `nil` if there is none.
  package var platform: String?
  package var imported = ImportedValues()
  /// The viewings in the order in which they were entered.
  package var viewings: [Viewing] = []

  package init(id: FilmID, caption: Caption?, addedAt: Date) {
    (self.id, self.caption, self.addedAt) = (id, caption, addedAt)
  }

  /// `true` if the film has a viewing; an unwatched film in the collection is on the watchlist.
  package var isWatched: Bool { !viewings.isEmpty }

  /// The latest date of the viewings; `nil` if no viewing has a date.
  package var dateWatched: PartialDate? { viewings.compactMap(\.date).max() }

  /// The viewings sorted by date; viewings without a date are last.
  ///
  /// Viewings with equal dates are in the order in which they were entered.
  package var viewingsByDate: [Viewing] {
    let dated = viewings.enumerated().filter { $0.element.date != nil }
      .sorted {
        ($0.element.date?.text ?? "", $0.offset) < ($1.element.date?.text ?? "", $1.offset)
      }
    return dated.map(\.element) + viewings.filter { $0.date == nil }
  }
}

/// One occasion on which the user watched a film.
package struct Viewing: Sendable, Hashable, Identifiable {
  package let id: UUID
  package let film: FilmID
  /// The day, month, or year of the viewing; `nil` if it is not known.
  package var date: PartialDate?
  package var rating: Rating?
  package var note: String?
  package var tags: [String] = []
  package var imported = ImportedValues()

  package init(id: UUID, film: FilmID, date: PartialDate?) {
    (self.id, self.film, self.date) = (id, film, date)
  }
}

/// The numbers of films in the collection.
package struct CollectionCounts: Sendable, Hashable {
  package var total: Int
  package var watched: Int
  package var rated: Int

  package init(total: Int, watched: Int, rated: Int) {
    (self.total, self.watched, self.rated) = (total, watched, rated)
  }

  package var unwatched: Int { total - watched }
}

/// The people for whom a film is suitable.
///
/// Source: Filmz2, data structures.
package enum Audience: String, Sendable, Codable, CaseIterable {
  case me
  case partner
  case family

  /// The name of the audience in Filmz2.
  package var label: String {
    switch self {
    case .me: "Me alone"
    case .partner: "Me and partner"
    case .family: "Family"
    }
  }

  /// Creates the audience with a raw value or a label, in any case; `nil` if there is none.
  package init?(named text: String) {
    let name = text.lowercased()
    guard
      let audience = Self.allCases.first(where: {
        $0.rawValue == name || $0.label.lowercased() == name
      })
    else { return nil }
    self = audience
  }
}

/// The decision of the user about a film; a stronger mark replaces a weaker one.
///
/// Source: FlickSwiper (S5).
package enum Mark: Int, Sendable, Comparable, CaseIterable {
  /// Not interested; the film is not in the collection.
  case skipped
  /// In the collection, not watched.
  case wanted
  /// In the collection, with a viewing.
  case seen

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// Returns whether this mark replaces the current mark of a film, which is `nil` if the film has none.
  ///
  /// A stronger mark replaces a weaker one. A weaker mark replaces a stronger one only if `isForced` is `true`.
  package func replaces(_ current: Mark?, isForced: Bool) -> Bool {
    guard let current else { return true }
    return self > current || (isForced && self < current)
  }
}

/// A film that the user is not interested in.
package struct SkippedFilm: Sendable, Hashable, Identifiable {
  package let id: FilmID
  package let caption: Caption?
  package let skippedAt: Date
  /// The streaming service in whose list it was skipped; `nil` if there is none.
  package let platform: String?

  package init(id: FilmID, caption: Caption?, skippedAt: Date, platform: String?) {
    (self.id, self.caption, self.skippedAt, self.platform) = (id, caption, skippedAt, platform)
  }
}

extension String {
  /// The key by which tags are compared: the folded text, or the text itself if the folded one is empty, as for an
  /// emoji.
  package var tagKey: String {
    let key = TextFolding.key(self)
    return key.isEmpty ? self : key
  }

  /// Returns whether two tags are the same, which may differ in case, accents, and punctuation.
  package func isSameTag(as other: String) -> Bool { tagKey == other.tagKey }
}

/// The imported values of a film or of a viewing, each with the day in its file.
///
/// Importing a file again does not restore values that were removed since, and compares the days of values. Source:
/// contract, Import.
package struct ImportedValues: Sendable, Hashable {
  /// A value that can be imported.
  package enum Value: Sendable, Hashable {
    /// The film or the viewing itself.
    case subject
    /// A viewing of unknown date, for a film that was seen.
    case seen
    case rating
    case note
    case tag(String)

    /// Creates the value for a field of a film or viewing whose values have days in files; `nil` for other fields.
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

  /// Returns whether a value was imported.
  package func contains(_ value: Value) -> Bool { elements.contains { $0.names(value) } }

  /// Returns the day of a value in its file; `nil` if there is none, or if the value was not imported.
  package func date(of value: Value) -> PartialDate? { PartialDate(day(of: value)) }

  /// Returns the day of a value in its file as text; empty if there is none, or if the value was not imported.
  ///
  /// If several machines have imported the value, it is the newest day.
  package func day(of value: Value) -> String {
    let length = value.text.count + 1
    return elements.filter { $0.names(value) }.map { String($0.dropFirst(length)) }.max() ?? ""
  }

  /// Records that a value was imported; the day is stored for ratings and notes only.
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
  /// Returns whether the element names a value as imported.
  fileprivate func names(_ value: ImportedValues.Value) -> Bool {
    let text = value.text
    switch value {
    case .rating, .note: return self == text || hasPrefix(text + " ")
    case .subject, .seen, .tag: return self == text
    }
  }
}
