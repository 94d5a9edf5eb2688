import FilmzDomain
import Foundation

/// Reads the elements of a JSON file of one of the formats that can be imported, one after another.
struct JSONFile {
  /// The kind of the elements of a file.
  enum Kind: Sendable, Hashable {
    case trakt, mflix, filmz
    /// Elements of Trakt's export that are not imported, such as films that the user owns.
    case notImported
  }

  /// The number of elements within which the kind must be recognized.
  private static let maximumSampleCount = 20

  /// `nil` if the file has elements of no known kind.
  let kind: Kind?
  /// `true` if the file is an array without elements.
  let isEmpty: Bool
  /// `true` if an element that was read so far is in Windows-1252 instead of UTF-8.
  private(set) var hasWindows1252 = false
  private let path: String
  private var reader: JSONElementReader
  /// The elements that have been read to recognize the kind.
  private var sample: ArraySlice<(line: Int, element: Result<[UInt8], JSONElementReader.Problem>)>
  /// The content of the last element that has not been returned, and its line.
  private var rest: (line: Int, elements: ArraySlice<ImportedElement>) = (0, [])

  /// - Throws: The errors of the stream.
  init(_ stream: ByteStream, path: String) throws {
    self.path = path
    reader = JSONElementReader(try TextDecoder.normalized(stream))
    var sample: [(line: Int, element: Result<[UInt8], JSONElementReader.Problem>)] = []
    var kind: Kind?
    while kind == nil, sample.count < Self.maximumSampleCount, let next = try reader.next() {
      sample.append(next)
      if case .success(let element) = next.element { kind = Self.kind(of: element) }
    }
    self.kind = kind
    isEmpty = sample.isEmpty
    self.sample = sample[...]
  }

  /// Returns the next element of the file; `nil` at the end.
  ///
  /// - Throws: The errors of the stream.
  mutating func next() throws -> (line: Int, element: Result<ImportedElement, RowProblem>)? {
    while true {
      if let element = rest.elements.popFirst() { return (rest.line, .success(element)) }
      guard let (line, element) = try sample.popFirst() ?? reader.next() else { return nil }
      switch element {
      case .failure(let problem): return (line, .failure(.unreadableJSON(problem)))
      case .success(let bytes):
        do {
          rest = (line, try elements(bytes)[...])
        } catch {
          return (line, .failure(error))
        }
      }
    }
  }

  private mutating func elements(_ bytes: [UInt8]) throws(RowProblem) -> [ImportedElement] {
    var bytes = bytes
    let (text, isWindows1252) = TextDecoder.text(bytes[...])
    if isWindows1252 {
      hasWindows1252 = true
      bytes = Array(text.utf8)
    }
    switch kind {
    case .trakt: return try TraktElement.elements(bytes, path: path)
    case .filmz: return try FilmzElement.rows(bytes).map(ImportedElement.row)
    case .mflix:
      switch try MFlixElement(bytes) {
      case .movie(let movie): return [.movie(movie)]
      case .comment(let comment): return [.comment(comment)]
      }
    case .notImported, nil: return []
    }
  }

  // MARK: - Recognition

  /// Returns the kind of a file with an element; `nil` if it is none that is known.
  private static func kind(of element: [UInt8]) -> Kind? {
    let text = TextDecoder.text(element[...]).text
    let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let members = object as? [String: Any] else { return nil }
    let names = Set(members.keys)
    if names.isSuperset(of: ["title", "inCollection"]) { return .filmz }
    if names.isSuperset(of: ["movie_id", "text"]) { return .mflix }
    if members["title"] is String, !names.isDisjoint(with: ["_id", "imdb", "cast", "tomatoes"]) {
      return .mflix
    }
    return traktKind(members, names)
  }

  private static func traktKind(_ members: [String: Any], _ names: Set<String>) -> Kind? {
    if members["name"] is String, members["items"] is [Any] { return .trakt }
    if members["name"] is String, let ids = members["ids"] as? [String: Any], ids["slug"] != nil,
      members["username"] == nil
    {
      return .trakt
    }
    let isAboutFilm = ["movie", "show"].contains { members[$0] is [String: Any] }
    let moments: Set = ["watched_at", "last_watched_at", "rated_at", "listed_at"]
    if isAboutFilm, !names.isDisjoint(with: moments) { return .trakt }
    let others: Set = [
      "movie", "show", "collected_at", "hidden_at", "liked_at", "followed_at", "friends_at",
      "username", "user", "privacy", "item_count", "comment", "person", "last_collected_at",
    ]
    return names.isDisjoint(with: others) ? nil : .notImported
  }
}

/// The members of a JSON object, of which those of other types than expected are as good as missing.
///
/// `JSONSerialization` is several times faster than `JSONDecoder` for small objects with many optional members.
struct LenientJSON {
  private let members: [String: Any]
  /// The type of `true` and `false`, `c`.
  private static let boolean = CChar(bitPattern: UInt8(ascii: "c"))

  /// Returns `nil` if the bytes are not a JSON object.
  init?(_ bytes: [UInt8]) {
    let object = try? JSONSerialization.jsonObject(with: Data(bytes))
    guard let members = object as? [String: Any] else { return nil }
    self.members = members
  }

  private init(members: [String: Any]) { self.members = members }

  /// Returns whether there is a member, which may be `null`.
  func hasMember(_ name: String) -> Bool { members[name] != nil }

  /// Returns whether there is a member, of whatever type, that is not `null`.
  func contains(_ name: String) -> Bool { members[name].map { !($0 is NSNull) } ?? false }

  /// Returns a text, or a number as a text.
  func text(_ name: String) -> String? {
    if let text = members[name] as? String { return text }
    guard let number = number(name) else { return nil }
    return (number as? Int).map { String($0) } ?? String(number.doubleValue)
  }

  /// Returns a whole number, which may be a text.
  func integer(_ name: String) -> Int? {
    if let text = members[name] as? String { return Int(text.trimmed) }
    return number(name) as? Int
  }

  /// Returns a number, but not `true` and `false`, which Foundation has as numbers, too.
  private func number(_ name: String) -> NSNumber? {
    guard let number = members[name] as? NSNumber, number.objCType.pointee != Self.boolean else {
      return nil
    }
    return number
  }

  func object(_ name: String) -> LenientJSON? {
    (members[name] as? [String: Any]).map(LenientJSON.init(members:))
  }

  /// Returns the elements of an array; `nil` if one of them is not an object.
  func objects(_ name: String) -> [LenientJSON]? {
    guard let elements = members[name] as? [Any] else { return nil }
    let objects = elements.compactMap { $0 as? [String: Any] }
    return objects.count == elements.count ? objects.map(LenientJSON.init(members:)) : nil
  }
}
