import FilmzProgram
import FilmzShell
import FilmzTestSupport
import Foundation

/// The program in the process of the tests, which saves the time that a process takes to start.
///
/// Its environment, working directory and standard streams are values that it gets; it handles no signals. The
/// trait ``Testing/Trait/processes`` and the environment variable `FILMZ_TESTS_USE_PROCESSES` make each run a process.
struct InProcessProgram {
  /// `true` in tests that use processes.
  @TaskLocal static var isDisabled =
    ProcessInfo.processInfo.environment["FILMZ_TESTS_USE_PROCESSES"] != nil

  /// Variables that the system and C libraries read from the environment of the process.
  private static let variablesOfProcesses = [
    "LD_PRELOAD", "LD_LIBRARY_PATH", "TMPDIR", "TZ", "PGSSLROOTCERT",
  ]

  private let environment: [String: String]
  private let folder: ScratchFolder

  /// Returns `nil` if only a process can run the program so, or a test has a server for it.
  init?(_ filmz: FilmzProcess, _ overrides: [String: String?]) {
    guard !Self.isDisabled, filmz.isBuiltProgram else { return nil }
    environment = filmz.environment(with: overrides)
    folder = filmz.folder
    let inherited = ProcessInfo.processInfo.environment
    guard Self.variablesOfProcesses.allSatisfy({ environment[$0] == inherited[$0] }),
      environment["FILMZ_HOME"]?.hasPrefix("/") != false,
      !environment.keys.contains(where: { $0.hasSuffix("_BASE_URL") })
    else { return nil }
  }

  /// Runs the program until it ends.
  func run(_ arguments: [String], script: String?) async throws -> ProcessResult {
    let input = try StreamFile(script ?? "")
    let (output, error) = (try StreamFile(), try StreamFile())
    let program = Program(
      arguments,
      in: Program.ProcessContext(
        environment: environment,
        streams: StandardStreams(
          input: input.descriptor, output: output.descriptor, error: error.descriptor),
        folder: folder.path, handlesSignals: false))
    let status = await program.run()
    return ProcessResult(status: status, stdout: try output.text, stderr: try error.text)
  }
}

/// A file without a name that takes the place of a standard stream.
final class StreamFile {
  let descriptor: CInt

  init(_ text: String = "") throws {
    var template = Array((NSTemporaryDirectory() + "/filmz-stream-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw TestSupportError.system(call: "mkstemp", code: errno) }
    unlink(template)
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw TestSupportError.system(call: "write", code: errno)
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// The content of the file; invalid UTF-8 is repaired.
  var text: String {
    get throws {
      lseek(descriptor, 0, SEEK_SET)
      let handle = FileHandle(fileDescriptor: descriptor)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
  }
}
