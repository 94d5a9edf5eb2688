package import FilmzDomain
import FilmzStore
import Foundation

extension CollectionViewModel {
  /// Adds a viewing to films; its rating becomes mine, unless the viewing is older than the newest.
  package func markWatched(
    _ items: [FilmItem], on date: PartialDate?, rating: Rating?, note: String?, tags: [String],
    command: String, offline: Bool
  ) async throws -> ChangeOutcome {
    try await change(items, command: command, offline: offline) { transaction, item in
      let entry = try Self.ensured(item, in: transaction)
      var viewing = Viewing(
        id: try transaction.newViewingID(item.id, date), film: item.id, date: date)
      viewing.rating = rating
      viewing.note = note
      viewing.tags = tags
      try transaction.insert(viewing)
      if let rating, date.isNoOlder(than: entry.dateWatched) {
        try transaction.update(item.id) { $0.rating = rating }
      }
    }
  }

  /// Takes one viewing of a film away; numbers count its viewings by date, from 1 on.
  ///
  /// The rating stays. Throws ``ViewModelError/noSuchViewing(_:count:title:)``.
  package func removeViewing(
    _ number: Int, of item: FilmItem, command: String
  ) async throws -> ChangeOutcome {
    try await change([item], command: command, offline: true) { transaction, item in
      try Self.require(item, in: transaction)
      let viewings = try transaction.entry(item.id)?.viewingsByDate ?? []
      guard viewings.indices.contains(number - 1) else {
        throw ViewModelError.noSuchViewing(number, count: viewings.count, title: item.name)
      }
      try transaction.delete(viewing: viewings[number - 1])
    }
  }

  /// The film's viewings by date, as ``removeViewing(_:of:command:)`` numbers them.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  package func viewings(of item: FilmItem) throws -> [Viewing] {
    guard let entry = item.entry else { throw StoreError.notInCollection(title: item.name) }
    return entry.viewingsByDate
  }

  /// Takes all viewings of films away.
  package func markUnwatched(_ items: [FilmItem], command: String) async throws -> ChangeOutcome {
    try await change(items, command: command, offline: true) { transaction, item in
      try Self.require(item, in: transaction)
      try transaction.deleteViewings(of: item.id)
    }
  }
}

extension PartialDate? {
  /// Whether a viewing of this date may be the newest; a year is not older than a day in it.
  fileprivate func isNoOlder(than newest: PartialDate?) -> Bool {
    guard let newest else { return true }
    guard let self else { return false }
    return self.text >= newest.text.prefix(self.text.count)
  }
}
