import FilmzCommands
import FilmzDomain
package import FilmzStore

/// The lines that shells remember, in their file.
///
/// Where the file cannot be written, those of this shell live as long as it does.
package actor ShellHistory {
  private let file: HistoryFile
  /// The keys that are set at the moment.
  private let secrets: @Sendable () async -> [String]
  private var unwritten: [String] = []
  private var trouble: StoreError?
  private var hasWarned = false

  package init(file: HistoryFile, secrets: @escaping @Sendable () async -> [String]) {
    self.file = file
    self.secrets = secrets
  }

  /// The lines of all shells so far, oldest first.
  ///
  /// - Throws: A `StoreError` where the file cannot be read and this shell has none either.
  package func lines() throws -> [String] {
    do {
      return try file.load() + unwritten
    } catch {
      if unwritten.isEmpty { throw error }
      return unwritten
    }
  }

  /// The lines of earlier shells, for the editing thread; none where they cannot be read.
  nonisolated func past() -> [String] { (try? file.load()) ?? [] }

  /// Remembers a line, if it may be.
  ///
  /// - Returns: Whether it is remembered.
  func keep(_ line: String) async -> Bool {
    guard HistoryRule.keeps(line, secrets: await secrets()) else { return false }
    do {
      try file.append(line)
    } catch {
      trouble = error as? StoreError ?? trouble
      if unwritten.last != line { unwritten.append(line) }
    }
    return true
  }

  /// Says once why lines are not kept for the next shell, if they are not.
  func warning() -> String? {
    guard !hasWarned, let trouble = trouble ?? present() else { return nil }
    hasWarned = true
    return "the history lasts as long as this shell: \(trouble.text)"
  }

  /// What is wrong with the file before anything is written.
  private func present() -> StoreError? {
    do throws(StoreError) {
      try file.check()
      return nil
    } catch {
      return error
    }
  }
}
