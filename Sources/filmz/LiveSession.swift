import FilmzCatalog
import FilmzCommands
import FilmzDomain
import FilmzServices
import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation
import Glibc

/// Puts a session together from the real world: files, clock, network, terminal.
enum LiveSession {
  static func make(
    _ mode: Session.Mode, _ invocation: Invocation, environment: [String: String],
    console: Console, editor: LineEditor?
  ) -> Session {
    let paths = Paths(
      home: invocation.home, config: invocation.config, environment: environment)
    let settings = SettingsStore(
      file: SettingsFile(url: paths.configFile), environment: environment)
    let library = Library(paths: paths)
    let state = BrowsingState()
    let now: @Sendable () -> Date = { Date() }
    let service = CachedSearchService(
      library: library, catalog: StarterCatalog(), fetcher: HTTPFetcher(environment: environment),
      settings: { await settings.settings() }, now: now)
    return Session(
      mode: mode, search: .init(service: service, library: library, state: state),
      detail: .init(
        service: service, library: library, state: state,
        settings: { await settings.settings() }, now: now),
      collection: .init(service: service, library: library, details: DetailQueue(), now: now),
      targets: .init(service: service, library: library, state: state), state: state,
      settings: settings, console: console, now: now, ask: ask(mode, editor),
      askSecret: askSecret(mode, editor), options: invocation.options)
  }

  /// Questions need an editor on a terminal; a script is never asked.
  private static func ask(
    _ mode: Session.Mode, _ editor: LineEditor?
  ) -> (@Sendable (String) async -> String?)? {
    guard let editor else { return nil }
    return { question in
      guard case .line(let answer) = await editor.readLine(prompt: question) else { return nil }
      return answer
    }
  }

  /// A secret is read without echo, or from a pipe by a single call.
  private static func askSecret(
    _ mode: Session.Mode, _ editor: LineEditor?
  ) -> (@Sendable (String) async -> String?)? {
    guard mode != .script else { return nil }
    guard let editor else {
      return { _ in
        var reader = LineReader(descriptor: STDIN_FILENO)
        return await reader.next()
      }
    }
    return { question in await editor.readSecret(prompt: question) }
  }
}
