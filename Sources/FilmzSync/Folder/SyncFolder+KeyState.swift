/// Whether the files in a folder need the key that one has.
package enum SyncKeyState: Sendable, Hashable {
  /// There are no files.
  case empty
  /// All files need this key.
  case matches
  /// All files need other keys.
  case otherKey
  /// Some files need this key, some others.
  case mixed
  /// There are files, but none of them tells which key it needs, such as when the folder is being filled.
  case unknown
}

extension SyncFolder {
  /// Compares the key with those that the files in the folder need.
  ///
  /// Files that do not tell which key they need are ignored if others do. Files of newer versions count.
  package func keyState() throws(SyncFolderError) -> SyncKeyState {
    let files = try list().entries.map(\.file)
    let fingerprints = Set(
      files.compactMap { file in (try? start(of: file)).flatMap(SyncFileHeader.keyFingerprint) })
    guard !files.isEmpty else { return .empty }
    guard !fingerprints.isEmpty else { return .unknown }
    guard fingerprints.contains(key.fingerprint) else { return .otherKey }
    return fingerprints.count == 1 ? .matches : .mixed
  }

  /// Returns the name of the first file that needs another key; `nil` if there is none.
  package func fileOfOtherKey() throws(SyncFolderError) -> String? {
    try list().entries.map(\.file).first { needsOtherKey($0) }?.fileName
  }

  /// Returns whether a file needs another key.
  func needsOtherKey(_ file: SyncFile) -> Bool {
    do throws(SyncFileProblem) {
      _ = try header(file)
      return false
    } catch { return error == .wrongKey }
  }
}
