import FilmzDomain
import FilmzViewModels

/// The `backup now` command, which makes a backup of the collection.
package struct BackupNowCommand: ShellCommand {
  package static let command = Command(
    BackupNowCommand.self, "backup now", "Make a backup, which is kept until you delete its file.",
    examples: """
      backup now
      backup now --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let backup = try await session.viewModels.backups.backUp(in: session.context)
    let size = ByteCount.text(backup.bytes)
    return Output(
      .changes(.backups([backup])),
      [.notice("Made the backup \(backup.name): \(backup.content), \(size)")])
  }
}
