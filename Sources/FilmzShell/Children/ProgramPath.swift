import Foundation

/// The search path for programs.
enum ProgramPath {
  /// Returns whether one of the folders in `path`, a value of `PATH`, contains an executable file
  /// with this name.
  static func contains(_ program: String, path: String) -> Bool {
    path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}
