package import FilmzDomain
package import FilmzTerminal
package import FilmzViewModels

/// Standard output and standard error, as used by commands.
package struct Console: Sendable {
  /// Writes a string to standard output completely, without buffering.
  ///
  /// Throws ``CommandError/outputFailed(reason:)``, or ``OutputClosed`` if the reader has closed the
  /// output.
  package let write: @Sendable (String) throws -> Void
  /// Writes bytes that are not text to standard output, with the errors of ``write``.
  ///
  /// `nil` if standard output is a terminal, or if the shell redirects the data.
  package var writeBytes: (@Sendable ([UInt8]) throws -> Void)?
  /// Writes a string to standard error, and ignores errors.
  package let writeMessage: @Sendable (String) -> Void
  /// Returns the width, the style and the character set for data.
  package let renderTarget: @Sendable (ColorChoice) -> RenderTarget
  /// Returns the style for messages.
  package let messageStyle: @Sendable (ColorChoice) -> Style
  /// `true` if standard error is a terminal.
  package let isStandardErrorTerminal: Bool
  /// `true` if standard error is a terminal that can erase a line.
  package let canErase: Bool
  /// Returns the number of rows of the terminal, or `nil` if there is no terminal.
  package let rows: @Sendable () -> Int?
  /// A function that is called with the content that a command has written, if any.
  package var didWrite: (@Sendable (Output.Content) -> Void)?
  /// `true` if the shell writes the data to a file or a program instead of standard output.
  package private(set) var isRedirected = false

  package init(
    write: @escaping @Sendable (String) throws -> Void, writeMessage: @escaping @Sendable (String) -> Void,
    renderTarget: @escaping @Sendable (ColorChoice) -> RenderTarget,
    messageStyle: @escaping @Sendable (ColorChoice) -> Style, isStandardErrorTerminal: Bool, canErase: Bool,
    rows: @escaping @Sendable () -> Int?
  ) {
    (self.write, self.writeMessage, self.renderTarget) = (write, writeMessage, renderTarget)
    (self.messageStyle, self.isStandardErrorTerminal) = (messageStyle, isStandardErrorTerminal)
    (self.canErase, self.rows) = (canErase, rows)
  }

  /// Returns the render target for drawing on the terminal of standard error, with the terminal's current width.
  func screenTarget(_ color: ColorChoice) -> RenderTarget {
    let target = renderTarget(.never)
    return RenderTarget(
      width: target.width ?? 80, style: messageStyle(color), isTerminal: true, isUTF8: target.isUTF8)
  }

  /// Wraps a prompt to the width of the terminal, writes all of its lines but the last one, and returns that line.
  package func lastPromptLine(_ prompt: String) -> String {
    let target = renderTarget(.never)
    let lines = target.transliterated(prompt).wrappedPrompt(toWidth: target.width ?? .max)
    if lines.count > 1 { writeMessage(lines.dropLast().joined(separator: "\n") + "\n") }
    return lines.last ?? prompt
  }

  /// Returns a console whose data is written to a file or a program.
  ///
  /// The data is not paged, and colored only with `--color always`. It is truncated only if `isShownOnTerminal` is
  /// `true` and standard output is a terminal, to the width of that terminal. Control characters are replaced only if
  /// the data is written to a terminal (`isTerminal`).
  package func redirected(
    toTerminal isTerminal: Bool, isShownOnTerminal: Bool = false, write: @escaping @Sendable (String) throws -> Void
  ) -> Console {
    var console = Console(
      write: write, writeMessage: writeMessage,
      renderTarget: { [renderTarget] choice in
        let original = renderTarget(choice)
        return RenderTarget(
          width: isShownOnTerminal && original.isTerminal ? original.width : nil,
          style: Style(usesColor: choice == .always), isTerminal: isTerminal, isUTF8: original.isUTF8)
      }, messageStyle: messageStyle, isStandardErrorTerminal: isStandardErrorTerminal, canErase: canErase, rows: rows)
    console.isRedirected = true
    return console
  }
}

/// The error that is thrown if the reader has closed the output, after which the program exits without a message.
package struct OutputClosed: Error { package init() {} }

/// A text that the user wrote in an editor, and the temporary file that contains it.
package struct EditedText: Sendable {
  /// The text without trailing line breaks.
  package let text: String
  private let removeFile: @Sendable () -> Void
  private let preserveFile: @Sendable () -> String

  /// Creates a text with a function that removes its file, and one that preserves the file and
  /// returns the file's path.
  package init(
    _ text: String, removeFile: @escaping @Sendable () -> Void, preserveFile: @escaping @Sendable () -> String
  ) { (self.text, self.removeFile, self.preserveFile) = (text, removeFile, preserveFile) }

  /// Removes the file, after the text has been stored elsewhere or is not needed any more.
  func discard() { removeFile() }

  /// Passes the text to a function, and then removes the file.
  ///
  /// - Throws: ``SavedTextError`` if the function throws an error; the file is then preserved.
  func use<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    do {
      let value = try await body(text)
      discard()
      return value
    } catch {
      throw SavedTextError(after: error, path: preserveFile())
    }
  }
}

/// An error of a command, whose message also gives the path of the file with the text that the user wrote.
package struct SavedTextError: UserFacingError {
  private let cause: any UserFacingError
  private let path: String

  /// Creates an error that reports another error and the path of the file with the text.
  ///
  /// An error that is not a `UserFacingError` is reported as an interruption.
  package init(after error: any Error, path: String) {
    cause = error as? any UserFacingError ?? CommandError.interrupted
    self.path = path
  }

  package var message: String { "\(cause.text.withoutFullStop); what you wrote is in \(path)" }
  package var exitCategory: ExitCategory { cause.exitCategory }
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
    all: @escaping @Sendable () async -> Settings, set: @escaping @Sendable (SettingName, String?) async throws -> Void,
    path: String
  ) { (self.all, self.set, self.path) = (all, set, path) }
}

/// Opens a text in the user's text editor, and returns the edited text.
package typealias Editor = @Sendable (String) async throws -> EditedText

/// Access to the terminal, to programs and to files; functions that are not available are `nil`.
package struct TerminalHost: Sendable {
  package var console: Console
  /// Prompts the user; returns `nil` if the prompt was cancelled.
  package var ask: (@Sendable (String) async -> String?)?
  /// Prompts the user for a secret, without echo; returns `nil` if the prompt was cancelled.
  package var askSecret: (@Sendable (String) async -> String?)?
  package var edit: Editor?
  /// Reads single key presses.
  package var keys: KeyInput?
  /// Shows a text that is longer than the screen in a pager, which begins at the end of the text if `atEnd` is `true`.
  package var page: (@Sendable (_ text: String, _ atEnd: Bool) async -> PagerOutcome)?
  /// Returns the file paths that begin with the typed text, and whether the list of paths was truncated; the paths of
  /// folders end with `/`.
  package var files: (@Sendable (_ typed: String, _ foldersOnly: Bool) -> (names: [String], isTruncated: Bool))?
  /// The path of standard input; `nil` if that is a terminal, or has the lines of a script.
  package var inputPath: String?
  /// Runs the script at a path, in the session that ``Session/forScript()`` returned.
  package var runScript: (@Sendable (_ path: String, _ session: Session) async throws -> CommandRunner.Outcome)?
  /// Returns the shell history, the oldest line first.
  package var history: @Sendable () async throws -> [String] = { [] }
  /// Adds a line to the shell history, unless it must not be stored; `nil` outside of shells.
  package var addHistory: (@Sendable (_ line: String) async -> Void)?
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
    host.addHistory = nil
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
