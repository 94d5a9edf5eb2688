/// When a change of the collection is proof against a power cut.
///
/// A program that ends, however it ends, loses nothing that was confirmed either way: the system has
/// it then.
package enum SyncPolicy: Sendable {
  /// Before it is confirmed.
  case everyChange
  /// When the script has ended: waiting for the disk at every line would make it many times slower,
  /// and a script can be run again. What a power cut leaves is a beginning of the script.
  case onClose

  /// The value of `PRAGMA synchronous`.
  var pragma: String {
    switch self {
    case .everyChange: "FULL"
    case .onClose: "NORMAL"
    }
  }
}
