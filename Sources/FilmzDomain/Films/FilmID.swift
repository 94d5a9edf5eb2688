import Foundation

/// The id of a film in canonical form: `tt0133093` from IMDb, `tmdb:movie:603` from TMDB, `own:UUID`, or `named:UUID` for a
/// film that is known by its title and year only.
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
  /// Accepts IMDb ids, with or without leading zeros (`tt133093`), `tmdb:`, `own:` and `named:` ids, and addresses
  /// of films at IMDb and TMDB, in any case.
  package init?(_ text: String) {
    guard
      let canonical = Self.imdb(text) ?? Self.imdb(address: text) ?? Self.tmdb(address: text) ?? Self.otherID(text)
    else { return nil }
    rawValue = canonical
  }

  /// Creates the id of a film from its kind and number at TMDB, which numbers movies and series
  /// independently.
  package init(tmdb kind: TMDBKind, _ number: Int) { rawValue = "tmdb:\(kind.rawValue):\(number)" }

  package init(from decoder: any Decoder) throws { rawValue = try decoder.singleValueContainer().decode(String.self) }

  package func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }

  /// `true` if the raw value is an id in canonical form; an id decoded from a file can be any string.
  package var isCanonical: Bool { Self(rawValue)?.rawValue == rawValue }

  /// The raw value if it is an IMDb id, otherwise `nil`.
  package var imdbID: String? { rawValue.hasPrefix("tt") ? rawValue : nil }

  /// `true` if this is the id of a film that the user made.
  package var isOwn: Bool { rawValue.hasPrefix("own:") }

  /// `true` if this is the id of a film that is known by its title and year only.
  package var isNamed: Bool { rawValue.hasPrefix("named:") }

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
    guard (1...10).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit), let number = Int(digits), number > 0
    else { return nil }
    return imdb(number)
  }

  private static func imdb(_ number: Int) -> String { "tt" + number.zeroPadded(toLength: 7) }

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
      return otherID("tmdb:\(kind.rawValue):\(digits)")
    }
    return nil
  }

  /// Returns the path of an address on a host or one of its subdomains; `nil` for other addresses.
  ///
  /// The address is in lowercase and may lack the scheme. The host ends with a slash.
  private static func path(of address: String, at host: String) -> Substring? {
    guard let host = address.firstRange(of: host) else { return nil }
    let prefix = address[..<host.lowerBound]
    guard ["", "http://", "https://"].contains(where: { prefix == $0 || isSubdomain(prefix, $0) }) else { return nil }
    return address[host.upperBound...]
  }

  private static func isSubdomain(_ prefix: Substring, _ scheme: String) -> Bool {
    prefix.hasPrefix(scheme) && prefix.hasSuffix(".")
      && prefix.dropFirst(scheme.count).allSatisfy { $0.isLetter || $0 == "." || $0 == "-" }
  }

  private static func otherID(_ text: String) -> String? {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
    switch (parts.first, parts.count) {
    case ("tmdb", 3):
      guard let kind = TMDBKind(rawValue: String(parts[1])), let number = Int(parts[2]),
        (1...Int(Int32.max)).contains(number)
      else { return nil }
      return FilmID(tmdb: kind, number).rawValue
    case ("own", 2), ("named", 2): return UUID(uuidString: String(parts[1])).map { "\(parts[0]):\($0.uuidString)" }
    default: return nil
    }
  }
}

// The ids of films that are known by title and year only.
extension FilmID {
  /// The namespace of the UUIDs of such films: 8a3c6f0e-1b52-4d97-a6e4-95d0c7b81f23.
  private static let nameNamespace: [UInt8] = [
    0x8a, 0x3c, 0x6f, 0x0e, 0x1b, 0x52, 0x4d, 0x97, 0xa6, 0xe4, 0x95, 0xd0, 0xc7, 0xb8, 0x1f, 0x23,
  ]
  /// The version of the rule by which such ids are made; machines that sync must agree on it.
  private static let nameRule = "1"

  /// Creates the id of a film that is known by its title and year only.
  ///
  /// Titles that differ in case, accents or punctuation give the same id; a title without letters and digits is used
  /// literally. The rule must not be changed, because all machines must make the same ids. Source: contract, Nothing stays
  /// behind.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - year: The year; `nil` if it is not known.
  ///   - isSeries: `true` for a series; `false` for other films, and if the type is not known.
  ///   - address: The film's address at the service that exported it, if another film of the service has the same
  ///     title and year.
  package init(named title: String, year: Int?, isSeries: Bool, address: String? = nil) {
    let key = TextFolding.key(title)
    let parts = [
      Self.nameRule, key.isEmpty ? title : key, year.map(String.init) ?? "", isSeries ? "series" : "film", address,
    ]
    let uuid = UUID(nameBased: Array(parts.compactMap(\.self).joined(separator: "\n").utf8), in: Self.nameNamespace)
    self.init(unchecked: "named:\(uuid.uuidString)")
  }
}

/// The kinds of films at TMDB; the raw values are part of TMDB's ids and addresses.
package enum TMDBKind: String, Sendable, CaseIterable {
  case movie
  /// A series.
  case tv
}
