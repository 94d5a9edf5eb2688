import FilmzCommands
package import FilmzStore

/// The history of all shells, which is stored in a file.
///
/// Lines of this shell that cannot be written to the file are kept in memory.
package actor ShellHistory {
  private let file: HistoryFile
  /// Returns whether a line may be stored; `false` for a line that contains a secret.
  private let mayStore: @Sendable (String) async -> Bool
  private var unwrittenLines: [String] = []
  private var writeError: StoreError?
  private var hasWarned = false

  package init(file: HistoryFile, mayStore: @escaping @Sendable (String) async -> Bool) {
    (self.file, self.mayStore) = (file, mayStore)
  }

  /// Returns the lines of all shells, oldest first.
  ///
  /// - Throws: A `StoreError` if the file cannot be read and there are no lines in memory.
  package func lines() throws -> [String] {
    let storedLines = unwrittenLines.isEmpty ? try file.load() : (try? file.load()) ?? []
    return storedLines + unwrittenLines
  }

  /// Returns the lines in the file, or `[]` if it cannot be read; called on the editing thread.
  nonisolated func earlierLines() -> [String] { (try? file.load()) ?? [] }

  /// Adds a line, unless it must not be stored.
  ///
  /// - Returns: `true` if the line was added.
  package func add(_ line: String) async -> Bool {
    guard await mayStore(line) else { return false }
    do { try file.append(line) } catch {
      writeError = error as? StoreError ?? writeError
      if unwrittenLines.last != line { unwrittenLines.append(line) }
    }
    return true
  }

  /// Returns a warning if lines cannot be saved for the next shell, and `nil` if they can be saved.
  ///
  /// The warning is returned only once; later calls return `nil`.
  func warning() -> String? {
    guard !hasWarned, let error = writeError ?? fileError() else { return nil }
    hasWarned = true
    return "the history of this shell will not be saved: \(error.text)"
  }

  /// Checks the file without writing to it.
  private func fileError() -> StoreError? {
    do throws(StoreError) {
      try file.check()
      return nil
    } catch { return error }
  }
}
