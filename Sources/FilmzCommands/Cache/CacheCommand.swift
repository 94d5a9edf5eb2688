/// `cache`: the film cache.
package enum CacheCommand {
  package static let command = Command(
    nil, "cache", "Look at the film cache, and clean it.",
    details: """
      The cache holds what sources told of films, so that it need not be fetched again. Losing it \
      costs time and requests, nothing else.
      """,
    examples: """
      cache ls
      cache show heat
      cache prune --days 90
      """,
    members: [
      CacheListCommand.command, CacheShowCommand.command, CacheRemoveCommand.command,
      CachePruneCommand.command, CacheClearCommand.command,
    ])
}
