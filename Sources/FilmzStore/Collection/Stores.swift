package import FilmzDomain
import Synchronization

/// The collection and the film cache of a home.
package struct Stores: Sendable {
  package let collection: CollectionStore
  package let cache: FilmCache
}

/// The warnings that a ``CollectionDatabase`` has issued and the current command has yet to print.
package final class PendingWarnings: Sendable {
  private let warnings = Mutex<[Warning]>([])

  package func add(_ warning: Warning) {
    warnings.withLock { if !$0.contains(warning) { $0.append(warning) } }
  }

  /// Removes all warnings and returns them.
  package func takeAll() -> [Warning] {
    warnings.withLock { pending in
      defer { pending = [] }
      return pending
    }
  }
}
