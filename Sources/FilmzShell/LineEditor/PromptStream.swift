import Glibc

/// The stream that prompt and edited line are written to.
package enum PromptStream: Sendable {
  case standardOutput
  case standardError

  /// Standard error when it is a terminal, so that standard output carries data alone.
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
