/// A reason why a file of the folder cannot be read or applied.
package enum SyncFileProblem: Error, Hashable {
  /// The file no longer exists, such as after its installation has written its files anew.
  case removed
  /// The file ends before the length that it states.
  case incomplete
  /// The file was altered, renamed, or exchanged, or its content has another form than it should.
  case damaged
  /// The file has another content than when it was read before.
  case replaced
  /// The file was encrypted with another key.
  case wrongKey
  /// The file has this version of the format, which a newer filmz has written.
  case newerVersion(Int)
  /// The file has a version of the format that filmz does not read any more.
  case olderVersion
  /// The file, or its content after decompression, is larger than permitted.
  case tooLarge
  /// A symbolic link, folder, pipe, socket, or device is in the place of the file.
  case notAFile
  /// The system cannot read the file; the reason is the system's description.
  case unreadable(String)
}

extension SyncFileProblem {
  /// `true` if no machine can read the file, unless it is brought again.
  var isPermanent: Bool { self == .incomplete || self == .damaged }

  /// What is wrong, after the name of the file; `nil` if nothing is: the file is being replaced.
  var text: String? {
    switch self {
    case .removed: nil
    case .incomplete: "is not complete yet"
    case .damaged: "was altered or is damaged; it was not applied"
    case .replaced: "was replaced; it was not applied"
    case .wrongKey: "has another key"
    case .newerVersion: "can only be read by a newer filmz"
    case .olderVersion: "can only be read by an earlier filmz"
    case .tooLarge: "is too large"
    case .notAFile: "is not a file"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }
}
