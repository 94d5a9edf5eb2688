import FilmzFiles
package import Foundation

/// A small private file that holds one value as JSON, and that may be lost without harm.
package struct JSONFile<Value: Codable & Sendable>: Sendable {
  package let url: URL

  package init(url: URL) { self.url = url }

  /// The value, or nothing where the file is missing, cannot be read, or holds something else.
  package func load() -> Value? {
    guard let data = try? PrivateFile.read(url) else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  /// Replaces the value in one step.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)``.
  package func save(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    try mapFileErrors(PrivateFile.replace(url, with: data, isDurable: false))
  }

  /// Reads the value, changes it and writes it back while no other process does the same.
  ///
  /// It is written in place, because this happens with every request; a crash may damage the file.
  /// Throws ``StoreError/cannotCreate(path:reason:)``.
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
