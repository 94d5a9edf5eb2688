import Foundation

/// The built program (or another one) in a scratch home, with an environment that holds nothing of
/// the machine's: `HOME` is the folder, `FILMZ_HOME` is `home` in it, which is also where it runs.
package struct FilmzProcess: Sendable {
  /// The folder that is `HOME` and the working directory.
  package let folder: ScratchFolder
  /// The program, as an absolute path.
  package let executable: String
  /// The environment of every run, before what one run overrides.
  package let environment: [String: String]

  /// The built `filmz`, or the program at `executable`, in `folder`.
  ///
  /// A variable of `environment` that is nil is taken away. Throws when there is no built program.
  package init(
    in folder: ScratchFolder, executable: String? = nil, environment: [String: String?] = [:]
  ) throws {
    self.folder = folder
    self.executable = try executable ?? Self.built("filmz")
    self.environment = Self.merge(Self.clean(folder), environment)
  }

  /// Runs `body` with the built program in a fresh scratch folder.
  package static func with<T>(
    environment: [String: String?] = [:], _ body: (FilmzProcess) async throws -> T
  ) async throws -> T {
    try await ScratchFolder.with { folder in
      try await body(FilmzProcess(in: folder, environment: environment))
    }
  }

  /// The file `name` beside the running test bundle: SwiftPM's products directory.
  package static func built(_ name: String) throws -> String {
    let ran = CommandLine.arguments.first.map { URL(filePath: $0) }
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folders = [
      own.map { URL(filePath: $0).deletingLastPathComponent() },
      ran?.deletingLastPathComponent(), Bundle.main.bundleURL,
      Bundle.main.bundleURL.deletingLastPathComponent(),
    ]
    let places = folders.compactMap { $0?.appending(path: name).path }
    guard let found = places.first(where: FileManager.default.isExecutableFile) else {
      throw TestSupportError.noProgram(tried: places)
    }
    return found
  }

  func environment(with overrides: [String: String?]) -> [String: String] {
    Self.merge(environment, overrides)
  }

  /// `PATH` and what the loader and the coverage need are the only variables taken over; there is no
  /// pager that would wait for keys.
  private static func clean(_ folder: ScratchFolder) -> [String: String] {
    let kept = ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE"]
    let own = [
      "HOME": folder.path, "FILMZ_HOME": folder.path(of: "home"), "LC_ALL": "C.UTF-8",
      "TERM": "xterm-256color", "PAGER": "cat",
    ]
    return ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
      .merging(own) { $1 }
  }

  private static func merge(
    _ environment: [String: String], _ overrides: [String: String?]
  ) -> [String: String] {
    overrides.reduce(into: environment) { $0[$1.key] = $1.value }
  }
}
