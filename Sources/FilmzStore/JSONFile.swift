import FilmzFiles
package import Foundation

/// A small private file that stores one value as JSON; losing the file does no harm.
package struct JSONFile<Value: Codable & Sendable>: Sendable {
  package let url: URL

  package init(url: URL) { self.url = url }

  /// Returns the value, or `nil` if the file is missing, cannot be read, or cannot be decoded.
  package func load() -> Value? {
    guard let data = try? PrivateFile.read(url) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  /// Replaces the file atomically.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
  package func save(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    try mapFileErrors(PrivateFile.replace(url, with: data, isDurable: false))
  }

  /// Reads, changes, and writes the value while holding a lock against other processes.
  ///
  /// The file is rewritten in place, because this happens on every request; a crash may damage it.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
  package func update(_ change: (inout Value?) -> Void) throws {
    do {
      try PrivateFile.rewrite(url) { data in
        var value = try? JSONDecoder().decode(Value.self, from: data)
        change(&value)
        return try value.map { try JSONEncoder().encode($0) } ?? Data()
      }
    } catch let error as FileError {
      throw StoreError(error)
    }
  }
}
