import FilmzDomain
import Glibc

/// Removes secrets in the arguments from the process list.
enum SecretArguments {
  /// Overwrites the arguments after the program's name if they may contain a secret, so that `ps`
  /// does not show it.
  ///
  /// The program must use `copy`, a copy of the arguments made before this call.
  static func wipe(_ copy: [String]) {
    guard SecretDetector.containsSecret(copy.dropFirst().joined(separator: " ")) else { return }
    for index in 1..<copy.count {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      memset(argument, CInt(UInt8(ascii: "*")), strlen(argument))
    }
  }
}
