package import FilmzDomain
package import FilmzViewModels

/// The terminal, the programs and the files around a session; what is `nil` cannot be done there.
package struct TerminalHost: Sendable {
  package var console: Console
  /// Asks the user a question; returns `nil` if it was not answered.
  package var ask: (@Sendable (String) async -> String?)?
  /// Asks for a secret, without showing what is typed.
  package var askSecret: (@Sendable (String) async -> String?)?
  /// Opens a text in the user's editor, and returns what was made of it.
  package var edit: (@Sendable (String) async throws -> EditedText)?
  /// Reads single keys.
  package var keys: KeyReading?
  /// Shows a text that is longer than the screen page by page.
  package var page: (@Sendable (_ text: String) async -> PagedText)?
  /// Lists the files that a path may mean, folders with a `/` at their end, and whether there are more.
  package var files:
    (@Sendable (_ typed: String, _ foldersOnly: Bool) -> (names: [String], isCut: Bool))?
  /// Runs the lines of a file in a session, which is a script's.
  package var runScript:
    (@Sendable (_ path: String, _ session: Session) async throws -> CommandRunner.Outcome)?
  /// Returns the lines that shells remember, oldest first.
  package var history: @Sendable () async throws -> [String] = { [] }
  /// Checks locale and terminal.
  package var surroundings: @Sendable () -> [HealthCheck] = { [] }
  /// Writes what is unexpected into the log; returns the log's path, or `nil` if there is none.
  package var log: @Sendable (_ text: String) -> String? = { _ in nil }
  /// Returns the text of a warning or an error without the keys that are set.
  package var mask: @Sendable (_ text: String) -> String = { $0 }

  package init(console: Console) { self.console = console }

  /// The same host for a script, which asks nobody and shows nothing page by page.
  var forScript: TerminalHost {
    var host = self
    host.ask = nil
    host.askSecret = nil
    host.edit = nil
    host.keys = nil
    host.page = nil
    return host
  }
}

/// What happened to a text that was to be shown page by page.
package enum PagedText: Sendable, Equatable {
  case shown
  /// It is to be printed like any other.
  case refused
  /// The pager cannot be used, for a reason.
  case failed(String)
}

/// The settings and their file.
package struct SettingsAccess: Sendable {
  /// The settings that hold.
  package let all: @Sendable () async -> Settings
  /// Changes a setting in the file; `nil` takes it out.
  package let set: @Sendable (SettingName, String?) async throws -> Void
  package let path: String

  package init(
    all: @escaping @Sendable () async -> Settings,
    set: @escaping @Sendable (SettingName, String?) async throws -> Void, path: String
  ) {
    self.all = all
    self.set = set
    self.path = path
  }
}
