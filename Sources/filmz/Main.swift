import FilmzDomain
import FilmzProgram
import FilmzShell
import FilmzStore
import Foundation
@preconcurrency import Glibc

// Foundation is imported because its libraries are linked statically only for a target that imports it.

/// The entry point of the program.
@main struct Main {
  static func main() {
    requireProcessFileSystem()
    let arguments = CommandLine.arguments
    wipeSecrets(in: arguments)
    CoreFile.disable()
    keepStatementJournalsInMemory()
    openStandardStreams()
    Signals.runMain {
      await Program(Array(arguments.dropFirst()), in: Program.ProcessContext(environment: .ofProcess())).run()
    }
  }

  /// Opens closed standard streams as `/dev/null`, so that no other file gets their descriptors.
  ///
  /// Standard output is opened for reading, so that writing to it still fails.
  private static func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

extension Main {
  /// Ends the program with a message if `/proc` cannot be read.
  ///
  /// Without `/proc`, Swift's library finds no arguments, and Dispatch, which reads the states of its threads there, ends
  /// the program with an illegal instruction. The exit status is that for files that cannot be read. Source: contract,
  /// Streams and exit status.
  private static func requireProcessFileSystem() {
    let path = "/proc/self/stat"
    guard access(path, R_OK) != 0 else { return }
    let message = "filmz: cannot read \(path): \(String(cString: strerror(errno))); mount /proc, which filmz needs\n"
    _ = message.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(74)
  }

  /// Overwrites the arguments after the program's name if they may contain a secret, so that `ps`
  /// does not show it.
  ///
  /// `copy` has the original arguments, which the program must use from then on.
  private static func wipeSecrets(in copy: [String]) {
    guard SecretDetector.containsSecret(copy.dropFirst().joined(separator: " ")) else { return }
    for index in 1..<copy.count {
      guard let argument = CommandLine.unsafeArgv[index] else { return }
      memset(argument, CInt(UInt8(ascii: "*")), strlen(argument))
    }
  }
}

extension [String: String] {
  /// Returns the environment of the process.
  ///
  /// `ProcessInfo.environment` would take 0.3 ms at each start.
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
