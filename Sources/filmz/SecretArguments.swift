import FilmzDomain
import Glibc

/// Keeps secrets that were given as arguments out of the list of processes.
enum SecretArguments {
  /// Overwrites all arguments if they may hold a secret, for those who look with `ps`.
  ///
  /// The program works on a copy, which has to be made before.
  static func wipe(_ copy: [String]) {
    guard SecretDetector.containsSecret(copy.dropFirst().joined(separator: " ")) else { return }
    for index in 1..<copy.count {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      memset(argument, CInt(UInt8(ascii: "*")), strlen(argument))
    }
  }
}
