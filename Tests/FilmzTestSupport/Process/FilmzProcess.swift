import Foundation

/// The built program, or another one, with a scratch folder and an isolated environment.
///
/// The program runs in the scratch folder, which is also `HOME`; `FILMZ_HOME` is `home` in it.
package struct FilmzProcess: Sendable {
  /// The folder that is `HOME` and the working directory.
  package let folder: ScratchFolder
  /// The absolute path of the program.
  package let executable: String
  /// `true` if the program is the built `filmz`.
  package let isBuiltProgram: Bool
  /// The environment of each run, which a run can override.
  package let environment: [String: String]

  /// Creates a value that runs the built `filmz`, or the program at `executable`, in `folder`.
  ///
  /// Variables whose value in `environment` is `nil` are removed. Throws an error if there is no built
  /// program.
  package init(
    in folder: ScratchFolder, executable: String? = nil, environment: [String: String?] = [:]
  ) throws {
    self.folder = folder
    self.executable = try executable ?? Self.builtFile("filmz")
    isBuiltProgram = executable == nil
    self.environment = Self.merge(Self.isolatedEnvironment(folder), environment)
  }

  /// Runs `body` with the built program in a new scratch folder.
  package static func with<T>(
    environment: [String: String?] = [:], _ body: (FilmzProcess) async throws -> T
  ) async throws -> T {
    try await ScratchFolder.with { folder in
      try await body(FilmzProcess(in: folder, environment: environment))
    }
  }

  /// Returns the path of a file in SwiftPM's products directory, which contains the test bundle.
  package static func builtFile(_ name: String) throws -> String {
    let argument = CommandLine.arguments.first.map { URL(filePath: $0) }
    let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = [
      executable.map { URL(filePath: $0).deletingLastPathComponent() },
      argument?.deletingLastPathComponent(), Bundle.main.bundleURL,
      Bundle.main.bundleURL.deletingLastPathComponent(),
    ]
    let paths = folders.compactMap { $0?.appending(path: name).path }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw TestSupportError.executableNotFound(tried: paths)
    }
    return path
  }

  /// Returns the environment of a run that overrides some variables.
  package func environment(with overrides: [String: String?]) -> [String: String] {
    Self.merge(environment, overrides)
  }

  /// Returns an environment that inherits only `PATH` and the variables of the loader and of coverage.
  ///
  /// The pager is `cat`, which does not wait for keys.
  private static func isolatedEnvironment(_ folder: ScratchFolder) -> [String: String] {
    let inheritedNames = ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
    let variables = [
      "HOME": folder.path, "FILMZ_HOME": folder.path(of: "home"), "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "PAGER": "cat", "LOGNAME": "someone",
    ]
    return ProcessInfo.processInfo.environment.filter { inheritedNames.contains($0.key) }
      .merging(variables) { $1 }
  }

  private static func merge(
    _ environment: [String: String], _ overrides: [String: String?]
  ) -> [String: String] {
    overrides.reduce(into: environment) { $0[$1.key] = $1.value }
  }
}
