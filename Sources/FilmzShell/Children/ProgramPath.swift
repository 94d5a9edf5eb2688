import Foundation

/// The folders that programs are looked for in.
enum ProgramPath {
  /// Whether a program is in one of the folders of a `PATH`.
  static func holds(_ program: String, path: String) -> Bool {
    path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}
