/// The `backup` command, which groups the commands for backups of the collection.
package enum BackupCommand {
  package static let command = Command(
    nil, "backup", "List, make and restore backups of the collection.",
    details: """
      A backup is made automatically before the first change of each day, and the newest seven are \
      kept. Backups made with `backup now` are kept until you delete their files.
      """,
    examples: """
      backup ls
      backup now
      backup restore 2026-11-21
      """,
    subcommands: [
      BackupListCommand.command, BackupNowCommand.command, BackupRestoreCommand.command,
    ])
}
