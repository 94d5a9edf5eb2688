/// The `db` command, which groups the commands for the database files.
package enum DatabaseCommand {
  package static let command = Command(
    nil, "db", "Show, check and compact the database files.",
    details: """
      The files are the collection, the film cache and, after an import, the catalog; see also `sql`.
      """,
    examples: """
      db
      db check
      db compact
      """,
    subcommands: [
      DatabaseUsageCommand.command, DatabaseIndexesCommand.command, DatabaseCheckCommand.command,
      DatabaseRebuildCommand.command, DatabaseCompactCommand.command,
    ])
}
