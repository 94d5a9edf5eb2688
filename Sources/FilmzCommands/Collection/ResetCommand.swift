import FilmzDomain
import FilmzViewModels

/// The `reset` command, which removes all of the user's data of some kinds.
package struct ResetCommand: ShellCommand {
  package static let command = Command(
    ResetCommand.self, "reset", "Remove all skips, the watchlist, or everything.",
    usage: "reset skipped|watchlist|all",
    details: """
      `skipped` removes the marks of skipped films, `watchlist` removes the films that you have not watched \
      from the collection, `all` removes the whole collection, the lists, your own records and comments, and \
      the marks. Asks for confirmation unless --yes is given. `undo` restores everything.
      """,
    examples: """
      reset skipped
      reset watchlist --yes
      reset all
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.scope, as: "what", "What to remove.")
  ]

  var scope: ResetScope?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let scope else {
      throw CommandError.missingArgument(
        ResetScope.allCases.map(\.rawValue).joinedWithOr, verb: "reset")
    }
    let reset = session.viewModels.reset
    let data = try await reset.data(of: scope)
    guard !data.isEmpty else {
      return Output(.changes(.films([])), [.notice("There is nothing to remove.")])
    }
    let amount = data.counts.map { $0.count.counted($0.noun) }.joinedWithAnd
    guard try await session.confirm("Remove \(amount)?", action: "reset") else {
      return Output(.changes(.films([])), [.notice("Nothing was removed.")])
    }
    if scope == .all {
      try await session.viewModels.publications.withdrawBeforeDeletion(
        of: nil, in: session.context)
    }
    let items = try await reset.remove(data, in: session.context)
    return Output(.changes(.films(items)), [.notice("Removed \(amount); `undo` restores them.")])
  }
}

extension ResetScope: NamedChoice {}
