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

  /// Replaces the file atomically, without flushing it to the disk.
  ///
  /// - Throws: A ``StoreError`` if the file cannot be written.
  package func save(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    try mapFileErrors(PrivateFile.replace(url, with: data, isDurable: false))
  }

  /// Reads, changes, and writes the value while holding a lock against other processes.
  ///
  /// `change` is called with `nil` if the file does not exist, is empty, or cannot be decoded. If `change`
  /// sets the value to `nil`, the file is emptied.
  ///
  /// The file is updated for every network request. It is rewritten in place, which is faster than replacing
  /// it, but a crash may damage it.
  ///
  /// - Throws: A ``StoreError`` if the file cannot be read or written, or `CancellationError`.
  package func update(_ change: (inout Value?) -> Void) throws {
    do {
      try PrivateFile.rewrite(url) { data in
        var value = try? JSONDecoder().decode(Value.self, from: data)
        change(&value)
        return try value.map { try JSONEncoder().encode($0) } ?? Data()
      }
    } catch let error as FileError { throw StoreError(error) }
  }
}
