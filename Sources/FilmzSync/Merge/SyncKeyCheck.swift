/// Whether another machine writes to a folder with another key.
struct SyncKeyCheck {
  let folder: SyncFolder
  /// The installations whose files may need another key.
  let hidden: Set<String>

  /// Returns a file of an installation that uses another key, and none of whose files was ever read; `nil` if there is
  /// none.
  ///
  /// A single file that seems to need another key is only damaged.
  func fileOfOtherKey(among files: [SyncFile], unread: Set<SyncFile>) -> SyncFile? {
    Dictionary(grouping: files, by: \.installation).values
      .filter { $0.allSatisfy { unread.contains($0) && !hidden.contains($0.installation) } }
      .compactMap { $0.first(where: folder.needsOtherKey) }.min()
  }
}
