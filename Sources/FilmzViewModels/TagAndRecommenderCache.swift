import FilmzStore

/// Tags and names that the user gave, remembered between presses of Tab.
///
/// To gather them from 100,000 films takes longer than a key may. What took long before is gathered
/// anew behind the answer.
actor TagAndRecommenderCache {
  struct Words: Sendable {
    let tags: [String]
    let people: [String]
  }

  /// How long gathering may keep a key waiting.
  private static let patience = Duration.milliseconds(4)

  private struct Known {
    /// The change of the collection that they were gathered after.
    let mark: String
    let words: Words
    let isSlow: Bool
  }

  private var known: Known?
  private var isGathering = false

  /// The words as they are, or where gathering takes long, as they were a moment ago.
  func words(of collection: CollectionStore) async throws -> Words {
    let mark = try await collection.newestChange()
    if let known, known.mark == mark { return known.words }
    guard let known, known.isSlow else { return try await gather(from: collection, at: mark) }
    if !isGathering {
      isGathering = true
      Task {
        _ = try? await gather(from: collection, at: mark)
        isGathering = false
      }
    }
    return known.words
  }

  private func gather(from collection: CollectionStore, at mark: String) async throws -> Words {
    let start = ContinuousClock.now
    let words = Words(
      tags: try await collection.tags(), people: try await collection.recommenders())
    known = Known(
      mark: mark, words: words, isSlow: start.duration(to: .now) > Self.patience)
    return words
  }
}
