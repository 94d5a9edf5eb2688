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
    let dated = viewings.enumerated().filter { $0.element.date != nil }.sorted {
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

  package init(id: UUID, film: FilmID, date: PartialDate?) { (self.id, self.film, self.date) = (id, film, date) }

  /// Returns whether an imported viewing on a date replaces this one.
  ///
  /// It does if this viewing was added without a full date (``ImportedValues/Value/seen``), has no rating, note or
  /// tags, and the new date is more exact: any date instead of an unknown one, or a day of this viewing's month or
  /// year.
  package func isReplaceable(by date: PartialDate?) -> Bool {
    guard imported.contains(.seen), rating == nil, note == nil, tags.isEmpty, let date else { return false }
    guard let present = self.date else { return true }
    return !present.isDay && date.isDay && date.text.hasPrefix(present.text)
  }
}

extension Viewing {
  /// The UUID namespace of viewing ids: 5b1d2f3e-6a0c-4e9b-8f47-0c2d9a7e4f10.
  private static let namespace: [UInt8] = [
    0x5b, 0x1d, 0x2f, 0x3e, 0x6a, 0x0c, 0x4e, 0x9b, 0x8f, 0x47, 0x0c, 0x2d, 0x9a, 0x7e, 0x4f, 0x10,
  ]

  /// Returns the id of a viewing, which is the same on every machine.
  ///
  /// `number` counts the film's viewings with the same date, or without a date, from 1. Viewings that a rating, a mark
  /// or a file added without a full date (``ImportedValues/Value/seen``) are counted from 0 down.
  package static func id(film: FilmID, date: PartialDate?, number: Int) -> UUID {
    UUID(nameBased: Array("\(film.rawValue)\n\(date?.text ?? "")\n\(number)".utf8), in: namespace)
  }

  /// Returns the usual range of these numbers: `1...9` for viewings with a full date, otherwise `-9...9`.
  package static func numbers(of date: PartialDate?) -> ClosedRange<Int> { date?.isDay == true ? 1...9 : -9...9 }
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

extension String {
  /// The form in which tags are compared: the folded text, or the text itself if folding removes all of it, as it does
  /// with an emoji.
  package var tagKey: String {
    let key = TextFolding.key(self)
    return key.isEmpty ? self : key
  }

  /// Returns whether two tags are the same, apart from case, accents, and punctuation.
  package func isSameTag(as other: String) -> Bool { tagKey == other.tagKey }
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
    guard let audience = Self.allCases.first(where: { $0.rawValue == name || $0.label.lowercased() == name }) else {
      return nil
    }
    self = audience
  }
}

/// The decision of the user about a film; a stronger mark replaces a weaker one.
///
/// Source: FlickSwiper, order of marks.
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

/// The optional columns of a table of films: a column is used if at least one film has its value.
package struct UsedColumns: Sendable {
  /// `true` if a film is in the collection.
  package var entries: Bool
  package var ratings: Bool
  package var comments: Bool

  package init(entries: Bool, ratings: Bool, comments: Bool) {
    (self.entries, self.ratings, self.comments) = (entries, ratings, comments)
  }
}
