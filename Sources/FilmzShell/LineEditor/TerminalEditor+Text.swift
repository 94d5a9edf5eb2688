import CLibEdit
import Glibc

extension TerminalEditor {
  /// The key that moves the cursor to the end of the text; it never comes from the terminal.
  static let moveToEndKey = Unicode.Scalar(UInt8(CLIBEDIT_END_KEY))

  /// Returns the editor that created a handle.
  static func editor(of handle: OpaquePointer?) -> TerminalEditor? {
    guard let data = clibedit_client_data(handle) else { return nil }
    return Unmanaged<TerminalEditor>.fromOpaque(data).takeUnretainedValue()
  }

  /// Opens a buffered stream to the terminal of `stream`; standard error itself is not buffered.
  ///
  /// Returns `nil` if the stream cannot be opened.
  static func open(_ stream: PromptStream) -> UnsafeMutablePointer<FILE>? {
    let copy = fcntl(stream.fileDescriptor, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { return nil }
    guard let output = fdopen(copy, "w") else {
      close(copy)
      return nil
    }
    return output
  }

  static func removingLineBreak(_ text: UnsafePointer<CChar>) -> String {
    let line = String(cString: text)
    return line.last?.isNewline == true ? String(line.dropLast()) : line
  }

  /// Replaces a C1 control character with U+FFFD, because filmz uses some C1 controls as private
  /// keys.
  static func replacingC1Control(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x80...0x9F).contains(scalar.value) ? "\u{FFFD}" : scalar
  }
}
