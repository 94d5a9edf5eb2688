import Glibc
import Synchronization

/// The terminal on which bracketed paste mode is enabled.
///
/// The mode is disabled before a signal terminates the program, because the shell that started filmz may
/// not expect it.
enum BracketedPaste {
  /// The file descriptor of the terminal; -1 if the mode is disabled.
  private static let terminal = Atomic<CInt>(-1)

  /// Records that the editor enabled the mode on a terminal, or disabled it.
  static func record(_ isEnabled: Bool, on descriptor: CInt) {
    terminal.store(isEnabled ? descriptor : -1, ordering: .sequentiallyConsistent)
  }

  /// Disables the mode if it is enabled.
  ///
  /// Calls only functions that are async-signal-safe (`signal-safety(7)`).
  static func disable() {
    let descriptor = terminal.exchange(-1, ordering: .sequentiallyConsistent)
    guard descriptor >= 0 else { return }
    let sequence: StaticString = "\u{1B}[?2004l"
    _ = write(descriptor, sequence.utf8Start, sequence.utf8CodeUnitCount)
  }
}
