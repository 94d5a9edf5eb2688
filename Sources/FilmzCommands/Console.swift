package import FilmzTerminal

/// Standard output and standard error, as used by commands.
package struct Console: Sendable {
  /// Writes a string to standard output completely, without buffering.
  ///
  /// Throws ``CommandError/outputFailed(reason:)``, or ``OutputClosed`` if the reader has closed the
  /// output.
  package let write: @Sendable (String) throws -> Void
  /// Writes bytes that are not text to standard output, with the errors of ``write``; `nil` if standard output is a
  /// terminal, or data is written to a file or a program of the shell.
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
  /// Called with the content that a command has written; `nil` if nobody needs it.
  package var didWrite: (@Sendable (Output.Content) -> Void)?
  /// `true` if data is written to a file or a program instead of standard output.
  package private(set) var isRedirected = false

  package init(
    write: @escaping @Sendable (String) throws -> Void,
    writeMessage: @escaping @Sendable (String) -> Void,
    renderTarget: @escaping @Sendable (ColorChoice) -> RenderTarget,
    messageStyle: @escaping @Sendable (ColorChoice) -> Style, isStandardErrorTerminal: Bool,
    canErase: Bool,
    rows: @escaping @Sendable () -> Int?
  ) {
    self.write = write
    self.writeMessage = writeMessage
    self.renderTarget = renderTarget
    self.messageStyle = messageStyle
    self.isStandardErrorTerminal = isStandardErrorTerminal
    self.canErase = canErase
    self.rows = rows
  }

  /// Returns a console whose data is written to a file or a program.
  ///
  /// The data is not paged. It is truncated only if `isShownOnTerminal` is `true`: to the width of
  /// standard output, if that is a terminal. It is colored only with `--color always`. Control characters
  /// are replaced only if the data is written to a terminal (`isTerminal`).
  package func redirected(
    toTerminal isTerminal: Bool, isShownOnTerminal: Bool = false,
    write: @escaping @Sendable (String) throws -> Void
  ) -> Console {
    var console = Console(
      write: write, writeMessage: writeMessage,
      renderTarget: { [renderTarget] choice in
        let original = renderTarget(choice)
        return RenderTarget(
          width: isShownOnTerminal && original.isTerminal ? original.width : nil,
          style: Style(usesColor: choice == .always), isTerminal: isTerminal,
          isUTF8: original.isUTF8)
      },
      messageStyle: messageStyle, isStandardErrorTerminal: isStandardErrorTerminal,
      canErase: canErase, rows: rows)
    console.isRedirected = true
    return console
  }
}

/// The error that is thrown if the reader has closed the output; the program exits without a
/// message.
package struct OutputClosed: Error {
  package init() {}
}
