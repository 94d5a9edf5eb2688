package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// Returns values for the completion of a line that is being typed, without using the network.
package struct CompletionViewModel: ViewModel {
  let viewModels: ViewModels

  /// The maximum number of suggested numbers, titles, or names.
  package static let limit = 200

  /// Returns the loaded films of the result set whose numbers begin with some digits; without digits, those of the page
  /// that was shown last.
  ///
  /// Films that do not satisfy the condition are left out, except for the film whose complete number was typed.
  package func resultFilms(
    numbered digits: String, where condition: (FilmItem) -> Bool = { _ in true }
  ) async throws -> [TitledFilm] {
    guard let resultSet = await state.resultSet else { return [] }
    let films = Self.indices(ofNumbersBeginningWith: digits, in: resultSet)
      .flatMap { resultSet.loadedFilms(at: $0..<$0 + 1) }
    let items = try await assembler.items(films.map { ($0.id, $0.film) }, needsFacts: false)
    return zip(films, items).filter { film, item in
      !item.isHidden && (condition(item) || String(film.index + 1) == digits)
    }.map { film, item in TitledFilm(id: item.id, title: item.name, year: item.year, number: film.index + 1) }
  }

  private static func indices(ofNumbersBeginningWith digits: String, in resultSet: ResultSet) -> [Int] {
    guard let prefix = Int(digits), prefix > 0 else {
      return digits.isEmpty ? Array(resultSet.range(ofPage: resultSet.page)) : []
    }
    var indices: [Int] = []
    var firstNumber = prefix
    var count = 1
    while firstNumber <= resultSet.total, indices.count < limit {
      indices += (firstNumber..<min(firstNumber + count, resultSet.total + 1)).map { $0 - 1 }
      firstNumber *= 10
      count *= 10
    }
    return Array(indices.prefix(limit))
  }

  /// Returns the loaded films among the first 1,000 results of the last search.
  ///
  /// Returns no films if the result set is a list of the collection.
  package func resultFilms() async throws -> [TitledFilm] {
    guard let resultSet = await state.resultSet else { return [] }
    let films = resultSet.loadedFilms(at: 0..<min(resultSet.total, 1000)).compactMap(\.film)
    return try await shownTitles(of: films)
  }

  /// Returns the ids, titles, and years of the films that are not hidden.
  private func shownTitles(of films: [Film]) async throws -> [TitledFilm] {
    try await assembler.shown(films) { ($0.id, $0) }.map { TitledFilm(id: $0.id, title: $0.title, year: $0.year) }
  }

  /// Returns films of the collection whose folded title, with or without a leading article, begins
  /// with one of the keys.
  ///
  /// The films are in the order of the keys; for each key, films whose title begins with the key
  /// precede films whose title begins with an article and the key.
  package func collectionFilms(beginningWith keys: [String]) async throws -> [TitledFilm] {
    let prefixes = keys.flatMap { $0.isEmpty ? [""] : TextFolding.prependingArticles(to: $0) }
    return try await database.openForReading().collection.films(
      beginningWith: prefixes.map(\.withoutTrailingSpace), limit: Self.limit)
  }

  /// Returns the skipped films whose titles are known, the most recently skipped first.
  package func skippedFilms() async throws -> [TitledFilm] {
    let films = try await database.openForReading().collection.skippedFilms()
    return try await assembler.shown(films) { ($0.id, nil) }.compactMap { film in
      film.caption.map { TitledFilm(id: film.id, title: $0.title, year: $0.year) }
    }
  }

  /// Returns films of the catalog whose folded title begins with one of the keys; for each key, the
  /// best known first.
  package func catalogFilms(beginningWith keys: [String]) async throws -> [TitledFilm] {
    var films: [TitledFilm] = []
    for key in keys where !key.isEmpty && films.count < Self.limit {
      let remainingCount = Self.limit - films.count
      let result = try await services.sources.withCatalog {
        try await $0.films(beginningWith: key, limit: remainingCount)
      }
      films += try await shownTitles(of: result.value)
    }
    return films
  }

  /// Returns films of the catalog with a local title whose folded form begins with a key, the best known first.
  ///
  /// Returns the films of the first key for which the catalog has films; the other keys are ignored.
  package func catalogFilms(withLocalTitleBeginningWith keys: [String]) async throws -> [TitledFilm] {
    for key in keys where !key.isEmpty {
      let films = try await services.sources.withCatalog {
        try await $0.films(withLocalTitleBeginningWith: key, limit: Self.limit)
      }.value
      if !films.isEmpty { return try await assembler.shown(films) { ($0.id, nil) } }
    }
    return []
  }

  /// Returns the tags, recommenders, and streaming services of the collection, possibly without the newest changes.
  package func values() async throws -> (tags: [String], recommenders: [String], platforms: [String]) {
    try await viewModels.completionValues.values(of: database.openForReading().collection)
  }

  /// Returns the smart collections that have films, and the saved ones, sorted by name.
  package func smartCollections(at now: Date) async throws -> [SmartCollection] {
    try await database.openForReading().collection.smartCollections(at: now).sorted { $0.name.key < $1.name.key }
  }

  /// Returns the names of the lists, sorted.
  package func listNames() async throws -> [String] {
    try await database.openForReading().collection.listNames().all.sorted { $0.lowercased() < $1.lowercased() }
  }

  /// Returns the names of people in which each word of the text is the beginning of a word.
  ///
  /// People of the collection's films come first.
  package func people(beginningWith text: String) async throws -> [String] {
    guard !TextFolding.words(text).isEmpty else { return [] }
    var names = try await database.openForReading().collection.people(beginningWith: text, limit: Self.limit)
    // For one or two letters, searching the names of a catalog would delay the key press.
    if TextFolding.key(text).count > 2 {
      names +=
        try await services.sources.withCatalog { try await $0.people(named: text, limit: Self.limit) }.value ?? []
    }
    var seenKeys: Set<String> = []
    return Array(names.filter { seenKeys.insert(TextFolding.key($0)).inserted }.prefix(Self.limit))
  }
}

