/// Whether another machine uses another key.
struct SyncKeyCheck {
  let carrier: any SyncCarrier
  /// The installations whose files may need another key.
  let hidden: Set<String>

  /// Returns a file of an installation that uses another key, and none of whose files was ever read; `nil` if there is
  /// none.
  ///
  /// A single file that seems to need another key is only damaged.
  func fileOfOtherKey(
    among files: [SyncFile], unread: Set<SyncFile>
  ) async throws -> SyncFile? {
    let candidates = Dictionary(grouping: files, by: \.installation).values.filter {
      $0.allSatisfy { unread.contains($0) && !hidden.contains($0.installation) }
    }
    var found: [SyncFile] = []
    for files in candidates {
      for file in files where try await carrier.needsOtherKey(file) {
        found.append(file)
        break
      }
    }
    return found.min()
  }
}
