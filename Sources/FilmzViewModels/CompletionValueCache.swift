import FilmzDomain
import FilmzStore

/// A cache of the collection's tags, recommenders, and platforms for completion.
///
/// Reading the values from 100,000 films would delay a key press noticeably. If the last read was
/// slow, the cached values are returned immediately and, after a change, reloaded in the
/// background.
actor CompletionValueCache {
  struct Values: Sendable {
    let tags: [String]
    let recommenders: [String]
    let platforms: [String]
  }

  private struct CachedValues {
    let values: Values
    /// The id of the collection's newest change when the values were read.
    let newestChangeID: String
    let kidsFilter: KidsFilter?
    let wasSlowToLoad: Bool
  }

  /// The duration above which a read counts as slow.
  private static let slowLoadThreshold = Duration.milliseconds(4)

  private var cachedValues: CachedValues?
  private var isReloading = false

  /// Returns the values, possibly without the newest changes if the last read was
  /// slow.
  func values(of collection: CollectionStore) async throws -> Values {
    let newestChangeID = try await collection.newestChangeID()
    let cachedValues = self.cachedValues.flatMap {
      $0.kidsFilter == collection.kidsFilter ? $0 : nil
    }
    if let cachedValues, cachedValues.newestChangeID == newestChangeID {
      return cachedValues.values
    }
    guard let cachedValues, cachedValues.wasSlowToLoad else {
      return try await load(from: collection, newestChangeID: newestChangeID)
    }
    if !isReloading {
      isReloading = true
      Task {
        _ = try? await load(from: collection, newestChangeID: newestChangeID)
        isReloading = false
      }
    }
    return cachedValues.values
  }

  private func load(
    from collection: CollectionStore, newestChangeID: String
  ) async throws -> Values {
    let start = ContinuousClock.now
    let values = Values(
      tags: try await collection.tags(), recommenders: try await collection.recommenders(),
      platforms: try await collection.platforms())
    cachedValues = CachedValues(
      values: values, newestChangeID: newestChangeID, kidsFilter: collection.kidsFilter,
      wasSlowToLoad: start.duration(to: .now) > Self.slowLoadThreshold)
    return values
  }
}
