/// File paths as users type them.
package enum UserPath {
  /// Returns a path in which a leading `~` or `~/` is expanded to the user's home folder (`$HOME`).
  package static func expanded(_ name: String, environment: [String: String]) -> String {
    guard name == "~" || name.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return name
    }
    return home + name.dropFirst()
  }
}
