package import Foundation

/// A list of another person that the user follows.
package struct FollowedList: Sendable, Hashable {
  package let id: String
  /// The name by which commands address the list, see ``FollowedLists``.
  package internal(set) var name: String
  package let address: ListAddress
  package let followedAt: Date
  /// The list as it was read last, or before it was withdrawn; `nil` if this machine has not read it yet.
  package let content: PublishedList?
  /// When the list was read last; `nil` if it never was.
  package let readAt: Date?
  /// `true` if the owner has taken the list back.
  package let isWithdrawn: Bool

  package init(
    id: String, name: String, address: ListAddress, followedAt: Date, content: PublishedList?,
    readAt: Date?, isWithdrawn: Bool
  ) {
    self.id = id
    self.name = name
    self.address = address
    self.followedAt = followedAt
    self.content = content
    self.readAt = readAt
    self.isWithdrawn = isWithdrawn
  }
}

/// The lists that the user follows, with different names.
///
/// Of several lists with one name, the one that is followed the longest has it, and the others have it with a number,
/// such as `Noir (2)`.
package struct FollowedLists: Sendable, Hashable {
  /// The lists by name.
  package let all: [FollowedList]

  package init(_ lists: [FollowedList]) {
    var names: Set<String> = []
    all = lists.sorted { ($0.followedAt, $0.id) < ($1.followedAt, $1.id) }.map { list in
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
    return all.first { ListNames.key($0.name) == key } ?? all.first { $0.id == text }
  }
}
