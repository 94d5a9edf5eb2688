import Glibc

/// The stream for the prompt and the edited line.
package enum PromptStream: Sendable {
  case standardOutput
  case standardError

  /// Standard error if it is a terminal; otherwise standard output.
  ///
  /// A prompt on standard error keeps standard output free for data.
  package static var preferred: PromptStream {
    isatty(STDERR_FILENO) == 1 ? .standardError : .standardOutput
  }

  var fileDescriptor: CInt {
    switch self {
    case .standardOutput: STDOUT_FILENO
    case .standardError: STDERR_FILENO
    }
  }
}
