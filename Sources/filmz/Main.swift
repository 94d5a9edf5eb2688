import FilmzProgram
import FilmzShell
import FilmzStore
// The libraries that Foundation needs are linked statically only for a target that imports it.
import Foundation
import Glibc

/// The process of the program.
@main
struct Main {
  static func main() {
    ProcessFileSystem.require()
    let arguments = CommandLine.arguments
    SecretArguments.wipe(arguments)
    CoreFile.disable()
    keepStatementJournalsInMemory()
    openStandardStreams()
    Signals.runMain {
      await Program(
        Array(arguments.dropFirst()), in: Program.Surroundings(environment: .ofProcess())
      ).run()
    }
  }

  /// Opens closed standard streams as `/dev/null`, so that no other file gets their descriptors.
  ///
  /// Standard output is opened for reading, so that writing to it still fails.
  private static func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
