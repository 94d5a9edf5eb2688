package import FilmzDomain
package import FilmzViewModels

/// Access to the terminal, to programs and to files; functions that are not available are `nil`.
package struct TerminalHost: Sendable {
  package var console: Console
  /// Prompts the user; returns `nil` if the prompt was cancelled.
  package var ask: (@Sendable (String) async -> String?)?
  /// Prompts the user for a secret, without echo; returns `nil` if the prompt was cancelled.
  package var askSecret: (@Sendable (String) async -> String?)?
  /// Opens a text in the user's text editor, and returns the edited text.
  package var edit: (@Sendable (String) async throws -> EditedText)?
  /// Reads single key presses.
  package var keys: KeyInput?
  /// Shows a text in a pager, if possible at its end; called if the text is longer than the screen.
  package var page: (@Sendable (_ text: String, _ atEnd: Bool) async -> PagerOutcome)?
  /// Returns the file paths that begin with the typed text, and whether the list of paths was
  /// truncated.
  ///
  /// The paths of folders end with `/`.
  package var files:
    (@Sendable (_ typed: String, _ foldersOnly: Bool) -> (names: [String], isTruncated: Bool))?
  /// Runs the script at a path, in the session that ``Session/forScript()`` returned.
  package var runScript:
    (@Sendable (_ path: String, _ session: Session) async throws -> CommandRunner.Outcome)?
  /// Returns the shell history, the oldest line first.
  package var history: @Sendable () async throws -> [String] = { [] }
  /// Checks the locale and the terminal.
  package var environmentChecks: @Sendable () -> [HealthCheck] = { [] }
  /// Writes a line to the log; returns the path of the log, or `nil` if the line could not be
  /// written.
  package var log: @Sendable (_ text: String) -> String? = { _ in nil }
  /// Replaces keys and tokens in a warning or an error.
  package var mask: @Sendable (_ text: String) -> String = { $0 }

  package init(console: Console) { self.console = console }

  /// The same host for a script, without prompts, key presses, text editor and pager.
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

/// The outcome of showing a text in a pager.
package enum PagerOutcome: Sendable, Equatable {
  case shown
  /// The text has to be printed without a pager.
  case notPaged
  /// The pager cannot be used; the value is a message with the reason.
  case failed(String)
}

/// The settings and their file.
package struct SettingsAccess: Sendable {
  /// Returns the effective settings.
  package let all: @Sendable () async -> Settings
  /// Changes a setting in the file; the value `nil` removes the setting.
  package let set: @Sendable (SettingName, String?) async throws -> Void
  /// The path of the settings file.
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
