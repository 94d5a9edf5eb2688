import Glibc

/// An error of the test support, with a description that explains the failure of a test.
package enum TestSupportError: Error, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(call: String, code: Int32)
  /// Another program than filmz has failed; the text has its output.
  case programFailed(String)
  /// None of these paths is an executable file.
  case executableNotFound(tried: [String])
  /// The program did not exit in time; it had written this output.
  case stillRunning(stdout: String, stderr: String)
  /// The expected output did not appear in time; the screen shows `seen` instead.
  case notSeen(expected: String, seen: String)
  /// The program closed its terminal before the expected output appeared.
  case terminalClosed(expected: String, seen: String)
  /// The server did not receive enough requests in time.
  case tooFewRequests(expected: Int, received: Int)
  /// This text is not JSON.
  case invalidJSON(String)
  /// This text is not a valid record.
  case invalidRecord(String)

  package var description: String {
    switch self {
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    case .programFailed(let text): text
    case .executableNotFound(let tried): "no built program at \(tried.joined(separator: ", "))"
    case .stillRunning(let stdout, let stderr): "still running; \(stdout.suffix(400)) \(stderr)"
    case .notSeen(let expected, let seen):
      "no \(expected) in \(seen.suffix(800).debugDescription)"
    case .terminalClosed(let expected, let seen):
      "terminal closed before \(expected): \(seen.suffix(800).debugDescription)"
    case .tooFewRequests(let expected, let received):
      "received \(received) requests, expected \(expected)"
    case .invalidJSON(let text): "invalid JSON: \(text.prefix(400).debugDescription)"
    case .invalidRecord(let text): "invalid record: \(text.prefix(400).debugDescription)"
    }
  }
}

extension TestSupportError {
  /// Returns the result of a system call; throws an error if it is −1.
  @discardableResult
  package static func check(_ result: Int32, _ call: String) throws(Self) -> Int32 {
    guard result >= 0 else { throw .system(call: call, code: errno) }
    return result
  }

  /// Throws an error if the result of a system call is an error number other than 0.
  static func checkNumber(_ result: Int32, _ call: String) throws(Self) {
    guard result == 0 else { throw .system(call: call, code: result) }
  }
}
