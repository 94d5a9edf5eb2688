/// Whether another machine writes to a folder with another key.
struct SyncKeyCheck {
  let folder: SyncFolder

  /// Returns whether there is an installation none of whose files was ever read, and which uses another key.
  ///
  /// A single file that seems to need another key is only damaged.
  func isOtherKey(of files: [SyncFile], unread: Set<SyncFile>) -> Bool {
    Dictionary(grouping: files, by: \.installation).values.contains { files in
      files.allSatisfy(unread.contains) && files.contains(where: needsOtherKey)
    }
  }

  private func needsOtherKey(_ file: SyncFile) -> Bool {
    do throws(SyncFileProblem) {
      _ = try folder.header(file)
      return false
    } catch { return error == .wrongKey }
  }
}
