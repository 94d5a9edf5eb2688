/// When changes of the collection are flushed to the disk, so that they survive a power failure.
///
/// With either policy, a crash of the program loses no confirmed change, because the operating system
/// already has it.
package enum FlushPolicy: Sendable {
  /// Before each change is confirmed.
  case everyChange
  /// When ``CollectionDatabase/flushToDisk()`` is called, at the end of a script.
  ///
  /// Waiting for the disk after each line would make a script many times slower. After a power failure, the
  /// collection may only contain the changes of the script's first lines. The user can run the script again.
  case onClose

  /// The value of `PRAGMA synchronous`.
  var pragma: String {
    switch self {
    case .everyChange: "FULL"
    case .onClose: "NORMAL"
    }
  }
}
