package import FilmzTerminal

/// The two streams that a command's output goes to.
package struct Console: Sendable {
  /// Writes data to the standard output, at once and whole.
  ///
  /// Throws ``CommandError/outputFailed(reason:)``, or ``OutputClosed``.
  package let write: @Sendable (String) throws -> Void
  /// Writes to the standard error; what cannot be written is lost.
  package let writeMessage: @Sendable (String) -> Void
  /// Where data is drawn, with colours as chosen.
  package let canvas: @Sendable (ColorChoice) -> Canvas
  /// How the standard error is coloured.
  package let messageStyle: @Sendable (ColorChoice) -> Style
  /// Whether somebody watches the standard error.
  package let isWatched: Bool
  /// Whether what was written to the standard error can be wiped out again.
  package let canErase: Bool
  /// The terminal's height, where there is one.
  package let rows: @Sendable () -> Int?
  /// Whether data goes to a file or a program instead of the standard output.
  package private(set) var isRedirected = false

  package init(
    write: @escaping @Sendable (String) throws -> Void,
    writeMessage: @escaping @Sendable (String) -> Void,
    canvas: @escaping @Sendable (ColorChoice) -> Canvas,
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

  /// A console whose data goes elsewhere: it is neither cut nor paged, and has no colour that was not
  /// asked for.
  ///
  /// On the way into a file that is a terminal the data is made inert. A program gets it true: what
  /// it shows of it is the matter of the user, whose program it is.
  package func redirected(
    toTerminal isTerminal: Bool, write: @escaping @Sendable (String) throws -> Void
  ) -> Console {
    var console = Console(
      write: write, writeMessage: writeMessage,
      canvas: { [canvas] choice in
        Canvas(
          style: Style(isOn: choice == .always), isTerminal: isTerminal,
          isUTF8: canvas(choice).isUTF8)
      },
      messageStyle: messageStyle, isWatched: isWatched, canErase: canErase, rows: rows)
    console.isRedirected = true
    return console
  }
}

/// The reader of the output has gone; the program ends without a word.
package struct OutputClosed: Error {
  package init() {}
}
