import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Ids that TMDB no longer reports for a film, and ids that facts of other sources show to be wrong.
struct CorrectedAliasTests {
  private static let tmdbID = FilmID(tmdb: .tv, 331_477)
  private static let otherID = FilmID(imdbNumber: 234_215)

  /// A series whose IMDb id at TMDB is that of a movie.
  private static func details(
    _ id: FilmID = .matrix, own: FilmID = tmdbID, at moment: Date = .sample
  ) -> Film {
    var film = Film(
      id: id, title: "Eternal Thought", year: 2020, type: .series, origin: .tmdb,
      fetchedAt: moment, isComplete: true)
    film.otherIDs = id == own ? [] : [own]
    return film
  }

  private static func matrix(_ origin: Film.Origin, isComplete: Bool = true) -> Film {
    Film(
      id: .matrix, title: "The Matrix", year: 1999, type: .movie, origin: origin,
      fetchedAt: origin == .omdb ? .sample : nil, isComplete: isComplete)
  }

  private static let others = [
    matrix(.omdb), matrix(.omdb, isComplete: false), matrix(.catalog), matrix(.starter),
  ]

  private func expectSeparated(_ stores: Stores, sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    let films = try await stores.cache.films([.matrix, Self.tmdbID])
    #expect(films[.matrix]?.title == "The Matrix", sourceLocation: sourceLocation)
    #expect(films[.matrix]?.otherIDs == [], sourceLocation: sourceLocation)
    #expect(films[Self.tmdbID]?.title == "Eternal Thought", sourceLocation: sourceLocation)
    #expect(films[Self.tmdbID]?.id == Self.tmdbID, sourceLocation: sourceLocation)
    #expect(
      try await stores.collection.canonicalIDs(of: [Self.tmdbID]).isEmpty,
      sourceLocation: sourceLocation)
    #expect(
      try await stores.collection.aliases(of: .matrix).isEmpty, sourceLocation: sourceLocation)
  }

  // MARK: - Ids that TMDB corrected

  @Test func detailsWithoutAnIMDbIDAreStoredUnderTheirOwnID() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([Self.details(), Self.hit()], at: .sample)
    let corrected = Self.details(Self.tmdbID, at: .sample + 1)
    try await stores.cache.store([corrected], at: .sample + 1)
    #expect(try await stores.cache.list().map(\.id) == [Self.tmdbID])
    #expect(try await stores.cache.film(Self.tmdbID)?.film == corrected)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]).isEmpty)
    try await stores.cache.store([Self.details(at: .sample + 2)], at: .sample + 2)
    #expect(try await stores.cache.list().map(\.id) == [.matrix])
  }

  @Test func factsUnderAnIMDbIDThatTMDBReplacedAreRemoved() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    try await stores.cache.store([Self.details()], at: .sample)
    #expect(try await stores.collection.find(CollectionQuery()).ids == [.matrix])
    try await stores.cache.store([Self.details(Self.otherID, at: .sample + 1)], at: .sample + 1)
    #expect(try await stores.cache.list().map(\.id) == [Self.otherID])
    #expect(
      try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: Self.otherID])
    var query = CollectionQuery()
    query.filter.grep = "eternal"
    #expect(try await stores.collection.find(query).ids.isEmpty)
  }

  @Test(arguments: [tmdbID, otherID])
  func olderDetailsDoNotCorrectNewerOnes(id: FilmID) async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([Self.details(at: .sample + 1)], at: .sample + 1)
    try await stores.cache.store([Self.details(id)], at: .sample + 2)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    #expect(try await stores.cache.film(Self.tmdbID)?.film == Self.details(at: .sample + 1))
  }

  @Test func searchResultsDoNotCorrectIDs() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([Self.details()], at: .sample)
    try await stores.cache.store(Self.page(Self.hit()), key: "tmdb search")
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
  }

  @Test func aliasesOfTheCollectionAreKept() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    try await stores.cache.store([Self.details()], at: .sample)
    try await stores.collection.learnAliases(
      [Self.tmdbID], of: .matrix, foundBy: "TMDB", at: .sample)
    try await stores.cache.store([Self.details(Self.tmdbID, at: .sample + 1)], at: .sample + 1)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    #expect(try await stores.cache.film(.matrix)?.film.fetchedAt == .sample + 1)
  }

  // MARK: - Ids that other sources contradict

  @Test(arguments: others, [true, false])
  func contradictingFilmsAreStoredUnderTheirOwnIDs(other: Film, isFirst: Bool) async throws {
    let stores = try await Stores.inMemory()
    for film in isFirst ? [other, Self.details()] : [Self.details(), other] {
      try await stores.cache.store([film], at: .sample)
    }
    try await expectSeparated(stores)
    try await stores.cache.store([Self.details(at: .sample + 1), other], at: .sample + 1)
    try await expectSeparated(stores)
  }

  @Test(arguments: [true, false])
  func pagesOfContradictingFilmsAreStoredUnderTheirOwnIDs(isFirst: Bool) async throws {
    let stores = try await Stores.inMemory()
    let page = Self.page(Self.matrix(.omdb, isComplete: false))
    if isFirst { try await stores.cache.store(page, key: "omdb matrix") }
    try await stores.cache.store([Self.details()], at: .sample)
    try await stores.cache.store(Self.page(Self.hit()), key: "tmdb eternal")
    if !isFirst { try await stores.cache.store(page, key: "omdb matrix") }
    try await expectSeparated(stores)
  }

  /// The details of TMDB are deleted after a time, but the id is kept.
  @Test func searchResultIsNotStoredUnderAnIDWhoseFactsContradictIt() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([Self.details()], at: .sample)
    _ = try await stores.cache.prune(before: .distantFuture)
    try await stores.cache.store([Self.matrix(.omdb)], at: .sample)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    try await stores.cache.store(Self.page(Self.hit()), key: "tmdb eternal")
    try await expectSeparated(stores)
  }

  @Test func separatedFilmIsFoundInTheCollection() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    try await stores.cache.store([Self.details()], at: .sample)
    let before = try await stores.collection.listedFilms([.matrix])
    #expect(before.first?.film?.title == "Eternal Thought")
    try await stores.cache.store([Self.matrix(.omdb)], at: .sample)
    #expect(try await stores.collection.listedFilms([.matrix]).first?.film?.title == "The Matrix")
  }

  @Test func factsAreDeletedIfTheirIDIsNotKnown() async throws {
    let stores = try await Stores.inMemory()
    let second = FilmID(tmdb: .tv, 7)
    try await stores.cache.store([Self.details(), Self.details(own: second)], at: .sample)
    #expect(try await stores.collection.aliases(of: .matrix) == [Self.tmdbID, second])
    try await stores.cache.store([Self.matrix(.omdb)], at: .sample)
    #expect(try await stores.cache.list().map(\.id) == [.matrix])
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID, second]).isEmpty)
  }

  @Test(arguments: [true, false], [true, false])
  func otherFilmsStayJoined(isFirst: Bool, isComplete: Bool) async throws {
    let stores = try await Stores.inMemory()
    let other = Self.matrix(.omdb, isComplete: isComplete)
    var details = Self.details()
    (details.title, details.originalTitle, details.year) = ("Die Matrix", "The Matrix", 2000)
    for film in isFirst ? [other, details] : [details, other] {
      try await stores.cache.store([film], at: .sample)
    }
    #expect(try await stores.cache.list().map(\.id) == [.matrix])
    #expect(try await stores.cache.film(Self.tmdbID)?.film.originalTitle == "The Matrix")
    #expect(try await stores.collection.aliases(of: .matrix) == [Self.tmdbID])
  }

  private static func hit() -> Film {
    Film(id: tmdbID, title: "Eternal Thought", year: 2020, type: .series, origin: .tmdb)
  }

  private static func page(_ film: Film) -> CachedPage {
    CachedPage(page: SearchPage(films: [film], total: 1), fetchedAt: .sample)
  }
}
