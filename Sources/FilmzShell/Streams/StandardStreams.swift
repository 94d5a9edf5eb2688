package import FilmzCommands
import FilmzFiles
import FilmzTerminal
import Glibc

/// The program's own standard output and standard error.
package enum StandardStreams {
  /// A console on the standard streams; a script has colour only where it is asked for.
  package static func console(
    environment: [String: String], isScript: Bool = false
  ) -> Console {
    Console(
      write: { try write($0, to: STDOUT_FILENO) },
      writeMessage: { try? write($0, to: STDERR_FILENO) },
      canvas: { choice in
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
        .resolve(
          choice: choice == .always && !isTerminal(STDERR_FILENO) ? .auto : choice,
          environment: environment, isTerminal: isTerminal(STDERR_FILENO) && !isScript)
      },
      isWatched: isTerminal(STDERR_FILENO),
      canErase: isTerminal(STDERR_FILENO) && !["", "dumb"].contains(environment["TERM"] ?? ""),
      rows: { rows(of: STDOUT_FILENO) })
  }

  /// Writes a whole text; nothing is held back.
  ///
  /// - Throws: ``OutputClosed`` where the reader has gone, ``CommandError/outputFailed(reason:)``.
  private static func write(_ text: String, to descriptor: CInt) throws {
    var text = text
    try text.withUTF8 { buffer in
      var rest = UnsafeRawBufferPointer(buffer)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else {
          try recover(descriptor)
        }
      }
    }
  }

  /// Waits where a write may be tried again, and says why it failed otherwise.
  private static func recover(_ descriptor: CInt) throws {
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
