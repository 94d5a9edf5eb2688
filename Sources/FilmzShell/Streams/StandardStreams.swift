package import FilmzCommands
import FilmzFiles
import FilmzTerminal
import Glibc

/// The program's own standard output and standard error.
package enum StandardStreams {
  /// Returns a console for the standard streams.
  ///
  /// The output of a script is colored only if the user requests it.
  package static func console(
    environment: [String: String], isScript: Bool = false
  ) -> Console {
    var console = Console(
      write: { try write($0, to: STDOUT_FILENO) },
      writeMessage: { try? write($0, to: STDERR_FILENO) },
      renderTarget: { choice in
        RenderTarget(
          width: RenderTarget.width(
            environment: environment, terminalColumns: columns(of: STDOUT_FILENO)),
          style: .resolve(
            choice: choice, environment: environment,
            isTerminal: isTerminal(STDOUT_FILENO) && !isScript),
          isTerminal: isTerminal(STDOUT_FILENO),
          isUTF8: RenderTarget.isUTF8(environment: environment))
      },
      messageStyle: { choice in
        // `--color always` applies to the data, not to messages that are redirected.
        .resolve(
          choice: choice == .always && !isTerminal(STDERR_FILENO) ? .auto : choice,
          environment: environment, isTerminal: isTerminal(STDERR_FILENO) && !isScript)
      },
      isStandardErrorTerminal: isTerminal(STDERR_FILENO),
      canErase: isTerminal(STDERR_FILENO) && !["", "dumb"].contains(environment["TERM"] ?? ""),
      rows: { rows(of: STDOUT_FILENO) })
    if !isTerminal(STDOUT_FILENO) {
      console.writeBytes = { bytes in
        try bytes.withUnsafeBytes { try write($0, to: STDOUT_FILENO) }
      }
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
        try handleWriteError(on: descriptor)
      }
    }
  }

  /// Waits until a failed write can be tried again, or throws its error.
  ///
  /// - Throws: ``OutputClosed``, ``CommandError/outputFailed(reason:)``.
  private static func handleWriteError(on descriptor: CInt) throws {
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
