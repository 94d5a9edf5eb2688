import FilmzDomain
import FilmzServices
import FilmzStore

/// Why the kids filter hides a film.
package enum HiddenReason: Sendable {
  /// The film's certification is not one of those that are shown.
  case certification
  /// The film's certification is not known.
  case unknownCertification
}

// Films that the kids filter hides. Films of the collection that are listed, counted, or completed are left
// out by the store already.
extension FilmItemAssembler {
  /// The maximum number of films whose details are requested because of their certifications.
  private static let maximumRequests = 4

  /// Returns the items with those marked that the kids filter hides, and without the titles of hidden series.
  func markingHidden(
    _ items: [FilmItem], _ collection: CollectionStore
  ) async throws -> [FilmItem] {
    guard let filter = collection.kidsFilter else { return items }
    let hiddenSeries = try await hiddenFilms(
      among: Set(items.compactMap { $0.film?.episode?.series }))
    let rated = items.compactMap { item in item.film?.rated.map { (item.id, $0) } }
    let certifications = try await certifications(
      of: items.map(\.id), in: collection,
      requested: Dictionary(rated) { first, _ in first })
    return items.map { item in
      var item = item
      let certification = certifications[item.id]
      let reason = certification == nil ? HiddenReason.unknownCertification : .certification
      item.hiddenReason = filter.allows(certification) ? nil : reason
      item.film?.episode?.hideSeries(among: hiddenSeries)
      return item
    }
  }

  /// Returns the certifications of films with some canonical ids.
  ///
  /// Stored certifications have the highest precedence, then those in `requested`, which sources have returned,
  /// then those of a local catalog.
  private func certifications(
    of ids: [FilmID], in collection: CollectionStore, requested: [FilmID: String] = [:]
  ) async throws -> [FilmID: String] {
    let known = try await collection.certifications(ids).merging(requested) { first, _ in first }
    let unknownIDs = ids.filter { known[$0] == nil }
    let localFilms = unknownIDs.isEmpty ? [:] : await lookup.localFilms(unknownIDs)
    return known.merging(localFilms.compactMapValues(\.rated)) { first, _ in first }
  }

  /// Returns those of some films, given by any of their ids, that the kids filter hides.
  func hiddenFilms(among films: Set<FilmID>) async throws -> Set<FilmID> {
    let collection = try await database.openForReading().collection
    guard let filter = collection.kidsFilter, !films.isEmpty else { return [] }
    let canonical = try await collection.canonicalIDs(of: Array(films))
    let ids = Set(films.map { canonical[$0] ?? $0 })
    let certifications = try await certifications(of: Array(ids), in: collection)
    return films.filter { !filter.allows(certifications[canonical[$0] ?? $0]) }
  }

  /// Checks that the kids filter hides none of some films; nothing needs to be known about them.
  ///
  /// - Throws: ``ViewModelError/hiddenByKidsFilter``.
  func requireShown(_ ids: [FilmID]) async throws {
    guard try await database.openForReading().collection.kidsFilter != nil else { return }
    let items = try await items(ids.map { ($0, nil) })
    guard !items.contains(where: { $0.isHidden && $0.title != nil }) else {
      throw ViewModelError.hiddenByKidsFilter
    }
  }

  /// Returns the items after requesting the details of films whose certifications are not known, unless these
  /// are many.
  ///
  /// A film whose details are not available stays hidden.
  func learningCertifications(
    of items: [FilmItem], in context: CommandContext
  ) async throws -> [FilmItem] {
    let unknownCount = items.count { $0.hiddenReason == .unknownCertification }
    guard (1...Self.maximumRequests).contains(unknownCount) else { return items }
    var items = items
    for index in items.indices where items[index].hiddenReason == .unknownCertification {
      do {
        let film = try await lookup.film(items[index].id, in: context).value
        items[index] =
          try await self.items([(film.id, film)], needsFacts: false).first ?? items[index]
      } catch is any UserFacingError {
        continue
      }
    }
    return items
  }

  /// Returns the elements whose films the kids filter shows.
  ///
  /// With a context, the details of films whose certifications are not known are requested, as for
  /// ``learningCertifications(of:in:)``.
  func shown<Element>(
    _ elements: [Element], learningIn context: CommandContext? = nil,
    _ film: (Element) -> (id: FilmID, film: Film?)
  ) async throws -> [Element] {
    guard try await database.openForReading().collection.kidsFilter != nil else { return elements }
    var items = try await self.items(elements.map(film), needsFacts: false)
    if let context { items = try await learningCertifications(of: items, in: context) }
    return zip(elements, items).filter { !$1.isHidden }.map(\.0)
  }

  /// Returns how many of all `count` skipped films the kids filter shows.
  func skipCount(among count: Int) async throws -> Int {
    let collection = try await database.openForReading().collection
    guard collection.kidsFilter != nil else { return count }
    return try await shown(collection.skippedFilms()) { ($0.id, nil) }.count
  }
}

extension Episode {
  /// Removes the id and title of the series if it is one of some hidden ones, or its id is not known.
  fileprivate mutating func hideSeries(among hiddenSeries: Set<FilmID>) {
    guard series.map(hiddenSeries.contains) ?? true else { return }
    series = nil
    seriesTitle = nil
  }
}
