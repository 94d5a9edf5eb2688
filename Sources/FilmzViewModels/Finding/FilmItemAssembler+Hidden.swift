import FilmzDomain
import FilmzServices
import FilmzStore

// Marks and leaves out films that the kids filter hides. The store itself leaves hidden films out of lists, counts, and
// completions of the collection.
extension FilmItemAssembler {
  /// The maximum number of targets whose details are requested for their certifications, and of requests at the same
  /// time.
  private static let maximumRequests = 4
  /// The maximum number of rows of a page whose details are requested for their certifications.
  static let maximumRowRequests = 40
  /// The number of requests that are reserved for commands if a service has a daily limit.
  private static let reservedRequests = 200

  /// Returns the items with ``FilmItem/hiddenReason`` for those that the kids filter hides, and without the titles of
  /// hidden series.
  func markingHidden(_ items: [FilmItem], _ collection: CollectionStore) async throws -> [FilmItem] {
    guard let filter = collection.kidsFilter else { return items }
    let hiddenSeries = try await hiddenFilms(among: Set(items.compactMap { $0.film?.episode?.series }))
    let rated = items.compactMap { item in item.film?.rated.map { (item.id, $0) } }
    let certifications = try await certifications(
      of: items.map(\.id), in: collection, requested: Dictionary(rated) { first, _ in first })
    return items.map { item in
      var item = item
      let certification = certifications[item.id]
      let reason = certification == nil ? HiddenReason.unknownCertification : .certification
      item.hiddenReason = filter.allows(certification) ? nil : reason
      item.film?.episode?.hideSeries(among: hiddenSeries)
      return item
    }
  }

  /// Returns the certifications of films, by their canonical ids.
  ///
  /// Stored certifications have the highest precedence, then those in `requested`, which a source has just returned,
  /// then those of local sources.
  private func certifications(
    of ids: [FilmID], in collection: CollectionStore, requested: [FilmID: String] = [:]
  ) async throws -> [FilmID: String] {
    let known = try await collection.certifications(ids).merging(requested) { first, _ in first }
    let unknownIDs = ids.filter { known[$0] == nil }
    let localFilms = unknownIDs.isEmpty ? [:] : await services.lookup.localFilms(unknownIDs)
    return known.merging(localFilms.compactMapValues(\.rated)) { first, _ in first }
  }

  /// Returns the films that the kids filter hides, by the ids that were given, which need not be canonical.
  func hiddenFilms(among films: Set<FilmID>) async throws -> Set<FilmID> {
    let collection = try await database.openForReading().collection
    guard let filter = collection.kidsFilter, !films.isEmpty else { return [] }
    let canonical = try await collection.canonicalIDs(of: Array(films))
    let ids = Set(films.map { canonical[$0] ?? $0 })
    let certifications = try await certifications(of: Array(ids), in: collection)
    return films.filter { !filter.allows(certifications[canonical[$0] ?? $0]) }
  }

  /// Checks that the kids filter hides none of the films; films without a title are not checked.
  ///
  /// - Throws: ``ViewModelError/filmIsHidden``.
  func requireShown(_ ids: [FilmID]) async throws {
    guard try await database.openForReading().collection.hidesFilms else { return }
    let items = try await items(ids.map { ($0, nil) })
    guard !items.contains(where: { $0.isHidden && $0.title != nil }) else { throw ViewModelError.filmIsHidden }
  }

  /// Returns the items after requesting the details of those whose certifications are not known; if there are more than
  /// ``maximumRequests`` of these, returns the items unchanged.
  ///
  /// A film whose details are not available stays hidden.
  func requestingCertifications(of items: [FilmItem], in context: CommandContext) async throws -> [FilmItem] {
    let unknownCount = items.count { $0.hiddenReason == .unknownCertification }
    guard (1...Self.maximumRequests).contains(unknownCount) else { return items }
    var items = items
    for index in items.indices where items[index].hiddenReason == .unknownCertification {
      do {
        let film = try await services.lookup.film(items[index].id, in: context).value
        items[index] = try await self.items([(film.id, film)], needsFacts: false).first ?? items[index]
      } catch is any UserFacingError {
        continue
      }
    }
    return items
  }

  /// Requests the details of at most ``maximumRowRequests`` films for their certifications, and returns the films by the
  /// given ids.
  ///
  /// No more details are requested after a batch of requests in which a service was unavailable.
  func fetchCertifications(of ids: [FilmID], in context: CommandContext) async throws -> [FilmID: Film] {
    guard !ids.isEmpty, await services.sources.canUseNetwork(in: context, reserving: Self.reservedRequests) else {
      return [:]
    }
    var films: [FilmID: Film] = [:]
    var remaining = ids.prefix(Self.maximumRowRequests)
    while !remaining.isEmpty {
      let batch = Array(remaining.prefix(Self.maximumRequests))
      remaining = remaining.dropFirst(batch.count)
      let found = try await batch.concurrentMap(maximumTasks: Self.maximumRequests) {
        id -> (film: Film?, isUnavailable: Bool) in
        do {
          return (try await services.lookup.film(id, in: context).value, false)
        } catch let error as any UserFacingError { return (nil, error.exitCategory == .unavailable) }
      }
      for (id, result) in zip(batch, found) { films[id] = result.film }
      if found.contains(where: \.isUnavailable) { break }
    }
    return films
  }

  /// Returns the items of a page after requesting the details of those whose certifications are not known.
  func requestingCertificationsOfRows(_ items: [FilmItem], _ context: CommandContext?) async throws -> [FilmItem] {
    let unknown = items.filter { $0.hiddenReason == .unknownCertification }
    guard let context, !unknown.isEmpty else { return items }
    let films = try await fetchCertifications(of: unknown.map(\.id), in: context)
    guard !films.isEmpty else { return items }
    let known = try await self.items(unknown.map { ($0.id, films[$0.id]) }, needsFacts: false)
    let reasons = Dictionary(zip(unknown.map(\.id), known.map(\.hiddenReason))) { first, _ in first }
    return items.map { item in
      var item = item
      if let reason = reasons[item.id] { item.hiddenReason = reason }
      return item
    }
  }

  /// Returns the elements whose films the kids filter does not hide.
  ///
  /// With a context, the details of films whose certifications are not known are requested, as for
  /// ``requestingCertifications(of:in:)``.
  func shown<Element>(
    _ elements: [Element], requestingIn context: CommandContext? = nil, _ film: (Element) -> (id: FilmID, film: Film?)
  ) async throws -> [Element] {
    guard try await database.openForReading().collection.hidesFilms else { return elements }
    var items = try await self.items(elements.map(film), needsFacts: false)
    if let context { items = try await requestingCertifications(of: items, in: context) }
    return zip(elements, items).filter { !$1.isHidden }.map(\.0)
  }

  /// Returns the number of skipped films that the kids filter does not hide; `count` is the number of all of them.
  func skipCount(among count: Int) async throws -> Int {
    let collection = try await database.openForReading().collection
    guard collection.hidesFilms else { return count }
    return try await shown(collection.skippedFilms()) { ($0.id, nil) }.count
  }
}

extension Episode {
  /// Removes the id and the title of the series if the series is hidden or its id is not known.
  fileprivate mutating func hideSeries(among hiddenSeries: Set<FilmID>) {
    guard series.map(hiddenSeries.contains) ?? true else { return }
    series = nil
    seriesTitle = nil
  }
}
