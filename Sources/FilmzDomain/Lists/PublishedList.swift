package import Foundation

/// A list of films that was published for others.
///
/// Sources: contract, People, for the form of its file; FlickSwiper, server limits.
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

    package init(id: FilmID, title: String, year: Int?, type: MediaType?, poster: String?, rating: Rating?) {
      (self.id, self.title, self.year, self.type, self.poster) = (id, title, year, type, poster)
      self.rating = rating
    }
  }

  package static let maximumFilmCount = 500
  package static let maximumDescriptionLength = 2000
  /// The number of letters and digits of an id.
  package static let idLength = 22
  static let format = "filmz-list"
  static let version = 1
  /// The text with which the file of a list begins.
  package static let filePrefix = "{\"format\":\"\(format)\","

  package let id: String
  package let name: String
  package let description: String?
  package var owner: String
  package let publishedAt: Date
  /// `true` if the owner has withdrawn the list; it has no films then.
  package let isWithdrawn: Bool
  package let films: [Film]

  package init(
    id: String, name: String, description: String?, owner: String, publishedAt: Date,
    isWithdrawn: Bool = false, films: [Film]
  ) {
    (self.id, self.name, self.description, self.owner) = (id, name, description, owner)
    (self.publishedAt, self.isWithdrawn, self.films) = (publishedAt, isWithdrawn, films)
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

/// A reason why the data of a published list is refused.
package enum PublishedListProblem: Error, Sendable, Equatable {
  /// The data is not a published list.
  case notAList
  /// The data has a version of the format that a newer filmz has written.
  case newerVersion(Int)
  /// A part of the list is missing or invalid; the text names it.
  case invalid(String)

  /// The description of the problem, to be put after the name of the file or the address.
  package var text: String {
    switch self {
    case .notAList: "is not a list that filmz has published"
    case .newerVersion: "can only be read by a newer filmz"
    case .invalid(let part): "is not a valid list: \(part)"
    }
  }
}

extension PublishedList {
  /// The maximum size of the data in bytes.
  package static let maximumSize = 1 << 20
  private static let maximumTitleLength = 1000

  /// Reads the content of a file `list.json`, which anyone may have written.
  ///
  /// Sources: FlickSwiper, server limits; contract, People.
  ///
  /// - Throws: A ``PublishedListProblem`` if anything differs from the form of ``json``, except that `description`,
  ///   `owner` and `count` may be missing.
  package init(json data: Data) throws(PublishedListProblem) {
    guard data.count <= Self.maximumSize else { throw .invalid("it has more than 1 MB") }
    let format: Format
    do {
      format = try JSONDecoder().decode(Format.self, from: data)
    } catch {
      throw .notAList
    }
    guard format.format == Self.format else { throw .notAList }
    guard format.version <= Self.version else { throw .newerVersion(format.version) }
    guard format.version == Self.version else { throw .notAList }
    let content: Content
    do {
      content = try JSONDecoder().decode(Content.self, from: data)
    } catch {
      throw .invalid(Self.description(of: error))
    }
    try self.init(content)
  }

  private init(_ content: Content) throws(PublishedListProblem) {
    guard Self.isID(content.id) else { throw .invalid("its id is not of \(Self.idLength) letters and digits") }
    guard let name = try? FilmList.validName(content.name), Self.isOneLine(name) else {
      throw .invalid("its name does not have 1 to \(TextLimit.nameLength) characters, or has control characters")
    }
    let description = content.description?.trimmed ?? ""
    guard description.count <= Self.maximumDescriptionLength, !description.contains("\0") else {
      throw .invalid("its description has more than \(Self.maximumDescriptionLength) characters")
    }
    let owner = content.owner?.trimmed ?? ""
    guard owner.count <= TextLimit.nameLength, Self.isOneLine(owner) else {
      throw .invalid("the name of its owner has more than \(TextLimit.nameLength) characters, or control characters")
    }
    guard let publishedAt = try? Date(content.publishedAt, strategy: .iso8601) else {
      throw .invalid("the time of its publication is not a time")
    }
    let films = try Self.films(content)
    guard !content.withdrawn || films.isEmpty else { throw .invalid("it is withdrawn and has films") }
    self.init(
      id: content.id, name: name, description: description.isEmpty ? nil : description,
      owner: owner, publishedAt: publishedAt, isWithdrawn: content.withdrawn, films: films)
  }

  /// Returns the films of a list, whose number and ids are checked.
  private static func films(_ content: Content) throws(PublishedListProblem) -> [Film] {
    guard content.films.count <= maximumFilmCount else { throw .invalid("it has more than \(maximumFilmCount) films") }
    guard content.count ?? content.films.count == content.films.count else {
      throw .invalid("its count is not the number of its films")
    }
    var films: [Film] = []
    for (index, film) in content.films.enumerated() { films.append(try Film(film, number: index + 1)) }
    guard Set(films.map(\.id)).count == films.count else { throw .invalid("it has a film twice") }
    return films
  }

  /// Returns whether a text has the form of an id.
  package static func isID(_ text: String) -> Bool {
    text.utf8.count == idLength
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
  }

  fileprivate static func isOneLine(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  fileprivate static func isTitle(_ text: String) -> Bool {
    !text.trimmed.isEmpty && text.count <= maximumTitleLength && isOneLine(text)
  }

  /// Returns which part of the list cannot be decoded, and why.
  private static func description(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it cannot be decoded" }
    let path: [any CodingKey]
    let problem: String
    switch error {
    case .keyNotFound(let key, let context): (path, problem) = (context.codingPath + [key], "is missing")
    case .typeMismatch(_, let context): (path, problem) = (context.codingPath, "has another type than it should")
    case .dataCorrupted(let context): (path, problem) = (context.codingPath, "has a value that is not permitted")
    case .valueNotFound(_, let context): (path, problem) = (context.codingPath, "is null")
    @unknown default: return "it cannot be decoded"
    }
    let name = path.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: " ")
    return "\(name.isEmpty ? "it" : name) \(problem)"
  }
}

extension PublishedList.Film {
  fileprivate init(_ film: PublishedList.Content.Film, number: Int) throws(PublishedListProblem) {
    guard let id = FilmID(film.id), id.rawValue == film.id else {
      throw .invalid("the id of film \(number) is not that of a film")
    }
    guard PublishedList.isTitle(film.title) else {
      throw .invalid("film \(number) has no title, or one that is too long or has control characters")
    }
    guard film.year.map((1800...2200).contains) ?? true else {
      throw .invalid("the year of film \(number) is not a year")
    }
    let type = film.type.flatMap(MediaType.init(rawValue:))
    guard (type == nil) == (film.type == nil) else { throw .invalid("the type of film \(number) is unknown") }
    guard film.poster.map({ URL(httpAddress: $0)?.isSecure == true }) ?? true else {
      throw .invalid("the poster of film \(number) is not an https address")
    }
    let tenths = film.rating.map { ($0 * 10).rounded() }
    let rating = tenths.flatMap { (0...100).contains($0) ? Rating(tenths: Int($0)) : nil }
    guard (rating == nil) == (tenths == nil) else {
      throw .invalid("the rating of film \(number) is not between 0 and 10")
    }
    self.init(id: id, title: film.title.trimmed, year: film.year, type: type, poster: film.poster, rating: rating)
  }
}

extension PublishedList {
  /// The members that identify the data as a list.
  private struct Format: Decodable {
    let format: String
    let version: Int
  }

  /// The members of the data, unchecked.
  fileprivate struct Content: Decodable {
    struct Film: Decodable {
      let id: String
      let title: String
      let year: Int?
      let type: String?
      let poster: String?
      let rating: Double?
    }

    let id: String
    let name: String
    let description: String?
    let owner: String?
    let publishedAt: String
    let withdrawn: Bool
    let count: Int?
    let films: [Film]
  }
}
