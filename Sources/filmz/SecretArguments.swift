import Glibc

/// Keeps secrets that were given as arguments out of the list of processes.
enum SecretArguments {
  /// Overwrites all arguments where one of them may speak of a key, for those who look with `ps`.
  ///
  /// The program works on a copy, which has to be made before.
  static func wipe(_ copy: [String]) {
    guard copy.contains(where: mayHoldSecret) else { return }
    for index in 1..<copy.count {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      memset(argument, CInt(UInt8(ascii: "*")), strlen(argument))
    }
  }

  private static func mayHoldSecret(_ argument: String) -> Bool {
    let lower = argument.lowercased()
    return lower.contains("apikey") || lower.contains("tmdb.token")
  }
}
