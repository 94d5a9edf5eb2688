package import FilmzDomain
import Synchronization

/// The collection and the film cache of a home.
package struct Stores: Sendable {
  package let collection: CollectionStore
  package let cache: FilmCache
}

/// Warnings of a ``CollectionDatabase`` that are printed with the command's messages.
package final class PendingWarnings: Sendable {
  private let warnings = Mutex<[Warning]>([])

  func add(_ warning: Warning) {
    warnings.withLock { if !$0.contains(warning) { $0.append(warning) } }
  }

  /// Returns the warnings, which do not wait any more.
  package func take() -> [Warning] {
    warnings.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
