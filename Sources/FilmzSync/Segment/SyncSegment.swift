package import FilmzDomain
package import Foundation

/// The content of a file of the folder: a part of the journal, and what is said about the writer.
package struct SyncSegment: Sendable, Equatable {
  /// The maximum number of steps and of changes in a file.
  package static let maximumChanges = 1_000_000
  /// The maximum number of installations in ``received``.
  static let maximumReceived = 10_000
  /// The maximum length of ``name`` in characters.
  package static let maximumNameLength = 64
  private static let maximumNameSize = 256

  /// The name of the machine, at most 64 characters and 256 bytes; it can contain control characters.
  package let name: String
  package let writtenAt: Date
  /// The highest number of each installation's files that the writer had read or written, by installation.
  package let received: [String: Int]
  /// `true` if the file begins anew.
  ///
  /// Everything in older files of the installation is also in this file and the following ones, so the
  /// older files are not needed.
  package let isStart: Bool
  package let steps: [RecordedStep]
  /// The changes, whose steps are in ``steps``.
  package let changes: [JournalRecord]

  /// Creates a segment; a name that is too long is cut.
  package init(
    name: String, writtenAt: Date, received: [String: Int], isStart: Bool,
    steps: [RecordedStep], changes: [JournalRecord]
  ) {
    var name = name.prefix(Self.maximumNameLength)
    while name.utf8.count > Self.maximumNameSize { name.unicodeScalars.removeLast() }
    self.name = String(name)
    (self.writtenAt, self.received, self.isStart) = (writtenAt, received, isStart)
    (self.steps, self.changes) = (steps, changes)
  }
}
