package import ArgumentParser

/// `backup`: backups of the collection.
package struct BackupCommand: CommandGroupRoot {
  package static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Look at the backups of the collection, make one, bring one back.",
    discussion: """
      One is made by itself before the first change of a day, and seven of these are kept. Those made \
      by hand stay until you remove their files.

      Examples:
        backup ls
        backup now
        backup restore 2026-11-21
      """,
    subcommands: [
      BackupListCommand.self, BackupNowCommand.self, BackupRestoreCommand.self,
    ])

  package static var standIn: any ShellCommand.Type { BackupListCommand.self }

  package init() {}
}
