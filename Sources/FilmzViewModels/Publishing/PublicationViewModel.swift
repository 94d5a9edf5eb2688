package import FilmzDomain
import FilmzPages
import FilmzStore
import FilmzSync
package import Foundation

/// Publishes lists, and withdraws them.
///
/// A list is published as a page and a data file in a folder, which another program copies to a web server, or on the
/// server through which the collection is synced.
package struct PublicationViewModel: ViewModel {
  let viewModels: ViewModels

  /// A list that was published or withdrawn.
  package struct Result: Sendable, Hashable {
    package let id: String
    package let name: String
    package let films: Int
    /// The path of the folder of the publication; `nil` on a server.
    package let path: String?
    /// The path of the page; `nil` on a server.
    package let page: String?
    /// The path of the data file; `nil` on a server.
    package let data: String?
    /// The path of the page, or the address of the server.
    package let place: String
    /// `false` if nothing was written, because the list has not changed since it was published.
    package let isChanged: Bool
    /// The folder or server from which the list was withdrawn, because it is published elsewhere now; `nil` if it was
    /// not moved.
    package var formerPlace: String?
  }

  /// The options of a publication; an option that is `nil` keeps its earlier value.
  package struct Options: Sendable {
    package var folder: String?
    package var hasRatings: Bool?
    package var hasPosters: Bool?

    package init(folder: String? = nil, hasRatings: Bool? = nil, hasPosters: Bool? = nil) {
      (self.folder, self.hasRatings, self.hasPosters) = (folder, hasRatings, hasPosters)
    }
  }

  /// Publishes a list or its changes; if it was published in another place before, withdraws it there first.
  ///
  /// Without an option, the place is the earlier one of the list, or the server of sync, or the folder that was used
  /// last.
  ///
  /// - Throws: A ``PublicationError``, ``SyncError/offline(place:)``, a `StoreError`.
  package func publish(_ name: String, _ options: Options, in context: CommandContext) async throws -> Result {
    let store = try await database.openForWriting(at: context.now).collection
    let list = try await viewModels.lists.list(named: name)
    var old = try await store.publication(of: list.id)
    let lastFolder = try await store.publications().first?.folder
    let server = viewModels.sync.isOnServer ? viewModels.sync.place : nil
    guard let folder = try options.folder.map(absolute) ?? old?.folder ?? server ?? lastFolder
    else { throw PublicationError.noFolder }
    try requirePlace(folder)
    var formerPlace: String?
    if let moved = old, moved.folder != folder {
      formerPlace = moved.folder
      try await withdraw(moved, name: list.name, store, in: context)
      old = nil
    }
    let publication = Publication(
      list: list.id, id: old?.id ?? PublishedList.newID(), folder: folder,
      hasRatings: options.hasRatings ?? old?.hasRatings ?? false,
      hasPosters: options.hasPosters ?? old?.hasPosters ?? false, publishedAt: context.now, checksum: "")
    var result = try await write(publication, replacing: old, named: name, store, in: context)
    result.formerPlace = formerPlace
    return result
  }

  /// Publishes the changes of all lists that were published from this home folder, and withdraws lists that were deleted.
  ///
  /// - Returns: The lists that were published again, and the messages about lists that could not be.
  package func update(in context: CommandContext) async throws -> (published: [Result], problems: [String]) {
    let publications = try await database.openForReading().collection.maintainedPublications()
    guard !publications.isEmpty else { return ([], []) }
    let store = try await database.openForWriting(at: context.now).collection
    var published: [Result] = []
    var problems: [String] = []
    for var publication in publications {
      do {
        guard let name = try await store.listNames().name(of: publication.list) else {
          try await withdraw(publication, name: "", store, in: context)
          continue
        }
        try requirePlace(publication.folder)
        let old = publication
        publication.publishedAt = context.now
        let result = try await write(publication, replacing: old, named: name, store, in: context)
        if result.isChanged { published.append(result) }
      } catch let error as PublicationError {
        problems.append(error.message)
      }
    }
    return (published, problems)
  }

  /// Withdraws a list: replaces its page and its data file by files without films, which state that the list was
  /// withdrawn.
  ///
  /// - Throws: ``PublicationError/notPublished(list:)``, ``PublicationError/notWritten(path:reason:)``, a `StoreError`.
  package func withdraw(_ name: String, in context: CommandContext) async throws -> Result {
    let store = try await database.openForWriting(at: context.now).collection
    let list = try await viewModels.lists.list(named: name)
    guard let publication = try await store.publication(of: list.id) else {
      throw PublicationError.notPublished(list: list.name)
    }
    try await withdraw(publication, name: list.name, store, in: context)
    return Result(publication, name: list.name, films: 0, isChanged: true)
  }

  /// Withdraws the publications of a list that is about to be deleted, or of all lists if `list` is `nil`.
  ///
  /// - Throws: ``PublicationError/notWithdrawn(list:reason:)``, a `StoreError`.
  package func withdrawBeforeDeletion(of list: UUID?, in context: CommandContext) async throws {
    let publications = try await database.openForReading().collection.publications()
    let published = publications.filter { !$0.isWithdrawn && (list == nil || $0.list == list) }
    guard !published.isEmpty else { return }
    let store = try await database.openForWriting(at: context.now).collection
    for publication in published {
      let name = try await store.listNames().name(of: publication.list) ?? ""
      do {
        try await withdraw(publication, name: name, store, in: context)
      } catch let error as PublicationError {
        throw PublicationError.notWithdrawn(list: name, reason: error.message)
      }
    }
  }

  /// Stores that a list is not published any more, without changing the files of its publication.
  package func forget(_ name: String, in context: CommandContext) async throws {
    let store = try await database.openForWriting(at: context.now).collection
    let list = try await viewModels.lists.list(named: name)
    guard var publication = try await store.publication(of: list.id) else { return }
    publication.isWithdrawn = true
    try await store.save(publication)
  }

  // MARK: - Files

  /// Writes the files of a publication, unless they exist and the list has not changed.
  private func write(
    _ publication: Publication, replacing old: Publication?, named name: String,
    _ store: CollectionStore, in context: CommandContext
  ) async throws -> Result {
    var publication = publication
    let (list, items) = try await viewModels.lists.films(ofListNamed: name)
    let content = try PublishedList(list, items, publication, owner: await owner(of: publication))
    publication.checksum = Publication.checksum(of: content.comparableText(publication))
    var isChanged = publication.checksum != old?.checksum
    if !isChanged { isChanged = try await !isPresent(publication, in: context) }
    if isChanged {
      // The id is stored before the files are written, so that they can be withdrawn after a crash.
      var unfinished = publication
      unfinished.checksum = ""
      try await store.save(unfinished)
      try await write(content, Page(content, items, publication), of: publication, in: context)
      try await store.save(publication)
    }
    return Result(publication, name: list.name, films: items.count, isChanged: isChanged)
  }

  private func withdraw(
    _ publication: Publication, name: String, _ store: CollectionStore, in context: CommandContext
  ) async throws {
    var publication = publication
    publication.isWithdrawn = true
    let content = PublishedList(
      id: publication.id, name: name.isEmpty ? "Withdrawn list" : name, description: nil,
      owner: await owner(of: publication), publishedAt: context.now, isWithdrawn: true, films: [])
    var page = Page(.list, title: content.name, madeAt: context.now)
    page.description = "This list was withdrawn by its owner."
    try requirePlace(publication.folder)
    try await write(content, page, of: publication, in: context)
    try await store.save(publication)
  }

  /// Returns the name of the owner in the data of a publication; empty on a server, which has the names of its members.
  private func owner(of publication: Publication) async -> String {
    publication.isOnServer ? "" : await settings().profileName
  }

  /// Returns whether the files of a publication exist, or its row on the server.
  private func isPresent(_ publication: Publication, in context: CommandContext) async throws -> Bool {
    guard publication.isOnServer else {
      let folder = PublicationFolder(publication.folder, id: publication.id)
      return [folder.data, folder.page].allSatisfy(FileManager.default.fileExists)
    }
    return try await withServerLists(of: publication, in: context) { try await $0.contains(publication.id) }
  }

  /// Writes the files of a publication, or its row on the server.
  private func write(
    _ list: PublishedList, _ page: Page, of publication: Publication, in context: CommandContext
  ) async throws {
    guard publication.isOnServer else {
      return try PublicationFolder(publication.folder, id: publication.id).write(list, page)
    }
    try await withServerLists(of: publication, in: context) { try await $0.publish(list) }
  }

  /// Runs a closure with the lists of the server on which a publication is.
  ///
  /// - Throws: A ``PublicationError``, ``SyncError/offline(place:)``.
  private func withServerLists<Value>(
    of publication: Publication, in context: CommandContext, _ body: (ServerLists) async throws -> Value
  ) async throws -> Value {
    do {
      guard let lists = try viewModels.sync.serverLists(in: context), lists.place == publication.folder else {
        throw PublicationError.otherServer(path: publication.folder)
      }
      return try await body(lists)
    } catch let error as PostgresError {
      let isUnreachable = error.kind == .unreachable || error.kind == .timeout
      throw isUnreachable
        ? PublicationError.unreachable(place: publication.folder, reason: error.message)
        : .notWritten(path: publication.folder, reason: error.message)
    } catch let error as SyncError {
      if case .offline = error { throw error }
      throw PublicationError.notWritten(path: publication.folder, reason: error.message)
    }
  }

  /// Checks that a folder exists, or that sync is set up with a server, by its path or address.
  private func requirePlace(_ path: String) throws(PublicationError) {
    if Publication.isServer(path) {
      guard viewModels.sync.place == path else { throw .otherServer(path: path) }
      return
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
    else { throw .notAFolder(path: path) }
  }

  private func absolute(_ path: String) throws(PublicationError) -> String {
    guard !path.isEmpty, !path.contains("\0") else { throw .notAFolder(path: path) }
    return viewModels.sync.absolute(path)
  }
}

extension PublicationViewModel.Result {
  fileprivate init(_ publication: Publication, name: String, films: Int, isChanged: Bool) {
    let folder = publication.isOnServer ? nil : PublicationFolder(publication.folder, id: publication.id)
    self.init(
      id: publication.id, name: name, films: films, path: folder?.path, page: folder?.page,
      data: folder?.data, place: folder?.page ?? publication.folder, isChanged: isChanged)
  }
}

extension Publication {
  /// Returns whether a place is the address of a server, and not the path of a folder.
  fileprivate static func isServer(_ place: String) -> Bool { place.hasPrefix("postgresql://") }

  fileprivate var isOnServer: Bool { Self.isServer(folder) }
}

/// The reason why a list was not published or withdrawn.
package enum PublicationError: UserFacingError, Equatable {
  /// No folder was given, and none is known from an earlier publication.
  case noFolder
  case notAFolder(path: String)
  /// The list is, or is to be, published on a server with which sync is not set up.
  case otherServer(path: String)
  case tooManyFilms(list: String, count: Int)
  case descriptionTooLong(list: String, count: Int)
  /// The file exists, and was not written by filmz.
  case foreignFile(path: String)
  case notWritten(path: String, reason: String)
  /// The server cannot be reached.
  case unreachable(place: String, reason: String)
  case notPublished(list: String)
  /// The list was to be deleted, but could not be withdrawn first.
  case notWithdrawn(list: String, reason: String)

  package var message: String {
    switch self {
    case .noFolder: "the first list that is published needs a folder; give it with --to"
    case .notAFolder(let path): "\(path) is not a folder"
    case .otherServer(let path): "sync is not set up with \(path) any more, where the list is published"
    case .tooManyFilms(let list, let count):
      "\"\(list)\" has \(count.grouped("film")); at most \(PublishedList.maximumFilmCount) can be published"
    case .descriptionTooLong(let list, let count):
      "the description of \"\(list)\" has \(count.grouped("character")); "
        + "at most \(PublishedList.maximumDescriptionLength) can be published"
    case .foreignFile(let path): "\(path) was not written by filmz, and was not replaced"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .unreachable(let place, let reason): "\(place) cannot be reached: \(reason)"
    case .notPublished(let list): "\"\(list)\" is not published"
    case .notWithdrawn(let list, let reason):
      "\"\(list)\" is published and could not be withdrawn: \(reason); nothing was deleted"
    }
  }

  package var remedy: Remedy? { if case .notWithdrawn = self { .forgetPublication } else { nil } }

  /// `true` if the list can be published in another folder, because only the place is missing or cannot be written.
  package var isFolderUnusable: Bool {
    switch self {
    case .notAFolder, .otherServer, .notWritten, .unreachable, .foreignFile: true
    default: false
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .noFolder: .usage
    case .unreachable: .unavailable
    case .notAFolder, .otherServer, .notWritten, .notWithdrawn: .inputOutput
    default: .failed
    }
  }
}
