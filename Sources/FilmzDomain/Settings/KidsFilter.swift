/// The certifications of the films that are shown while the kids filter is on.
///
/// It is a filter, not a lock. Source: contract, Kids filter.
package struct KidsFilter: Sendable, Hashable {
  /// The certifications in the form of ``certificationKey(_:)``.
  package let ratings: Set<String>

  /// Creates a filter from certifications that are separated by commas.
  package init(ratings: String) {
    self.ratings = Set(
      ratings.split(separator: ",").compactMap { Self.certificationKey(String($0)) })
  }

  /// The certifications, sorted.
  package var sortedRatings: [String] { ratings.sorted() }

  /// Returns whether films with a certification are shown; those without one are not.
  package func allows(_ certification: String?) -> Bool {
    certification.flatMap(Self.certificationKey).map(ratings.contains) ?? false
  }

  /// Returns the form in which certifications are compared: in upper case, with single spaces, and without a
  /// leading `FSK` or `Rated`; `nil` if nothing remains.
  package static func certificationKey(_ text: String) -> String? {
    var words = text.uppercased().split(whereSeparator: \.isWhitespace)
    if words.count > 1, ["FSK", "RATED"].contains(words[0]) { words.removeFirst() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension Settings {
  /// The kids filter; `nil` if it is off.
  package var kidsFilter: KidsFilter? { isKidsFilterOn ? KidsFilter(ratings: kidsRatings) : nil }

  package var isKidsFilterOn: Bool { hasKidsPIN || self[.kidsOn].value == "on" }

  /// The certifications of the films that the kids filter shows, separated by commas.
  package var kidsRatings: String { self[.kidsRatings].value ?? "" }
}
