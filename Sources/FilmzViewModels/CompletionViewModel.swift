package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// What completion offers while a line is typed; the network is not used.
package struct CompletionViewModel: Sendable {
  /// Films of one answer.
  package static let limit = 200

  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let items: FilmItemAssembler
  private let ownWords = TagAndRecommenderCache()

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    self.services = services
    self.database = database
    self.state = state
    items = FilmItemAssembler(database: database, lookup: services.lookup)
  }

  /// Films of the result set by number: those whose number begins with some digits, or, where there
  /// are none, those of the page that was shown last.
  package func results(numbered digits: String, inCollectionOnly: Bool) async throws -> [TitledFilm]
  {
    guard let resultSet = await state.resultSet else { return [] }
    let places = Self.places(digits, in: resultSet).flatMap { resultSet.loaded($0..<$0 + 1) }
    let rows = try await items.items(places.map { ($0.id, $0.film) }, needsFacts: false)
    return zip(places, rows).filter { place, row in
      !inCollectionOnly || row.entry != nil || String(place.place + 1) == digits
    }.map { place, row in
      TitledFilm(id: row.id, title: row.name, year: row.year, number: place.place + 1)
    }
  }

  private static func places(_ digits: String, in resultSet: ResultSet) -> [Int] {
    guard let start = Int(digits), start > 0 else {
      return digits.isEmpty ? Array(resultSet.range(ofPage: resultSet.page)) : []
    }
    var places: [Int] = []
    var first = start
    var count = 1
    while first <= resultSet.total, places.count < limit {
      places += (first..<min(first + count, resultSet.total + 1)).map { $0 - 1 }
      first *= 10
      count *= 10
    }
    return Array(places.prefix(limit))
  }

  /// Films that a search brought, of which the titles are at hand.
  package func foundFilms() async -> [TitledFilm] {
    guard let resultSet = await state.resultSet else { return [] }
    return resultSet.loaded(0..<min(resultSet.total, 1000)).compactMap { row in
      row.film.map { TitledFilm(id: row.id, title: $0.title, year: $0.year) }
    }
  }

  /// Films of the collection whose title begins with one of some texts, an article at its start aside; by title.
  package func collection(beginningWith keys: [String]) async throws -> [TitledFilm] {
    let prefixes = keys.flatMap { $0.isEmpty ? [""] : TextFolding.behindArticles($0) }
    return try await database.openForReading().collection.films(
      beginningWith: prefixes.map(\.trimmedAtEnd), limit: Self.limit)
  }

  /// Films of the catalog whose title begins with one of some texts; of each text the best known first.
  package func catalog(beginningWith keys: [String]) async throws -> [TitledFilm] {
    var films: [TitledFilm] = []
    for key in keys where !key.isEmpty && films.count < Self.limit {
      let room = Self.limit - films.count
      let found = try await services.sources.askCatalog {
        try await $0.films(beginningWith: key, limit: room)
      }
      films += found.value.map { TitledFilm(id: $0.id, title: $0.title, year: $0.year) }
    }
    return films
  }

  /// The tags of films and viewings.
  package func tags() async throws -> [String] {
    try await ownWords.words(of: database.openForReading().collection).tags
  }

  /// Those who recommended films.
  package func recommenders() async throws -> [String] {
    try await ownWords.words(of: database.openForReading().collection).people
  }

  /// The words that name sources.
  package var sources: [String] { services.sources.choices }

  /// Names of people, any word of which begins so; those of the collection's films first.
  package func people(beginningWith text: String) async throws -> [String] {
    guard !TextFolding.words(text).isEmpty else { return [] }
    var names = try await database.openForReading().collection.people(
      beginningWith: text, limit: Self.limit)
    // Of a few letters a catalog has more names than can be looked through in time.
    if TextFolding.key(text).count > 2 {
      names +=
        try await services.sources.askCatalog {
          try await $0.people(named: text, limit: Self.limit)
        }
        .value ?? []
    }
    var seen: Set<String> = []
    return Array(names.filter { seen.insert(TextFolding.key($0)).inserted }.prefix(Self.limit))
  }

  /// The names of backups, and when they were made.
  package func backups() throws -> [Backup] { try database.backups.list() }
}

extension String {
  fileprivate var trimmedAtEnd: String { hasSuffix(" ") ? String(dropLast()) : self }
}
