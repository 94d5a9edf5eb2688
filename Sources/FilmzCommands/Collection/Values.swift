import ArgumentParser
import FilmzDomain

extension Audience: NamedChoice {}

extension ArgumentHelp {
  static let viewingDate = ArgumentHelp(
    "When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown.", valueName: "date")
  static let rating = ArgumentHelp("0 to 10, 4.5/5 or ★★★★½.", valueName: "rating")
}

extension Rating {
  /// Reads a rating, or `none`.
  static func optional(_ text: String) throws(DomainError) -> Rating? {
    text.lowercased() == "none" ? nil : try Rating(parsing: text)
  }
}

extension String {
  /// The text, or nothing where it is empty or blank (Filmz2: empty text becomes absent).
  var nonBlank: String? { contains { !$0.isWhitespace } ? self : nil }
}
