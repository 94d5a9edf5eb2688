package import FilmzDomain
import FilmzServices
import FilmzStore
import Foundation

/// Lists comments on films, and adds, edits, and removes comments of the user; each change is one step of the
/// journal.
package struct CommentViewModel: ViewModel {
  let viewModels: ViewModels

  // MARK: - Reading

  /// Returns the comments on a film, or on all films if it is `nil`, newest first, and numbers them from 1.
  ///
  /// `limit` is the maximum number of comments, `nil` for no limit. `hasMore` is `true` if there are further comments;
  /// `hidden` is the number of comments that are left out because their films are hidden.
  package func list(
    on film: FilmItem?, limit: Int?
  ) async throws -> (comments: [ListedComment], hasMore: Bool, hidden: Int) {
    let hasFilter = try await database.openForReading().collection.hidesFilms
    var comments = try await comments(on: film, limit: hasFilter ? nil : limit.map { $0 == .max ? $0 : $0 + 1 })
    let count = comments.count
    if hasFilter { comments = try await shown(comments) }
    let hidden = count - comments.count
    let hasMore = limit.map { comments.count > $0 } ?? false
    comments = Array(comments.prefix(limit ?? .max))
    await state.setListedComments(comments.map(\.id))
    return (try await listed(comments, on: film, firstNumber: 1), hasMore, hidden)
  }

  /// Returns the comments without those on hidden films.
  private func shown(_ comments: [FilmComment]) async throws -> [FilmComment] {
    let hiddenFilms = try await assembler.hiddenFilms(among: Set(comments.map(\.film)))
    return comments.filter { !hiddenFilms.contains($0.film) }
  }

  /// Returns the comment of the user that a reference denotes.
  ///
  /// - Throws: ``ViewModelError/noSuchComment(_:count:)``, ``ViewModelError/commentGone(number:)``,
  ///   ``ViewModelError/unknownComment(id:)``, ``ViewModelError/ambiguousComment(id:)``,
  ///   ``ViewModelError/foreignComment(name:film:)``, ``ViewModelError/filmIsHidden``.
  package func ownComment(_ reference: CommentReference) async throws -> ListedComment {
    let comment = try await comment(reference)
    guard try await !shown([comment]).isEmpty else { throw ViewModelError.filmIsHidden }
    guard let listed = try await listed([comment], on: nil).first else {
      throw ViewModelError.unknownComment(id: comment.shortID)
    }
    guard comment.isMine else { throw ViewModelError.foreignComment(name: comment.name, film: listed.film.caption) }
    return listed
  }

  private func comment(_ reference: CommentReference) async throws -> FilmComment {
    let collection = try await database.openForReading().collection
    switch reference {
    case .number(let number):
      let listed = await state.listedComments
      guard listed.indices.contains(number - 1) else { throw ViewModelError.noSuchComment(number, count: listed.count) }
      let id = listed[number - 1].uuidString
      let comment = try await collection.comments(withIDPrefix: id, limit: 1).first
      guard let comment else { throw ViewModelError.commentGone(number: number) }
      return comment
    case .id(let prefix):
      let comments = try await collection.comments(withIDPrefix: prefix, limit: 2)
      guard let comment = comments.first else { throw ViewModelError.unknownComment(id: prefix) }
      guard comments.count == 1 else { throw ViewModelError.ambiguousComment(id: prefix) }
      return comment
    }
  }

  /// Returns a feed of the comments on a film, or on all films if it is `nil`, that are written from now on.
  package func feed(on film: FilmItem?) async throws -> CommentFeed {
    await state.setListedComments([])
    let feed = CommentFeed(viewModel: self, film: film)
    _ = try await feed.next()
    return feed
  }

  /// Returns comments, newest first, without numbering them.
  func comments(on film: FilmItem?, limit: Int? = nil) async throws -> [FilmComment] {
    let collection = try await database.openForReading().collection
    guard let film else { return try await collection.comments(limit: limit) }
    return try await collection.comments(of: film.id, limit: limit)
  }

  /// Adds comments to the last list of comments, and returns them with their numbers.
  ///
  /// Comments on hidden films are left out.
  func appendToList(_ comments: [FilmComment], on film: FilmItem?) async throws -> [ListedComment] {
    let comments = try await shown(comments)
    let firstNumber = await state.addListedComments(comments.map(\.id))
    return try await listed(comments, on: film, firstNumber: firstNumber)
  }

  /// Returns comments with their films; `film` is the film of all comments, or `nil` to look up the film of each.
  private func listed(
    _ comments: [FilmComment], on film: FilmItem?, firstNumber: Int? = nil
  ) async throws -> [ListedComment] {
    var films: [FilmID: FilmItem] = [:]
    if film == nil {
      let ids = Array(Set(comments.map(\.film)))
      let items = try await assembler.items(ids.map { ($0, nil) })
      films = Dictionary(zip(ids, items)) { first, _ in first }
    }
    return comments.enumerated().compactMap { index, comment in
      guard let film = film ?? films[comment.film] else { return nil }
      return ListedComment(comment: comment, film: film, number: firstNumber.map { $0 + index })
    }
  }

  // MARK: - Changes

  /// Adds a comment of the user to a film, which need not be in the collection, and selects the film.
  ///
  /// A private comment is not shared with the members of a server, even if comments are shared by default.
  package func add(
    _ text: String, to item: FilmItem, isPrivate: Bool, in context: CommandContext
  ) async throws -> ListedComment {
    let name = await settings().profileName
    let isShared = await settings().sharesComments && !isPrivate
    let comment = try await apply(in: context) { transaction in
      let comment = FilmComment(
        id: UUID(), film: try transaction.canonicalID(of: item.id), name: name,
        time: FilmComment.timeText(context.now), text: text, isShared: isShared)
      try transaction.insert(comment)
      return comment
    }
    if let film = item.film { await services.lookup.storeFacts(ofAddedFilms: [film]) }
    await state.select(comment.film, name: item.name)
    return ListedComment(comment: comment, film: item)
  }

  /// Changes the text of a comment of the user, and selects its film.
  ///
  /// - Throws: ``ViewModelError/commentChanged(film:)`` if the comment's text is no longer that of `listed`.
  package func edit(_ listed: ListedComment, _ text: String, in context: CommandContext) async throws -> ListedComment {
    try await change(listed, in: context) { transaction in try transaction.setText(text, ofComment: listed.comment.id) }
    var changed = listed
    changed.comment.text = text
    return changed
  }

  /// Removes a comment of the user, and selects its film.
  ///
  /// - Throws: ``ViewModelError/commentChanged(film:)`` if the comment's text is no longer that of `listed`.
  package func remove(_ listed: ListedComment, in context: CommandContext) async throws {
    try await change(listed, in: context) { try $0.deleteComment(listed.comment.id) }
  }

  private func change(
    _ listed: ListedComment, in context: CommandContext, _ body: @escaping @Sendable (JournalTransaction) throws -> Void
  ) async throws {
    try await apply(in: context) { transaction in
      guard try transaction.text(ofComment: listed.comment.id) == listed.comment.text else {
        throw ViewModelError.commentChanged(film: listed.film.caption)
      }
      try body(transaction)
    }
    await state.select(listed.film.id, name: listed.film.name)
  }
}

