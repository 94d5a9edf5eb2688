package import FilmzTerminal

/// The standard output and the standard error, as commands use them.
package struct Console: Sendable {
  /// Writes a whole text to the standard output without buffering it.
  ///
  /// Throws ``CommandError/outputFailed(reason:)``, or ``OutputClosed``.
  package let write: @Sendable (String) throws -> Void
  /// Writes to the standard error; what cannot be written is lost.
  package let writeMessage: @Sendable (String) -> Void
  /// Returns width and style for data.
  package let canvas: @Sendable (ColorChoice) -> RenderTarget
  /// Returns the style for messages.
  package let messageStyle: @Sendable (ColorChoice) -> Style
  /// Whether the standard error is a terminal.
  package let isWatched: Bool
  /// Whether the standard error is a terminal on which a line can be erased.
  package let canErase: Bool
  /// Returns the height of the terminal; `nil` without one.
  package let rows: @Sendable () -> Int?
  /// Whether data goes to a file or a program instead of the standard output.
  package private(set) var isRedirected = false

  package init(
    write: @escaping @Sendable (String) throws -> Void,
    writeMessage: @escaping @Sendable (String) -> Void,
    canvas: @escaping @Sendable (ColorChoice) -> RenderTarget,
    messageStyle: @escaping @Sendable (ColorChoice) -> Style, isWatched: Bool, canErase: Bool,
    rows: @escaping @Sendable () -> Int?
  ) {
    self.write = write
    self.writeMessage = writeMessage
    self.canvas = canvas
    self.messageStyle = messageStyle
    self.isWatched = isWatched
    self.canErase = canErase
    self.rows = rows
  }

  /// A console whose data goes elsewhere: it is neither cut nor paged, and coloured only with
  /// `--color always`.
  ///
  /// Control characters are replaced only if the data goes to a terminal; a program gets them as they
  /// are.
  package func redirected(
    toTerminal isTerminal: Bool, write: @escaping @Sendable (String) throws -> Void
  ) -> Console {
    var console = Console(
      write: write, writeMessage: writeMessage,
      canvas: { [canvas] choice in
        RenderTarget(
          style: Style(isOn: choice == .always), isTerminal: isTerminal,
          isUTF8: canvas(choice).isUTF8)
      },
      messageStyle: messageStyle, isWatched: isWatched, canErase: canErase, rows: rows)
    console.isRedirected = true
    return console
  }
}

/// The reader of the output has closed it; the program ends without a message.
package struct OutputClosed: Error {
  package init() {}
}
