import FilmzDomain
import FilmzViewModels

/// The `backup ls` command, which lists the backups of the collection.
package struct BackupListCommand: ShellCommand {
  package static let command = Command(
    BackupListCommand.self, "backup ls", "List the backups, newest first.",
    examples: """
      backup ls
      backup ls --format json
      """)

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let backups = try session.viewModels.backups.list()
    let notice =
      backups.isEmpty
      ? "There are no backups yet; `backup now` makes one." : backups.count.counted("backup")
    return Output(.list(.backups(backups)), [.notice(notice)])
  }
}
