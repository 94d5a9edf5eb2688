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
  /// `true` if the list is published by this home, or by the one that it is a copy of.
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
      (self.id, self.name, self.createdAt) = (id, name, createdAt)
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

// Changes of the order of a list, which has each film once.
extension [FilmID] {
  /// Returns the films with others inserted; films that are in the list already keep their places.
  ///
  /// - Parameters:
  ///   - films: The films to insert, in their order.
  ///   - place: The place before which they are inserted, from 1 to one more than the number of films; `nil`
  ///     for the end.
  /// - Returns: The films in the new order.
  package func inserting(_ films: [FilmID], before place: Int?) -> [FilmID] {
    var knownFilms = Set(self)
    let newFilms = films.filter { knownFilms.insert($0).inserted }
    let index = place.map { $0 - 1 } ?? endIndex
    var films = self
    films.insert(contentsOf: newFilms, at: index)
    return films
  }

  /// Returns the films with those at some places moved before another place, in the same order.
  ///
  /// - Parameters:
  ///   - places: The places of the films, from 1.
  ///   - place: The place before which they are moved; `nil` for the end. If it is one of the places, nothing
  ///     is moved.
  /// - Returns: The films in the new order.
  package func moving(_ places: ClosedRange<Int>, before place: Int?) -> [FilmID] {
    let range = places.lowerBound - 1..<places.upperBound
    let destination = place.map { $0 - 1 } ?? endIndex
    guard !range.contains(destination) else { return self }
    var films = self
    films.removeSubrange(range)
    let index = destination < range.lowerBound ? destination : destination - range.count
    films.insert(contentsOf: self[range], at: index)
    return films
  }

  /// Returns the films with the changes of an edit applied to them.
  ///
  /// A film that the edit has moved or added follows the film that it follows in the edited list. Films that
  /// were added or moved in the meantime and that the edit has not touched keep their places; those that were
  /// removed in the meantime are not added again.
  package func applying(_ edit: ListEdit) -> [FilmID] {
    let present = Set(self)
    let replaced = Set(edit.removed).union(edit.moved)
    var films = filter { !replaced.contains($0) }
    var result = Set(films)
    for (index, film) in edit.films.enumerated() {
      let isInserted = edit.isMoved(film) ? present.contains(film) : edit.isAdded(film)
      guard isInserted, result.insert(film).inserted else { continue }
      if let before = edit.films[..<index].last(where: result.contains),
        let position = films.firstIndex(of: before)
      {
        films.insert(film, at: position + 1)
      } else if let after = edit.films[(index + 1)...].first(where: result.contains),
        let position = films.firstIndex(of: after)
      {
        films.insert(film, at: position)
      } else {
        films.append(film)
      }
    }
    return films
  }
}

/// The difference between a list as an editor was given it and as the user has edited it.
package struct ListEdit: Sendable, Hashable {
  /// The edited list, without duplicates.
  package let films: [FilmID]
  /// The films that were added, in the order of the edited list.
  package let added: [FilmID]
  /// The films whose order has changed, in the order of the edited list; as few as possible.
  package let moved: [FilmID]
  /// The films that were removed, in the order of the list before.
  package let removed: [FilmID]
  private let addedFilms: Set<FilmID>
  private let movedFilms: Set<FilmID>

  /// Compares two versions of a list; of a film that is in the new one several times, the first place counts.
  package init(from old: [FilmID], to new: [FilmID]) {
    var seenFilms: Set<FilmID> = []
    films = new.filter { seenFilms.insert($0).inserted }
    let places = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    let oldPlaces = films.map { places[$0] }
    let kept = ListArrangement.longestIncreasingSubsequence(oldPlaces)
    added = films.filter { places[$0] == nil }
    moved = films.indices.filter { oldPlaces[$0] != nil && !kept.contains($0) }.map { [films] in
      films[$0]
    }
    removed = old.filter { !seenFilms.contains($0) }
    addedFilms = Set(added)
    movedFilms = Set(moved)
  }

  package var isEmpty: Bool { added.isEmpty && moved.isEmpty && removed.isEmpty }

  func isAdded(_ film: FilmID) -> Bool { addedFilms.contains(film) }

  func isMoved(_ film: FilmID) -> Bool { movedFilms.contains(film) }
}
