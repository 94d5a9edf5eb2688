import Foundation

/// The one canonical id of a film.
///
/// It is a text: `tt0133093` where IMDb's id is known, else `tmdb:movie:603`, else `own:UUID`.
/// IMDb's ids have at least seven digits.
package struct FilmID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  package let rawValue: String

  /// An id that was stored in its canonical form.
  package init(canonical rawValue: String) { self.rawValue = rawValue }

  /// The id of IMDb's number.
  package init(imdbNumber: Int) { rawValue = Self.imdb(imdbNumber) }

  /// Reads an id as people write it; `nil` if the text is no id.
  ///
  /// Takes short forms (`tt133093`), any case, IMDb addresses, and canonical ids of other origin.
  package init?(_ text: String) {
    guard let canonical = Self.imdb(text) ?? Self.address(text) ?? Self.foreign(text) else {
      return nil
    }
    rawValue = canonical
  }

  package init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// Whether the text is an id in its canonical form; one that was read from a file may be anything.
  package var isCanonical: Bool { Self(rawValue)?.rawValue == rawValue }

  /// IMDb's id, where it is known.
  package var imdbID: String? { rawValue.hasPrefix("tt") ? rawValue : nil }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  private static func imdb(_ text: some StringProtocol) -> String? {
    guard text.prefix(2).lowercased() == "tt" else { return nil }
    let digits = text.dropFirst(2)
    guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(digits), number > 0
    else { return nil }
    return imdb(number)
  }

  private static func imdb(_ number: Int) -> String {
    let digits = String(number)
    return "tt" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
  }

  private static func address(_ text: String) -> String? {
    let lower = text.lowercased()
    guard let host = lower.firstRange(of: "imdb.com/"),
      let title = lower[host.upperBound...].firstRange(of: "title/")
    else { return nil }
    let start = lower[..<host.lowerBound]
    guard ["", "http://", "https://"].contains(where: { start == $0 || isSubdomain(start, $0) })
    else { return nil }
    return imdb(lower[title.upperBound...].prefix { $0.isLetter || $0.isNumber })
  }

  private static func isSubdomain(_ start: Substring, _ scheme: String) -> Bool {
    start.hasPrefix(scheme) && start.hasSuffix(".")
      && start.dropFirst(scheme.count).allSatisfy { $0.isLetter || $0 == "." || $0 == "-" }
  }

  private static func foreign(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("tmdb", 3):
      guard ["movie", "tv"].contains(parts[1]), let number = Int(parts[2]), number > 0 else {
        return nil
      }
      return "tmdb:\(parts[1]):\(number)"
    case ("own", 2):
      return UUID(uuidString: String(parts[1])).map { "own:\($0.uuidString)" }
    default: return nil
    }
  }
}
