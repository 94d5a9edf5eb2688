package import FilmzFiles

/// A failure of a PostgreSQL server, or of the connection to it.
package struct PostgresError: Error, Hashable, Sendable {
  package enum Kind: Sendable, Hashable {
    /// The library of PostgreSQL cannot be loaded.
    case noLibrary(SystemLibraryError)
    /// The address cannot be parsed.
    case invalidAddress
    /// The server could not be reached, or the connection was lost.
    case unreachable
    /// The server did not answer in time.
    case timeout
    /// The server has refused a statement; the code is its SQLSTATE.
    case refused(code: String)
  }

  package let kind: Kind
  /// What the server or the library says, on one line; never contains the password.
  package let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    // A line that begins with a tab is a hint.
    self.message = message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
  }

  /// `true` if the server has refused a statement with an SQLSTATE that begins like this.
  package func isRefusal(_ prefix: String) -> Bool {
    guard case .refused(let code) = kind else { return false }
    return code.hasPrefix(prefix)
  }

  /// `true` if the server has no schema of filmz, or an older or newer one.
  package var isSchemaMissing: Bool {
    // invalid_schema_name, undefined_table, undefined_column, undefined_function.
    ["3F000", "42P01", "42703", "42883"].contains { isRefusal($0) }
  }
}