extension String {
  /// The string without one trailing space, if it has one.
  fileprivate var withoutTrailingSpace: String { hasSuffix(" ") ? String(dropLast()) : self }
}

/// A cache of the collection's tags, recommenders, and platforms for completion.
///
/// Reading the values of 100,000 films would delay a key press noticeably. So, after a slow read, the cached values are
/// returned at once even if the collection has changed, and are then reloaded in the background.
actor CompletionValueCache {
  typealias Values = (tags: [String], recommenders: [String], platforms: [String])

  private struct CachedValues {
    let values: Values
    /// The id of the collection's newest change when the values were read.
    let newestChangeID: String
    let kidsFilter: KidsFilter?
    /// `true` if reading the values took longer than ``slowLoadThreshold``.
    let wasSlowToLoad: Bool
  }

  /// The duration of a read above which it counts as slow.
  private static let slowLoadThreshold = Duration.milliseconds(4)

  private var cachedValues: CachedValues?
  private var isReloading = false

  /// Returns the values; if the last read was slow, they may lack the newest changes.
  func values(of collection: CollectionStore) async throws -> Values {
    let newestChangeID = try await collection.newestChangeID()
    let cachedValues = self.cachedValues.flatMap { $0.kidsFilter == collection.kidsFilter ? $0 : nil }
    if let cachedValues, cachedValues.newestChangeID == newestChangeID { return cachedValues.values }
    guard let cachedValues, cachedValues.wasSlowToLoad else {
      return try await load(from: collection, newestChangeID: newestChangeID)
    }
    if !isReloading {
      isReloading = true
      Task {
        _ = try? await load(from: collection, newestChangeID: newestChangeID)
        isReloading = false
      }
    }
    return cachedValues.values
  }

  private func load(from collection: CollectionStore, newestChangeID: String) async throws -> Values {
    let start = ContinuousClock.now
    let values = try await (collection.tags(), collection.recommenders(), collection.platforms())
    cachedValues = CachedValues(
      values: values, newestChangeID: newestChangeID, kidsFilter: collection.kidsFilter,
      wasSlowToLoad: start.duration(to: .now) > Self.slowLoadThreshold)
    return values
  }
}
