/// Names of files as users type them.
package enum UserPath {
  /// The path of a name, with the home folder in the place of a `~` at its beginning.
  package static func expanded(_ name: String, environment: [String: String]) -> String {
    guard name == "~" || name.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return name
    }
    return home + name.dropFirst()
  }
}
