import FilmzDomain
import FilmzViewModels

/// The `purge` command, which removes all files of filmz.
package struct PurgeCommand: ShellCommand {
  /// The word that confirms a purge.
  private static let word = "purge"

  package static let command = Command(
    PurgeCommand.self, "purge", "Remove all files that filmz has made, with the backups.",
    usage: "purge [--confirm purge]",
    details: """
      Removes the collection, its backups, the caches, the catalog, the settings and the history, by their names. \
      Folders that contain anything else are kept, and so are the files in a folder of `sync`; `sync off --remove` \
      removes those first. Nothing brings this back. Asks for the word purge; elsewhere than in a terminal, \
      --confirm purge is needed, and --yes is not enough.
      """,
    examples: """
      purge
      purge --confirm purge
      """)

  package static let arguments: [Argument<Self>] = [
    .option("--confirm", \.confirmation, as: "purge", "The word purge.")
  ]

  var confirmation: Word?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    var answer = confirmation?.text
    if answer == nil, let ask = session.host.ask {
      session.progress?.stop()
      let unsent = await session.viewModels.sync.unsentCount
      let loss =
        unsent > 0 ? ", with \(unsent.grouped("change")) that are not in the folder of sync" : ""
      answer = await ask(
        "This removes the collection and all backups for ever\(loss). Type \(Self.word) to go on: ")
      guard answer != nil else { throw CommandError.interrupted }
    }
    guard let answer else {
      throw CommandError.wrongUsage("purge needs --confirm purge", verb: "purge")
    }
    guard answer == Self.word else {
      guard confirmation == nil else {
        throw CommandError.wrongUsage(
          "the word is `--confirm purge`; nothing was removed", verb: "purge")
      }
      return Output(
        .machineOnly([.init(name: "removed", value: .integer(0))]),
        [.notice("Nothing was removed.")])
    }
    let result = try await session.viewModels.purge()
    var messages: [Output.Message] = result.keptFolders.map {
      .warning("\($0) contains something else, and is kept")
    }
    messages += result.failures.map { .warning("\($0); this file is still there") }
    messages.append(.summary("Removed \(result.removed.counted("file"))"))
    return Output(
      .machineOnly([.init(name: "removed", value: .integer(result.removed))]), messages,
      ending: .endsSession)
  }
}
