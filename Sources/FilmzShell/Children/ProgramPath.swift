import Foundation

/// The search path for programs.
enum ProgramPath {
  /// Returns whether one of the folders of a `PATH` contains an executable program.
  static func contains(_ program: String, path: String) -> Bool {
    path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}
