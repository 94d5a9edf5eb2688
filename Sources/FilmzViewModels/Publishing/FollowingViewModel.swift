package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzSync
import Foundation

/// A followed list with the numbers of its films.
package struct FollowedListItem: Sendable {
  package let list: FollowedList
  /// `nil` if the list was not read on this machine yet.
  package let filmCount: Int?
  package let seenCount: Int
}

/// Follows lists that others have published: adds, reads, shows and removes them.
package struct FollowingViewModel: Sendable {
  /// The changes of a followed list that were found when it was read.
  package struct Update: Sendable {
    package let list: FollowedList
    /// The films that were added to the list, and those that were removed, without those that the kids filter hides.
    package var added: [PublishedList.Film] = []
    package var removed: [PublishedList.Film] = []
    /// `true` if the owner has withdrawn the list since it was read last.
    package var isNewlyWithdrawn = false
    /// The error if the list could not be read; `nil` if it was read.
    package var error: (any UserFacingError)?
  }

  private let services: FilmServices
  private let database: CollectionDatabase
  private let search: FilmSearchViewModel
  private let sync: SyncViewModel
  private let fetcher: HTTPFetcher
  private let expandPath: @Sendable (String) -> String

  init(
    services: FilmServices, database: CollectionDatabase, search: FilmSearchViewModel,
    sync: SyncViewModel, fetcher: HTTPFetcher, expandPath: @escaping @Sendable (String) -> String
  ) {
    (self.services, self.database, self.search, self.sync) = (services, database, search, sync)
    (self.fetcher, self.expandPath) = (fetcher, expandPath)
  }

  // MARK: - Reading

  /// Returns the followed lists by name, with the numbers of films that the kids filter shows.
  package func items() async throws -> [FollowedListItem] {
    try await lists().all.concurrentMap(maximumTasks: 4) { try await item($0) }
  }

  /// Returns a list with the numbers of films that the kids filter shows.
  package func item(_ list: FollowedList) async throws -> FollowedListItem {
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let films = list.content?.films.map(\.id) ?? []
    let items = try await assembler.collectionItems(films).filter { !$0.isHidden }
    return FollowedListItem(
      list: list, filmCount: list.content == nil ? nil : items.count,
      seenCount: items.count { $0.mark == .seen })
  }

  /// Returns the names of the followed lists.
  package func names() async throws -> [String] { try await lists().all.map(\.name) }

  private func lists() async throws -> FollowedLists {
    try await database.openForReading().collection.followedLists()
  }

  /// Returns the list with a name or id.
  ///
  /// - Throws: ``FollowingError/notFollowed(_:near:)``.
  package func list(named text: String) async throws -> FollowedList {
    let lists = try await lists()
    guard let list = lists.list(named: text) else {
      let near = SpellingDistance.names(near: text, among: lists.all.map(\.name))
      throw FollowingError.notFollowed(text, near: near)
    }
    return list
  }

  /// Makes the films of a list the result set, in their order, and returns a page of it.
  ///
  /// Without a page size, one page has all films.
  ///
  /// - Throws: ``FollowingError/notFollowed(_:near:)``, ``FollowingError/notReadYet(name:)``.
  package func show(
    _ name: String, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> (list: FollowedList, page: ResultPage) {
    let list = try await list(named: name)
    guard let content = list.content else { throw FollowingError.notReadYet(name: list.name) }
    try await services.cache.refill()
    let films = PublishedFilms(content, name: list.name)
    return (list, try await search.list(films, page: page, pageSize: pageSize, in: context))
  }

  // MARK: - Changing

  /// Follows the list at a typed address, path or id, and returns it.
  ///
  /// - Throws: A ``FollowingError``, a ``DomainError``, a `StoreError`.
  package func follow(_ text: String, in context: CommandContext) async throws -> FollowedList {
    let address = try ListAddress(text, expandPath: expandPath).inFolder
    let list = try await read(address, in: context)
    let store = try await database.openForWriting(at: context.now).collection
    if try await store.publications().contains(where: { $0.id == list.id }) {
      throw FollowingError.ownList(name: list.name)
    }
    if let followed = try await store.followedLists().all.first(where: { $0.id == list.id }) {
      throw FollowingError.alreadyFollowed(name: followed.name)
    }
    guard !list.isWithdrawn else { throw FollowingError.withdrawn(name: list.name) }
    try await store.save(list, at: context.now)
    try await store.apply(context.line, at: context.now) { try $0.follow(list, at: address) }
    return try await self.list(named: list.id)
  }

  /// Stops following a list.
  ///
  /// The films that were read of it stay stored until another list is read, so that `undo` restores them.
  package func unfollow(_ list: FollowedList, in context: CommandContext) async throws {
    let store = try await database.openForWriting(at: context.now).collection
    try await store.apply(context.line, at: context.now) { try $0.unfollow(list) }
  }

  /// Reads all followed lists again, and returns the changes of each.
  package func update(in context: CommandContext) async throws -> [Update] {
    let lists = try await lists().all
    guard !lists.isEmpty else { return [] }
    let store = try await database.openForWriting(at: context.now).collection
    try await store.removeUnfollowedLists()
    return try await lists.concurrentMap(maximumTasks: 4) { list in
      try await update(list, store, in: context)
    }
  }

  private func update(
    _ list: FollowedList, _ store: CollectionStore, in context: CommandContext
  ) async throws -> Update {
    var update = Update(list: list)
    do {
      let new = try await read(list.address, in: context)
      guard new.id == list.id else {
        throw FollowingError.otherList(name: list.name, newName: new.name)
      }
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

  /// Returns the films that the kids filter shows.
  private func shown(_ films: [PublishedList.Film]) async throws -> [PublishedList.Film] {
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let items = try await assembler.collectionItems(films.map(\.id))
    return zip(films, items).filter { !$1.isHidden }.map(\.0)
  }

  // MARK: - Sources

  /// Reads and checks a list.
  ///
  /// The owner of a list on the server is the member who has published it, with the name that comments show.
  ///
  /// - Throws: A ``FollowingError``, a ``SyncError`` if the server cannot be used, `CancellationError`.
  private func read(
    _ address: ListAddress, in context: CommandContext
  ) async throws -> PublishedList {
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

  private func serverData(
    of id: String, in context: CommandContext
  ) async throws -> (data: Data, member: String) {
    guard let lists = try sync.serverLists(in: context) else { throw FollowingError.noServer }
    do {
      guard let list = try await lists.data(of: id) else {
        throw FollowingError.notOnServer(id: id)
      }
      guard !list.isOwn else {
        throw FollowingError.ownList(name: (try? PublishedList(json: list.data))?.name ?? id)
      }
      return (list.data, list.owner)
    } catch let error as PostgresError {
      throw FollowingError.unreachable(address: lists.place, reason: error.message)
    }
  }

  private func fetch(_ url: URL, in context: CommandContext) async throws -> Data {
    guard !context.isOffline else { throw FollowingError.offline }
    do { return try await fetcher.publishedList(at: url) } catch let failure as HTTPFailure {
      throw FollowingError.unreachable(address: url.absoluteString, reason: failure.cause)
    }
  }

  private func readFile(_ path: String) throws(FollowingError) -> Data {
    let data: Data?
    do throws(FileError) {
      data = try PrivateFile.read(URL(filePath: path), maximumSize: PublishedList.maximumSize + 1)
    } catch {
      throw .notRead(path: path, reason: error.reason)
    }
    guard let data else { throw .notRead(path: path, reason: "it does not exist") }
    return data
  }
}

extension ListAddress {
  /// The address of the data file in a folder, if this is the path of a folder.
  fileprivate var inFolder: ListAddress {
    var isFolder: ObjCBool = false
    guard case .file(let path) = self,
      FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { return self }
    return ListAddress(stored: path + "/") ?? self
  }
}

extension [PublishedList.Film] {
  fileprivate func notIn(_ others: Self) -> Self {
    let ids = Set(others.map(\.id))
    return filter { !ids.contains($0.id) }
  }
}

/// A list that cannot be followed or read.
package enum FollowingError: UserFacingError, Equatable {
  /// The data at an address or path is refused.
  case refused(address: String, PublishedListProblem)
  case unreachable(address: String, reason: String)
  case notRead(path: String, reason: String)
  /// The user has published the list.
  case ownList(name: String)
  case alreadyFollowed(name: String)
  /// The list was withdrawn before it was followed.
  case withdrawn(name: String)
  /// Another list is at the address now.
  case otherList(name: String, newName: String)
  case notFollowed(String, near: [String])
  /// The list is on a server, through which this home is not synced.
  case noServer
  case notOnServer(id: String)
  case offline
  /// The films of a list that another machine follows were not read yet.
  case notReadYet(name: String)
  /// Some lists could not be read.
  case partlyFailed(count: Int)

  package var message: String {
    switch self {
    case .refused(let address, let problem): "\(address) \(problem.text)"
    case .unreachable(let address, let reason): "\(address) cannot be read: \(reason)"
    case .notRead(let path, let reason): "\(path) cannot be read: \(reason)"
    case .ownList(let name): "\"\(name)\" is a list of your own"
    case .alreadyFollowed(let name): "\"\(name)\" is followed already"
    case .withdrawn(let name): "\"\(name)\" was withdrawn by its owner"
    case .otherList(let name, let newName):
      "the address of \"\(name)\" has another list now, \"\(newName)\"; `unfollow` and `follow` take it instead"
    case .notFollowed(let name, let near):
      "no followed list is called \"\(name)\""
        + (near.isEmpty ? "" : "; did you mean \(near.map { "\"\($0)\"" }.joinedWithOr)?")
    case .noServer: "a list with an id is on a server, and sync is not set up with one"
    case .notOnServer(let id): "the server has no list \(id)"
    case .offline: "a list on the web cannot be read offline"
    case .notReadYet(let name): "the films of \"\(name)\" were not read on this machine yet"
    case .partlyFailed(let count): "\(count.counted("list")) could not be read"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .notFollowed(_, let near) where near.isEmpty: .listFollowed
    case .notReadYet: .readFollowed
    case .offline: .goOnline
    default: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .refused: .badData
    case .unreachable, .offline: .unavailable
    case .notRead: .inputOutput
    default: .failed
    }
  }
}

/// The films of a followed list, as the content of a result set.
struct PublishedFilms: Sendable, Codable {
  let name: String
  let films: [Film]
  /// The owner's ratings of the films, if they were published.
  let ratings: [FilmID: Rating]

  init(_ list: PublishedList, name: String) {
    self.name = name
    var films: [Film] = []
    var ratings: [FilmID: Rating] = [:]
    for published in list.films {
      let film = Film(
        id: published.id, title: published.title, year: published.year, type: published.type,
        origin: .list)
      films.append(film)
      ratings[published.id] = published.rating
    }
    self.films = films
    self.ratings = ratings
  }

  /// Adds the owner's ratings to items and, to those without facts, the facts from the list.
  func completing(_ items: [FilmItem], of films: [(index: Int, id: FilmID, film: Film?)])
    -> [FilmItem]
  {
    zip(items, films).map { item, listed in
      var item = item
      item.film = item.film ?? (item.entry?.caption == nil ? listed.film : nil)
      item.ownerRating = ratings[listed.id]
      return item
    }
  }
}

extension FilmSearchViewModel {
  /// Makes the films of a followed list the result set, and returns a page of it.
  func list(
    _ films: PublishedFilms, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> ResultPage {
    let count = films.films.count
    let resultSet = ResultSet(
      films: .published(films), total: count, pageSize: pageSize ?? max(1, count), page: 1)
    return try await show(page, of: resultSet, isNew: true, context).value
  }
}
