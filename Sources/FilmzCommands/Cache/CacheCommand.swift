package import ArgumentParser

/// `cache`: the film cache.
package struct CacheCommand: CommandGroupRoot {
  package static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Look at the film cache, and clean it.",
    discussion: """
      The cache holds what sources told of films, so that it need not be fetched again. Losing it \
      costs time and requests, nothing else.

      Examples:
        cache ls
        cache show heat
        cache prune --days 90
      """,
    subcommands: [
      CacheListCommand.self, CacheShowCommand.self, CacheRemoveCommand.self,
      CachePruneCommand.self, CacheClearCommand.self,
    ])

  package static var standIn: any ShellCommand.Type { CacheListCommand.self }

  package init() {}
}
