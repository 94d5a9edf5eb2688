package import Foundation

/// The names by which commands address lists; upper and lower case are not distinguished.
///
/// If several lists have one name, because two installations created them, the oldest is addressed by this name
/// and the others by the name followed by a number, such as `Noir (2)`, in the order of their age. Source:
/// contract, What is synced.
package struct ListNames: Sendable, Hashable {
  /// A list with its name as it is stored.
  package struct NamedList: Sendable, Hashable {
    let id: UUID
    let name: String
    let createdAt: Date

    package init(id: UUID, name: String, createdAt: Date) {
      self.id = id
      self.name = name
      self.createdAt = createdAt
    }
  }

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

  /// Returns the form in which names are compared.
  package static func key(_ name: String) -> String { name.trimmed.lowercased() }

  /// Returns the name of a list, or `nil` if there is no such list.
  package func name(of id: UUID) -> String? { names[id] }

  /// Returns the list with a name, or `nil` if there is none.
  package func id(named name: String) -> UUID? { ids[Self.key(name)] }

  /// Returns the list from whose name the name of a file was made; `nil` if there are none or several.
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
