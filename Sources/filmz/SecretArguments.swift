import Glibc

/// Keeps secrets that were given as arguments out of the list of processes.
enum SecretArguments {
  /// Overwrites the arguments from the first on that may hold a key, for those who look with `ps`.
  ///
  /// The program works on a copy, which has to be made before.
  static func wipe(_ copy: [String]) {
    guard let first = copy.firstIndex(where: mayHoldSecret) else { return }
    for index in first..<copy.count {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      memset(argument, CInt(UInt8(ascii: "*")), strlen(argument))
    }
  }

  private static func mayHoldSecret(_ argument: String) -> Bool {
    let lower = argument.lowercased()
    return lower.contains("apikey") || lower.contains("tmdb.token")
  }
}
