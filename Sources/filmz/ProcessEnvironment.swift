@preconcurrency import Glibc

extension [String: String] {
  /// Returns the environment of the process.
  ///
  /// `ProcessInfo` takes 0.3 ms for it, at every start.
  static func ofProcess() -> [String: String] {
    var environment: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).utf8.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, let name = String(parts[0]) { environment[name] = String(parts[1]) }
      entry += 1
    }
    return environment
  }
}
