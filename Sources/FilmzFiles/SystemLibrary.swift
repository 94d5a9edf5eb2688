import CDynamicLibraries

/// A C library of the system that is loaded when it is first needed.
///
/// Without it, only the features that need it do not work.
package enum SystemLibrary: Sendable, Hashable, CaseIterable {
  /// OpenSSL's library for encryption.
  case crypto
  /// The HTTP client libcurl.
  case curl
  /// The client library of PostgreSQL.
  case postgreSQL

  /// The name under which the system finds the library.
  package var fileName: String {
    switch self {
    case .crypto: "libcrypto.so.3"
    case .curl: "libcurl.so.4"
    case .postgreSQL: "libpq.so.5"
    }
  }

  /// The name of Debian's package that has the library.
  package var debianPackage: String {
    switch self {
    case .crypto: "libssl3"
    case .curl: "libcurl4"
    case .postgreSQL: "libpq5"
    }
  }

  /// The feature that needs the library, as the subject of a sentence.
  fileprivate var feature: String {
    switch self {
    case .crypto: "sync"
    case .curl: "a request"
    case .postgreSQL: "a server"
    }
  }

  /// Loads the library unless it has been loaded; its functions can then be called.
  ///
  /// - Throws: A ``SystemLibraryError`` if the library is not installed, or lacks a function that is needed. All calls
  ///   until the end of the program have the same result.
  package func require() throws(SystemLibraryError) {
    let state = load()
    guard state.is_found else { throw SystemLibraryError(self) }
    guard let function = state.missing_function else { return }
    throw SystemLibraryError(self, missingFunction: String(cString: function))
  }

  private func load() -> filmz_library_state {
    switch self {
    case .crypto: filmz_load_libcrypto()
    case .curl: filmz_load_libcurl()
    case .postgreSQL: filmz_load_libpq()
    }
  }
}

/// An error in loading a library of the system.
package struct SystemLibraryError: Error, Hashable {
  package let library: SystemLibrary
  /// A function that the installed library lacks; `nil` if the library is not installed.
  package let missingFunction: String?

  package init(_ library: SystemLibrary, missingFunction: String? = nil) {
    self.library = library
    self.missingFunction = missingFunction
  }

  /// The message, on one line, with the name of the package that has the library.
  package var message: String {
    guard let missingFunction else {
      return
        "\(library.feature) needs the library \(library.fileName), which is in Debian's package \(library.debianPackage)"
    }
    return
      "\(library.feature) needs the library \(library.fileName) of Debian's package \(library.debianPackage); the installed one is too old or incomplete: it has no \(missingFunction)"
  }
}
