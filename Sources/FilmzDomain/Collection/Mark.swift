package import Foundation

/// What the user has decided about a film; a stronger mark replaces a weaker one.
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
  /// The streaming service among whose films it was skipped; `nil` if there is none.
  package let platform: String?

  package init(id: FilmID, caption: Caption?, skippedAt: Date, platform: String?) {
    self.id = id
    self.caption = caption
    self.skippedAt = skippedAt
    self.platform = platform
  }
}
