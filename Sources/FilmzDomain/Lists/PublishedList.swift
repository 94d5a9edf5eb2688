package import Foundation

/// A list of films that was published for others.
///
/// Its file has the limits of features, S79, and the form of the contract, People.
package struct PublishedList: Sendable, Hashable {
  package struct Film: Sendable, Hashable {
    package let id: FilmID
    package let title: String
    package let year: Int?
    package let type: MediaType?
    /// The address of the poster, which begins with `https://`.
    package let poster: String?
    /// The rating of the owner, if it was published.
    package let rating: Rating?

    package init(
      id: FilmID, title: String, year: Int?, type: MediaType?, poster: String?, rating: Rating?
    ) {
      self.id = id
      self.title = title
      self.year = year
      self.type = type
      self.poster = poster
      self.rating = rating
    }
  }

  package static let maximumFilmCount = 500
  package static let maximumDescriptionLength = 2000
  /// The number of letters and digits of an id.
  package static let idLength = 22
  static let format = "filmz-list"
  static let version = 1
  /// How the data file of a list begins.
  package static let mark = "{\"format\":\"\(format)\","

  package let id: String
  package let name: String
  package let description: String?
  package var owner: String
  package let publishedAt: Date
  /// `true` if the owner has taken the list back; it has no films then.
  package let isWithdrawn: Bool
  package let films: [Film]

  package init(
    id: String, name: String, description: String?, owner: String, publishedAt: Date,
    isWithdrawn: Bool = false, films: [Film]
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.owner = owner
    self.publishedAt = publishedAt
    self.isWithdrawn = isWithdrawn
    self.films = films
  }

  /// Returns a new random id of letters and digits.
  package static func newID() -> String {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<idLength).map { _ in characters[Int.random(in: characters.indices)] })
  }

  /// The content of the file `list.json`.
  package var json: String {
    let members = [
      ("format", Self.format.jsonLiteral), ("version", String(Self.version)),
      ("id", id.jsonLiteral), ("name", name.jsonLiteral),
      ("description", description?.jsonLiteral ?? "null"), ("owner", owner.jsonLiteral),
      ("publishedAt", publishedAt.formatted(.iso8601).jsonLiteral), ("withdrawn", "\(isWithdrawn)"),
      ("count", String(films.count)),
    ]
    let head = members.map { "\($0.0.jsonLiteral):\($0.1)" }.joined(separator: ",")
    let films = films.map { "\n\($0.json)" }.joined(separator: ",")
    return "{\(head),\"films\":[\(films)]}\n"
  }
}

extension PublishedList.Film {
  fileprivate var json: String {
    let members = [
      ("id", id.rawValue.jsonLiteral), ("title", title.jsonLiteral),
      ("year", year.map(String.init) ?? "null"), ("type", type?.rawValue.jsonLiteral ?? "null"),
      ("poster", poster?.jsonLiteral ?? "null"), ("rating", rating?.text ?? "null"),
    ]
    return "{" + members.map { "\($0.0.jsonLiteral):\($0.1)" }.joined(separator: ",") + "}"
  }
}
