import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzStore

extension RandomChanges {
  private static let listNames = ["Noir", "noir (2)", "To lend", "100 best", "Émile"]

  /// Makes a random change of a list or of a saved collection.
  ///
  /// A list that gets new films may get films that are not in the collection, which are added then.
  static func changeList(
    of films: [FilmID], _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    let names = try transaction.listNames().all.sorted()
    let list = try names.isEmpty ? nil : transaction.list(named: random.element(of: names))
    let action = Int.random(in: 0..<12, using: &random)
    switch (action, list) {
    case (0, _), (_, nil):
      try transaction.createList(
        random.element(of: listNames), description: random.element(of: [nil, "dark\nrooms"]))
    case (1, let list?): try transaction.rename(list, to: random.element(of: listNames))
    case (2, let list?):
      try transaction.setDescription(random.element(of: [nil, "“best”", "x"]), of: list)
    case (3, let list?): try transaction.deleteList(list)
    case (4, _): try changeSavedCollection(transaction, &random)
    case (_, let list?): try setFilms(of: list, among: films, transaction, &random)
    }
  }

  private static func changeSavedCollection(
    _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    let name = random.element(of: ["rainy", "old"])
    let subject = Change.Subject(.savedCollection, name)
    guard random.chance(oneIn: 3) else {
      let filter = random.element(of: ["is:unwatched", "year:1990..1999"])
      return try transaction.upsert(subject, ["name": .text(name), "filter": .text(filter)])
    }
    try transaction.delete(subject)
  }

  private static func setFilms(
    of list: UUID, among films: [FilmID], _ transaction: JournalTransaction,
    _ random: inout SplitMix
  ) throws {
    var order = try transaction.films(of: list)
    if !order.isEmpty, random.chance(oneIn: 3) {
      order.remove(at: Int.random(in: order.indices, using: &random))
    }
    if !order.isEmpty, random.chance(oneIn: 2) {
      let film = order.remove(at: Int.random(in: order.indices, using: &random))
      order.insert(film, at: Int.random(in: 0...order.count, using: &random))
    }
    for film in films where random.chance(oneIn: 3) {
      let film = try transaction.canonicalID(of: film)
      guard !order.contains(film) else { continue }
      if try transaction.entry(film) == nil { try transaction.insert(entry(film, &random)) }
      order.insert(film, at: Int.random(in: 0...order.count, using: &random))
    }
    try transaction.setFilms(order, of: list)
  }
}
