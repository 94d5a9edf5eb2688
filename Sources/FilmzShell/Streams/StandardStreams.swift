package import FilmzCommands
import FilmzFiles
import FilmzTerminal
import Glibc

/// The descriptors of standard input, standard output and standard error.
package struct StandardStreams: Sendable {
  package let input: CInt
  package let output: CInt
  package let error: CInt

  /// Creates streams; by default, they are those of the process.
  package init(input: CInt = STDIN_FILENO, output: CInt = STDOUT_FILENO, error: CInt = STDERR_FILENO) {
    (self.input, self.output, self.error) = (input, output, error)
  }

  /// Returns a console for standard output and standard error.
  ///
  /// The output of a script is colored only if the user requests it.
  package func console(environment: [String: String], isScript: Bool = false) -> Console {
    let isErrorTerminal = isTerminal(error)
    let isUTF8 = RenderTarget.isUTF8(environment: environment)
    var console = Console(
      write: { [output] in try Self.write($0, to: output) },
      writeMessage: { [error] in try? Self.write(isUTF8 ? $0 : $0.transliteratedToASCII, to: error) },
      renderTarget: { [output] choice in
        RenderTarget(
          width: RenderTarget.width(environment: environment, terminalColumns: columns(of: output)),
          style: .resolve(choice: choice, environment: environment, isTerminal: isTerminal(output) && !isScript),
          isTerminal: isTerminal(output), isUTF8: isUTF8)
      },
      messageStyle: { [error] choice in
        // `--color always` applies to the data, not to messages that are redirected.
        .resolve(
          choice: choice == .always && !isTerminal(error) ? .auto : choice, environment: environment,
          isTerminal: isTerminal(error) && !isScript)
      }, isStandardErrorTerminal: isErrorTerminal,
      canErase: isErrorTerminal && !["", "dumb"].contains(environment["TERM"] ?? ""),
      rows: { [output] in rows(of: output) })
    if !isTerminal(output) {
      console.writeBytes = { [output] bytes in try bytes.withUnsafeBytes { try Self.write($0, to: output) } }
    }
    return console
  }

  /// Writes text completely, without buffering.
  ///
  /// - Throws: ``OutputClosed`` if the reader has closed the pipe,
  ///   ``CommandError/outputFailed(reason:)``.
  private static func write(_ text: String, to descriptor: CInt) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) throws {
    var remainingBytes = bytes
    while !remainingBytes.isEmpty {
      let count = Glibc.write(descriptor, remainingBytes.baseAddress, remainingBytes.count)
      if count > 0 {
        remainingBytes = UnsafeRawBufferPointer(rebasing: remainingBytes[count...])
      } else {
        try waitAfterWriteError(on: descriptor)
      }
    }
  }

  /// Waits until a failed write can be tried again, or throws its error.
  ///
  /// - Throws: ``OutputClosed``, ``CommandError/outputFailed(reason:)``.
  private static func waitAfterWriteError(on descriptor: CInt) throws {
    switch errno {
    case EINTR: return
    case EAGAIN:
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = poll(&waiting, 1, -1)
    case EPIPE: throw OutputClosed()
    case let code: throw CommandError.outputFailed(reason: .systemError(code))
    }
  }
}
