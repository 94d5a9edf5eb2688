import CLibEdit
import Glibc

extension TerminalEditor {
  /// The key that moves the cursor behind the text; it never comes from the terminal.
  static let leaveKey = Unicode.Scalar(UInt8(CLIBEDIT_PRIVATE_KEY))

  /// The editor that a handle was made for.
  static func behind(_ handle: OpaquePointer?) -> TerminalEditor? {
    guard let data = clibedit_client_data(handle) else { return nil }
    return Unmanaged<TerminalEditor>.fromOpaque(data).takeUnretainedValue()
  }

  /// A stream of our own on the same terminal: buffered, where standard error is not.
  static func open(_ stream: PromptStream) -> UnsafeMutablePointer<FILE>? {
    let copy = fcntl(stream.fileDescriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    guard let output = fdopen(copy, "w") else {
      close(copy)
      return nil
    }
    return output
  }

  static func withoutLineBreak(_ text: UnsafePointer<CChar>) -> String {
    let line = String(cString: text)
    return line.last?.isNewline == true ? String(line.dropLast()) : line
  }

  /// C1 controls are no text, and one of them is our own key.
  static func withoutPrivateKeys(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x80...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
  }
}
