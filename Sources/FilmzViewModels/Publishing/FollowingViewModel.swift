package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzSync
import Foundation

/// A followed list with its numbers of films, without hidden ones.
package struct FollowedListItem: Sendable {
  package let list: FollowedList
  /// The number of films; `nil` if the list has not been read on this machine yet.
  package let filmCount: Int?
  /// The number of films that the user has seen.
  package let seenCount: Int
}

/// Follows lists that other people have published, reads and shows them, and stops following them.
package struct FollowingViewModel: ViewModel {
  let viewModels: ViewModels

  /// The result of reading a followed list again.
  package struct Update: Sendable {
    package let list: FollowedList
    /// The films that the owner has added to the list, without hidden ones.
    package var added: [PublishedList.Film] = []
    /// The films that the owner has removed from the list, without hidden ones.
    package var removed: [PublishedList.Film] = []
    /// `true` if the owner has withdrawn the list since it was read last.
    package var isNewlyWithdrawn = false
    /// The reason why the list could not be read; `nil` if it was read.
    package var error: (any UserFacingError)?
  }

  // MARK: - Reading

  /// Returns the followed lists, sorted by name, with their numbers of films.
  package func items() async throws -> [FollowedListItem] {
    try await lists().concurrentMap(maximumTasks: 4) { try await item($0) }
  }

  /// Returns a followed list with its numbers of films.
  package func item(_ list: FollowedList) async throws -> FollowedListItem {
    let films = list.content?.films.map(\.listedFilm) ?? []
    let items = try await assembler.items(ofListed: films).filter { !$0.isHidden }
    return FollowedListItem(
      list: list, filmCount: list.content == nil ? nil : items.count, seenCount: items.count { $0.mark == .seen })
  }

  /// Returns the names of the followed lists.
  package func names() async throws -> [String] { try await lists().map(\.name) }

  private func lists() async throws -> [FollowedList] { try await database.openForReading().collection.followedLists() }

  /// Returns the followed list with a name or id.
  ///
  /// - Throws: ``FollowingError/notFollowed(_:near:)``.
  package func list(named text: String) async throws -> FollowedList {
    let lists = try await lists()
    guard let list = lists.list(named: text) else {
      let near = SpellingDistance.names(near: text, among: lists.map(\.name))
      throw FollowingError.notFollowed(text, near: near)
    }
    return list
  }

  /// Makes the films of a followed list the result set, in the order of the list, and returns a page of it.
  ///
  /// Without a page size, one page has all films.
  ///
  /// - Throws: ``FollowingError/notFollowed(_:near:)``; ``FollowingError/notReadYet(name:)``; a `StoreError`.
  package func show(
    _ name: String, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> (list: FollowedList, page: ResultPage) {
    let list = try await list(named: name)
    guard let content = list.content else { throw FollowingError.notReadYet(name: list.name) }
    try await services.lookup.refillCache()
    let films = PublishedFilms(content, name: list.name)
    let page = try await viewModels.search.list(
      .published(films), count: films.films.count, page: page, pageSize: pageSize, in: context)
    return (list, page)
  }

  // MARK: - Changing

  /// Reads the list at an address, path or id that the user typed, follows it, and returns it.
  ///
  /// - Throws: A ``FollowingError``; a ``SyncError`` if the server of the list cannot be used; a `DomainError`; a
  ///   `StoreError`; `CancellationError`.
  package func follow(_ text: String, in context: CommandContext) async throws -> FollowedList {
    let address = try ListAddress(text, expandPath: expandPath).inFolder
    let list = try await read(address, in: context)
    let store = try await database.openForWriting(at: context.now).collection
    if try await store.publications().contains(where: { $0.id == list.id }) {
      throw FollowingError.ownList(name: list.name)
    }
    if let followed = try await store.followedLists().first(where: { $0.id == list.id }) {
      throw FollowingError.alreadyFollowed(name: followed.name)
    }
    guard !list.isWithdrawn else { throw FollowingError.withdrawn(name: list.name) }
    try await store.save(list, at: context.now)
    try await apply(in: context) { try $0.follow(list, at: address) }
    return try await self.list(named: list.id)
  }

  /// Stops following a list.
  ///
  /// The list's films stay stored until the followed lists are read again, so that `undo` restores them.
  package func unfollow(_ list: FollowedList, in context: CommandContext) async throws {
    try await apply(in: context) { try $0.unfollow(list) }
  }

  /// Reads all followed lists again, and returns the changes of each.
  package func update(in context: CommandContext) async throws -> [Update] {
    let lists = try await lists()
    guard !lists.isEmpty else { return [] }
    let store = try await database.openForWriting(at: context.now).collection
    try await store.removeUnfollowedLists()
    return try await lists.concurrentMap(maximumTasks: 4) { list in try await update(list, store, in: context) }
  }

  private func update(
    _ list: FollowedList, _ store: CollectionStore, in context: CommandContext
  ) async throws -> Update {
    var update = Update(list: list)
    do {
      let new = try await read(list.address, in: context)
      guard new.id == list.id else { throw FollowingError.otherList(name: list.name, newName: new.name) }
      try await store.save(new, at: context.now)
      update.isNewlyWithdrawn = new.isWithdrawn && !list.isWithdrawn
      guard !new.isWithdrawn, let old = list.content else { return update }
      update.added = try await shown(new.films.notIn(old.films))
      update.removed = try await shown(old.films.notIn(new.films))
    } catch FollowingError.notOnServer {
      // The owner has removed everything from the server.
      try await store.markWithdrawn(list, at: context.now)
      update.isNewlyWithdrawn = !list.isWithdrawn
    } catch let error as any UserFacingError {
      update.error = error
    }
    return update
  }

  /// Returns the films without hidden ones.
  private func shown(_ films: [PublishedList.Film]) async throws -> [PublishedList.Film] {
    let items = try await assembler.collectionItems(films.map(\.id))
    return zip(films, items).filter { _, item in !item.isHidden }.map(\.0)
  }

  // MARK: - Sources

  /// Reads and checks the list at an address.
  ///
  /// The owner of a list on the server is the member who has published it, under the name that comments show.
  ///
  /// - Throws: A ``FollowingError``, a ``SyncError`` if the server cannot be used, `CancellationError`.
  private func read(_ address: ListAddress, in context: CommandContext) async throws -> PublishedList {
    let data: Data
    var member: String?
    switch address {
    case .file(let path): data = try readFile(path)
    case .web(let url): data = try await fetch(url, in: context)
    case .server(let id): (data, member) = try await serverData(of: id, in: context)
    }
    do throws(PublishedListProblem) {
      var list = try PublishedList(json: data)
      list.owner = member ?? list.owner
      return list
    } catch {
      throw FollowingError.refused(address: address.text, error)
    }
  }

  private func serverData(of id: String, in context: CommandContext) async throws -> (data: Data, member: String) {
    guard let lists = try viewModels.sync.serverLists(in: context) else { throw FollowingError.noServer }
    do {
      guard let list = try await lists.data(of: id) else { throw FollowingError.notOnServer(id: id) }
      guard !list.isOwn else { throw FollowingError.ownList(name: (try? PublishedList(json: list.data))?.name ?? id) }
      return (list.data, list.owner)
    } catch let error as PostgresError {
      throw FollowingError.unreachable(address: lists.place, reason: error.message)
    }
  }

  private func fetch(_ url: URL, in context: CommandContext) async throws -> Data {
    guard !context.isOffline else { throw FollowingError.offline }
    do {
      return try await viewModels.fetcher.publishedList(at: url)
    } catch let failure as HTTPFailure {
      throw FollowingError.unreachable(address: url.absoluteString, reason: failure.cause)
    }
  }

  private func readFile(_ path: String) throws(FollowingError) -> Data {
    do throws(FileError) {
      // One byte more than allowed is read, so that a list that is too large is refused as such.
      let data = try PrivateFile.read(URL(filePath: path), maximumSize: PublishedList.maximumSize + 1)
      if let data { return data }
    } catch {
      throw .notRead(path: path, reason: error.reason)
    }
    throw .notRead(path: path, reason: "it does not exist")
  }
}

extension ListAddress {
  /// The address of the data file in the folder if the address is the path of a folder; otherwise, the address itself.
  fileprivate var inFolder: ListAddress {
    var isFolder: ObjCBool = false
    guard case .file(let path) = self, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
      isFolder.boolValue
    else { return self }
    return ListAddress(stored: path + "/") ?? self
  }
}

extension [PublishedList.Film] {
  /// Returns the films whose ids are not among those of other films.
  fileprivate func notIn(_ others: Self) -> Self {
    let ids = Set(others.map(\.id))
    return filter { !ids.contains($0.id) }
  }
}

/// The films of a followed list as the films of a result set.
struct PublishedFilms: Sendable, Codable {
  let name: String
  let films: [Film]
  /// The owner's ratings of the films; empty if they were not published.
  let ratings: [FilmID: Rating]

  init(_ list: PublishedList, name: String) {
    self.name = name
    var films: [Film] = []
    var ratings: [FilmID: Rating] = [:]
    for published in list.films {
      films.append(published.listedFilm)
      ratings[published.id] = published.rating
    }
    self.films = films
    self.ratings = ratings
  }

  /// Returns items with the owner's ratings.
  func addingRatings(
    to items: [FilmItem], of films: [(index: Int, id: FilmID, film: Film?)]
  ) -> [FilmItem] {
    zip(items, films).map { item, listed in
      var item = item
      item.ownerRating = ratings[listed.id]
      return item
    }
  }
}

extension PublishedList.Film {
  /// The film with the facts from the list.
  fileprivate var listedFilm: Film { Film(id: id, title: title, year: year, type: type, origin: .list) }
}
