package import Foundation

/// A list of another person that the user follows.
package struct FollowedList: Sendable, Hashable {
  package let id: String
  /// The name by which commands address the list, see ``Swift/Array/withDistinctNames``.
  package internal(set) var name: String
  package let address: ListAddress
  package let followedAt: Date
  /// The last version of the list that this machine has read, which a withdrawal does not replace; `nil` if there is
  /// none.
  package let content: PublishedList?
  /// The time at which the list was read last; `nil` if it never was.
  package let readAt: Date?
  /// `true` if the owner has withdrawn the list.
  package let isWithdrawn: Bool

  package init(
    id: String, name: String, address: ListAddress, followedAt: Date, content: PublishedList?,
    readAt: Date?, isWithdrawn: Bool
  ) {
    (self.id, self.name, self.address, self.followedAt) = (id, name, address, followedAt)
    (self.content, self.readAt, self.isWithdrawn) = (content, readAt, isWithdrawn)
  }
}

extension [FollowedList] {
  /// The lists with distinct names, sorted by name.
  ///
  /// If several lists have one name, numbers are added to the names of those that were followed later, such as
  /// `Noir (2)`.
  package var withDistinctNames: [FollowedList] {
    var names: Set<String> = []
    return sorted { ($0.followedAt, $0.id) < ($1.followedAt, $1.id) }.map { list in
      var list = list
      var number = 2
      let name = list.name
      while !names.insert(ListNames.key(list.name)).inserted {
        list.name = "\(name) (\(number))"
        number += 1
      }
      return list
    }.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
  }

  /// Returns the list with a name or id; `nil` if there is none.
  package func list(named text: String) -> FollowedList? {
    let key = ListNames.key(text)
    return first { ListNames.key($0.name) == key } ?? first { $0.id == text }
  }
}

/// The location of a published list.
package enum ListAddress: Sendable, Hashable {
  /// The address of a `list.json`.
  case web(URL)
  /// The absolute path of a `list.json`.
  case file(String)
  /// The id of a list on the server through which this home is synced.
  case server(String)

  private static let fileName = "list.json"

  /// Parses a typed address, path or id.
  ///
  /// An address or path that ends with `/` or `.html` stands for the `list.json` in the folder of the page.
  ///
  /// - Parameters:
  ///   - text: An address, a path, or an id.
  ///   - expandPath: Returns the absolute path for a typed one.
  /// - Throws: ``DomainError/invalidListAddress(_:)`` for an address that must not be used.
  package init(_ text: String, expandPath: (String) -> String) throws(DomainError) {
    let text = text.trimmed
    if PublishedList.isID(text) {
      self = .server(text)
    } else if text.contains("://") {
      guard let url = URL(httpAddress: text), url.isProtected, url.user() == nil, url.password() == nil,
        let address = Self.dataFile(of: url)
      else { throw .invalidListAddress(text) }
      self = .web(address)
    } else {
      guard !text.isEmpty, !text.contains("\0") else { throw .invalidListAddress(text) }
      let path = URL(filePath: expandPath(text)).standardizedFileURL.path(percentEncoded: false)
      self = .file(Self.dataFile(ofPath: path, isFolder: text.hasSuffix("/")))
    }
  }

  /// Creates the address from its stored form, see ``text``; `nil` if the text is invalid.
  package init?(stored text: String) {
    guard let address = try? Self(text, expandPath: { $0 }) else { return nil }
    self = address
  }

  /// The address, path or id.
  package var text: String {
    switch self {
    case .web(let url): url.absoluteString
    case .file(let path): path
    case .server(let id): id
    }
  }

  private static func dataFile(of url: URL) -> URL? {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return nil }
    parts.fragment = nil
    parts.percentEncodedPath = dataFile(
      ofPath: parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath, isFolder: false)
    return parts.url
  }

  private static func dataFile(ofPath path: String, isFolder: Bool) -> String {
    if path.hasSuffix("/") { return path + fileName }
    if isFolder { return "\(path)/\(fileName)" }
    guard path.lowercased().hasSuffix(".html"), let slash = path.lastIndex(of: "/") else { return path }
    return path[...slash] + fileName
  }
}
