/// The `cache` command, which groups the commands for the film cache.
package enum CacheCommand {
  package static let command = Command(
    nil, "cache", "Show and clean the film cache.",
    details: """
      The cache stores details of films from their sources, so that they need not be fetched again. \
      Deleting it costs only time and requests.
      """,
    examples: """
      cache ls
      cache show heat
      cache prune --days 90
      """,
    subcommands: [
      CacheListCommand.command, CacheShowCommand.command, CacheRemoveCommand.command,
      CachePruneCommand.command, CacheClearCommand.command,
    ])
}
