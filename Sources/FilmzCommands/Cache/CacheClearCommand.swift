package import ArgumentParser
import FilmzViewModels

/// `cache clear`: empties the cache.
package struct CacheClearCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Empty the cache; the collection stays.",
    discussion: """
      Films of the collection keep their names; `refresh --stale` fetches the rest again.

      Examples:
        cache clear
        cache clear --format json
      """)

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    .removal(try await session.cache.clear())
  }
}
