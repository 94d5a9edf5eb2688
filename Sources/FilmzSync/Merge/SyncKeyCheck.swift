/// Whether another machine writes to a folder with another key.
struct SyncKeyCheck {
  let folder: SyncFolder

  /// Returns a file of an installation that uses another key, and none of whose files was ever read; `nil` if there is
  /// none.
  ///
  /// A single file that seems to need another key is only damaged.
  func fileOfOtherKey(among files: [SyncFile], unread: Set<SyncFile>) -> SyncFile? {
    Dictionary(grouping: files, by: \.installation).values
      .filter { $0.allSatisfy(unread.contains) }
      .compactMap { $0.first(where: needsOtherKey) }.min()
  }

  private func needsOtherKey(_ file: SyncFile) -> Bool {
    do throws(SyncFileProblem) {
      _ = try folder.header(file)
      return false
    } catch { return error == .wrongKey }
  }
}
