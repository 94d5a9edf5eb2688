package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `backup now`: makes a backup of the collection.
package struct BackupNowCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Make a backup, which stays until you remove its file.",
    discussion: """
      Examples:
        backup now
        backup now --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let backup = try await session.backups.backUp(in: session.context)
    let size = ByteCount.text(backup.bytes)
    return Output(
      .changes(BackupRow.self, [BackupRow(backup: backup)]),
      notices: ["Made the backup \(backup.name): \(backup.content), \(size)"])
  }
}
