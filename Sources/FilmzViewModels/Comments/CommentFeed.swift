import FilmzDomain
import FilmzStore
import Foundation

/// The comments that other programs write while the user waits for them.
package actor CommentFeed {
  private let viewModel: CommentViewModel
  private let film: FilmItem?
  /// The version of the collection's file that was read last; `nil` before the first call of ``next()``.
  private var version: CollectionVersion?
  /// The number of the newest change of the journal that was read.
  private var newestChange: Int64 = 0
  private var knownIDs: Set<UUID> = []

  /// Creates a feed of the comments on a film, or on all films if it is `nil`.
  init(viewModel: CommentViewModel, film: FilmItem?) {
    self.viewModel = viewModel
    self.film = film
  }

  /// Returns the comments that were written since the last call, oldest first, and numbers them.
  ///
  /// The first call returns no comments. A comment is not returned again after it was removed and restored.
  package func next() async throws -> [ListedComment] {
    let isFirst = version == nil
    let newVersion = try await viewModel.version()
    guard newVersion != version else { return [] }
    let change = try await viewModel.newestChange(after: newestChange)
    newestChange = change.number
    guard isFirst || change.concernsComments else {
      version = newVersion
      return []
    }
    let comments = try await viewModel.comments(on: film)
    version = newVersion
    let newComments = comments.filter { knownIDs.insert($0.id).inserted }
    guard !isFirst, !newComments.isEmpty else { return [] }
    return try await viewModel.numbered(newComments.reversed(), on: film)
  }
}
