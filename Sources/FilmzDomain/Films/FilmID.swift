import Foundation

/// The id of a film in canonical form: `tt0133093` from IMDb, `tmdb:movie:603` from TMDB, or `own:UUID`.
///
/// IMDb's ids have at least seven digits.
package struct FilmID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  package let rawValue: String

  /// Creates an id from a string in canonical form, which is not checked.
  package init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Creates the id of a film from its number at IMDb.
  package init(imdbNumber: Int) { rawValue = Self.imdb(imdbNumber) }

  /// Parses an id as users write it; `nil` if the string is not an id.
  ///
  /// Accepts IMDb ids, with or without leading zeros (`tt133093`), `tmdb:` and `own:` ids, and addresses
  /// of films at IMDb and TMDB, in any case.
  package init?(_ text: String) {
    guard
      let canonical = Self.imdb(text) ?? Self.imdb(address: text) ?? Self.tmdb(address: text)
        ?? Self.tmdbOrOwn(text)
    else { return nil }
    rawValue = canonical
  }

  /// Creates the id of a film from its kind and number at TMDB, which numbers movies and series
  /// independently.
  package init(tmdb kind: TMDBKind, _ number: Int) {
    rawValue = "tmdb:\(kind.rawValue):\(number)"
  }

  package init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  /// `true` if the raw value is an id in canonical form; an id decoded from a file can be any string.
  package var isCanonical: Bool { Self(rawValue)?.rawValue == rawValue }

  /// The raw value if it is an IMDb id, otherwise `nil`.
  package var imdbID: String? { rawValue.hasPrefix("tt") ? rawValue : nil }

  /// `true` if this is the id of a film that the user made.
  package var isOwn: Bool { rawValue.hasPrefix("own:") }

  /// The kind and number at TMDB; `nil` if this is not a TMDB id.
  package var tmdb: (kind: TMDBKind, number: Int)? {
    let parts = rawValue.split(separator: ":")
    guard parts.count == 3, parts[0] == "tmdb", let kind = TMDBKind(rawValue: String(parts[1])),
      let number = Int(parts[2])
    else { return nil }
    return (kind, number)
  }

  package var description: String { rawValue }

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  private static func imdb(_ text: some StringProtocol) -> String? {
    guard text.prefix(2).lowercased() == "tt" else { return nil }
    let digits = text.dropFirst(2)
    guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit),
      let number = Int(digits), number > 0
    else { return nil }
    return imdb(number)
  }

  private static func imdb(_ number: Int) -> String {
    "tt" + number.zeroPadded(toLength: 7)
  }

  private static func imdb(address: String) -> String? {
    guard let path = path(of: address.lowercased(), at: "imdb.com/"),
      let title = path.firstRange(of: "title/")
    else { return nil }
    return imdb(path[title.upperBound...].prefix { $0.isLetter || $0.isNumber })
  }

  /// Returns the id in an address such as `https://www.themoviedb.org/movie/603-the-matrix`.
  private static func tmdb(address: String) -> String? {
    let lower = address.lowercased()
    guard let path = path(of: lower, at: "themoviedb.org/") else { return nil }
    for kind in TMDBKind.allCases where path.hasPrefix(kind.rawValue + "/") {
      let number = path.dropFirst(kind.rawValue.count + 1)
      let digits = number.prefix { $0.isASCII && $0.isNumber }
      let next = number.dropFirst(digits.count).first ?? "/"
      guard "-/?#".contains(next) else { return nil }
      return tmdbOrOwn("tmdb:\(kind.rawValue):\(digits)")
    }
    return nil
  }

  /// Returns the path of an address in lowercase, which may have no scheme; `nil` if the address is on
  /// another host than `host`, which ends with a slash, and its subdomains.
  private static func path(of address: String, at host: String) -> Substring? {
    guard let host = address.firstRange(of: host) else { return nil }
    let prefix = address[..<host.lowerBound]
    guard ["", "http://", "https://"].contains(where: { prefix == $0 || isSubdomain(prefix, $0) })
    else { return nil }
    return address[host.upperBound...]
  }

  private static func isSubdomain(_ prefix: Substring, _ scheme: String) -> Bool {
    prefix.hasPrefix(scheme) && prefix.hasSuffix(".")
      && prefix.dropFirst(scheme.count).allSatisfy { $0.isLetter || $0 == "." || $0 == "-" }
  }

  private static func tmdbOrOwn(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("tmdb", 3):
      guard let kind = TMDBKind(rawValue: String(parts[1])), let number = Int(parts[2]),
        (1...Int(Int32.max)).contains(number)
      else { return nil }
      return FilmID(tmdb: kind, number).rawValue
    case ("own", 2):
      return UUID(uuidString: String(parts[1])).map { "own:\($0.uuidString)" }
    default: return nil
    }
  }
}

/// The kinds of films at TMDB; the raw values are part of TMDB's ids and addresses.
package enum TMDBKind: String, Sendable, CaseIterable {
  case movie
  /// A series.
  case tv
}
