/// The meaning of file paths that users type.
package struct UserPath: Sendable {
  private let environment: [String: String]
  /// The folder to which paths are relative; `nil` is the working directory of the process.
  private let folder: String?

  package init(environment: [String: String], folder: String? = nil) {
    self.environment = environment
    self.folder = folder
  }

  /// Returns a path in which a leading `~` or `~/` is expanded to the user's home folder (`$HOME`).
  package func expanded(_ name: String) -> String {
    guard name == "~" || name.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return absolute(name)
    }
    return home + name.dropFirst()
  }

  /// Returns the path itself, or one in ``folder``.
  package func absolute(_ path: String) -> String {
    guard let folder, !path.hasPrefix("/"), !path.isEmpty else { return path }
    return folder + "/" + path
  }
}