extension Settings {
  /// `true` if new comments are shared with the members of a server.
  var sharesComments: Bool { self[.commentsShared].value == "on" }
}

/// A comment with its film.
package struct ListedComment: Sendable {
  package var comment: FilmComment
  package let film: FilmItem
  /// The comment's number in the last list of comments; `nil` if it is not in that list.
  package var number: Int?

  package init(comment: FilmComment, film: FilmItem, number: Int? = nil) {
    (self.comment, self.film, self.number) = (comment, film, number)
  }
}

/// A reference to a comment: its number in the last list of comments, or the beginning of its id.
package enum CommentReference: Sendable, Hashable {
  case number(Int)
  /// At least eight characters of the id.
  case id(String)

  private static let minimumIDLength = 8

  /// Creates the reference from a word; `nil` if it is neither a number nor the beginning of an id.
  package init?(_ word: String) {
    if word.count < Self.minimumIDLength {
      guard let number = Int(word), number > 0, word.allSatisfy(\.isNumber) else { return nil }
      self = .number(number)
    } else {
      guard word.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") }) else { return nil }
      self = .id(word)
    }
  }
}

/// The comments that are written after the feed was created, also by other processes and, with sync, by other people.
package actor CommentFeed {
  private let viewModel: CommentViewModel
  private let film: FilmItem?
  /// `true` until the first call of ``next()`` has read the existing comments.
  private var isFirst = true
  /// The number of the newest change in the journal when comments were read.
  private var newestChange: Int64 = 0
  /// The number of the newest change of a comment that a server had when comments were read.
  private var sharedPosition: Int64 = 0
  private var knownIDs: Set<UUID> = []

  init(viewModel: CommentViewModel, film: FilmItem?) {
    self.viewModel = viewModel
    self.film = film
  }

  /// Returns the comments that were written since the last call, oldest first, and numbers them.
  ///
  /// The first call returns no comments. A comment is not returned again after it was removed and restored.
  package func next() async throws -> [ListedComment] {
    let isFirst = isFirst
    let collection = try await viewModel.database.openForReading().collection
    let position = try await collection.sharedCommentPosition()
    let change = try await collection.newestChange(after: newestChange)
    guard isFirst || change.concernsComments || position != sharedPosition else {
      newestChange = change.number
      return []
    }
    let comments = try await viewModel.comments(on: film)
    (newestChange, sharedPosition, self.isFirst) = (change.number, position, false)
    let newComments = comments.filter { knownIDs.insert($0.id).inserted }
    guard !isFirst, !newComments.isEmpty else { return [] }
    return try await viewModel.appendToList(newComments.reversed(), on: film)
  }
}
