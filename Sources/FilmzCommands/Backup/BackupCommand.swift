/// `backup`: backups of the collection.
package enum BackupCommand {
  package static let command = Command(
    nil, "backup", "Look at the backups of the collection, make one, bring one back.",
    details: """
      One is made by itself before the first change of a day, and seven of these are kept. Those made \
      by hand stay until you remove their files.
      """,
    examples: """
      backup ls
      backup now
      backup restore 2026-11-21
      """,
    members: [
      BackupListCommand.command, BackupNowCommand.command, BackupRestoreCommand.command,
    ])
}
