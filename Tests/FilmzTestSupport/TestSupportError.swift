import Glibc

/// What can go wrong in the support of the tests, told so that a failed test explains itself.
package enum TestSupportError: Error, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(call: String, code: Int32)
  /// No built program stands in any of these places.
  case noProgram(tried: [String])
  /// The program did not end in time; what it wrote until then.
  case stillRunning(stdout: String, stderr: String)
  /// The awaited output did not come in time; what stands on the screen instead.
  case notSeen(wanted: String, seen: String)
  /// The program closed its terminal before the awaited output came.
  case ended(wanted: String, seen: String)
  /// Fewer requests than awaited reached the server in time.
  case fewRequests(wanted: Int, got: Int)
  /// This text is no JSON.
  case noJSON(String)
  /// This text is no record of fields.
  case noRecords(String)

  package var description: String {
    switch self {
    case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
    case .noProgram(let tried): "no built program at \(tried.joined(separator: ", "))"
    case .stillRunning(let stdout, let stderr): "still running; \(stdout.suffix(400)) \(stderr)"
    case .notSeen(let wanted, let seen): "no \(wanted) in \(seen.suffix(800).debugDescription)"
    case .ended(let wanted, let seen):
      "ended before \(wanted): \(seen.suffix(800).debugDescription)"
    case .fewRequests(let wanted, let got): "\(got) requests, wanted \(wanted)"
    case .noJSON(let text): "no JSON: \(text.prefix(400).debugDescription)"
    case .noRecords(let text): "no record: \(text.prefix(400).debugDescription)"
    }
  }
}

extension TestSupportError {
  /// The result of a system call that tells failure by −1 and `errno`.
  @discardableResult
  static func check(_ result: Int32, _ call: String) throws(Self) -> Int32 {
    guard result >= 0 else { throw .system(call: call, code: errno) }
    return result
  }

  /// The result of a system call that returns its error number, 0 when all is well.
  static func checkNumber(_ result: Int32, _ call: String) throws(Self) {
    guard result == 0 else { throw .system(call: call, code: result) }
  }
}
