import FilmzDomain
import FilmzViewModels

/// `backup now`: makes a backup of the collection.
package struct BackupNowCommand: ShellCommand {
  package static let command = Command(
    BackupNowCommand.self, "backup now", "Make a backup, which stays until you remove its file.",
    examples: """
      backup now
      backup now --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let backup = try await session.models.backups.backUp(in: session.context)
    let size = ByteCount.text(backup.bytes)
    return Output(
      .changes(.backups([backup])),
      [.notice("Made the backup \(backup.name): \(backup.content), \(size)")])
  }
}
