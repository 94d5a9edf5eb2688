package import Foundation

/// A list of films of the collection, in an order that the user chose.
package struct FilmList: Sendable, Hashable, Identifiable {
  package let id: UUID
  /// The name by which commands address the list, see ``ListNames``.
  package let name: String
  package let description: String?
  package let createdAt: Date
  /// The time of the last change of the list or of its films.
  package let changedAt: Date
  package let filmCount: Int
  /// The number of films that the user has seen.
  package let seenCount: Int
  /// `true` if this home, or the home that it is a copy of, has published the list.
  package let isPublished: Bool

  package init(
    id: UUID, name: String, description: String?, createdAt: Date, changedAt: Date, filmCount: Int,
    seenCount: Int, isPublished: Bool = false
  ) {
    (self.id, self.name, self.description, self.createdAt) = (id, name, description, createdAt)
    (self.changedAt, self.filmCount, self.seenCount) = (changedAt, filmCount, seenCount)
    self.isPublished = isPublished
  }

  /// Returns a typed name without surrounding white space.
  ///
  /// - Throws: ``DomainError/invalidListName`` unless it is a name, see ``Swift/String/isName``.
  package static func validName(_ text: String) throws(DomainError) -> String {
    let name = text.trimmed
    guard name.isName else { throw .invalidListName }
    return name
  }
}

/// The distinct names by which commands address lists, in any case.
///
/// If several lists have one name, because two installations created them, the oldest keeps it. A number is added to
/// the names of the others, such as `Noir (2)`, in the order of their age. Source: contract, What is synced.
package struct ListNames: Sendable, Hashable {
  /// A list with its name as it is stored.
  package typealias NamedList = (id: UUID, name: String, createdAt: Date)

  private var names: [UUID: String] = [:]
  private var ids: [String: UUID] = [:]

  package init(_ lists: some Sequence<NamedList>) {
    let groups = Dictionary(grouping: lists, by: { Self.key($0.name) }).mapValues { lists in
      lists.sorted { ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString) }
    }
    for lists in groups.values { if let oldest = lists.first { add(oldest.id, oldest.name) } }
    for (_, lists) in groups.sorted(by: { $0.key < $1.key }) {
      var number = 2
      for list in lists.dropFirst() {
        while ids[Self.key("\(list.name) (\(number))")] != nil { number += 1 }
        add(list.id, "\(list.name) (\(number))")
      }
    }
  }

  private mutating func add(_ id: UUID, _ name: String) {
    names[id] = name
    ids[Self.key(name)] = id
  }

  /// Returns the form in which names are compared: in lowercase and without surrounding white space.
  package static func key(_ name: String) -> String { name.trimmed.lowercased() }

  /// Returns the name of a list, or `nil` if there is no such list.
  package func name(of id: UUID) -> String? { names[id] }

  /// Returns the list with a name, or `nil` if there is none.
  package func id(named name: String) -> UUID? { ids[Self.key(name)] }

  /// Returns the list after which a file is named; `nil` if there are none or several such lists.
  ///
  /// Names of files have only letters, digits and hyphens, and may be cut off after 60 characters.
  package func id(ofFileNamed name: String) -> UUID? {
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return nil }
    let key = Self.fileNameKey(name)
    let matches = names.filter { _, listName in
      let listKey = Self.fileNameKey(listName)
      return listKey == key || name.unicodeScalars.count >= 60 && listKey.hasPrefix(key)
    }
    return matches.count == 1 ? matches.keys.first : nil
  }

  private static func fileNameKey(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }

  /// All names, in no particular order.
  package var all: [String] { Array(names.values) }
}
