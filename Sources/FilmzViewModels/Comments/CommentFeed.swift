import FilmzDomain
import Foundation

/// The comments that other programs and other people write while the user waits for them.
package actor CommentFeed {
  private let viewModel: CommentViewModel
  private let film: FilmItem?
  private var isFirst = true
  /// The number of the newest change of the journal that was read.
  private var newestChange: Int64 = 0
  /// The number of the newest change of a comment on a server.
  private var sharedPosition: Int64 = 0
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
    let isFirst = isFirst
    let position = try await viewModel.sharedCommentPosition()
    let change = try await viewModel.newestChange(after: newestChange)
    guard isFirst || change.concernsComments || position != sharedPosition else {
      newestChange = change.number
      return []
    }
    let comments = try await viewModel.comments(on: film)
    (newestChange, sharedPosition, self.isFirst) = (change.number, position, false)
    let newComments = comments.filter { knownIDs.insert($0.id).inserted }
    guard !isFirst, !newComments.isEmpty else { return [] }
    return try await viewModel.numbered(newComments.reversed(), on: film)
  }
}
