import FilmzDomain
import Foundation

/// The binary form of a segment, version 1.
///
/// Numbers, dates, and columns of texts are written as ``SegmentWriter`` describes. A column has one
/// element for each step or change; what is alike is together, so that it is compressed well. In order:
///
/// 1. The name as a column of one text, `writtenAt`, `isStart` as 0 or 1.
/// 2. The number of installations in `received`; the column of their ids in order; their numbers, signed.
/// 3. The number of shared texts, and their column. Installations, kinds, and kinds of subjects are indices
///    of it, so that each of them is stored once.
/// 4. The number of steps. Columns: ids, commands (may be `nil`), installations, `madeAt`.
/// 5. The number of changes. Columns: ids, subjects, films (may be `nil`), fields; the indices of their
///    steps as differences; clocks as differences; installations, kinds, kinds of subjects.
///
/// In a column of texts, first come the numbers that tell the form of each text: 0 for `nil`, 1 for a
/// UUID in capital letters and 2 for one in small letters (16 bytes), 3 and more for as many bytes of
/// UTF-8 plus 3. The bytes of all texts follow.
extension SyncSegment {
  /// Returns the binary form.
  ///
  /// - Throws: ``SyncCarrierError/contentTooLarge``, ``SyncCarrierError/stepMissing(change:)``.
  func encoded() throws(SyncCarrierError) -> [UInt8] {
    guard max(steps.count, changes.count) <= Self.maximumChanges,
      received.count <= Self.maximumReceived
    else { throw .contentTooLarge }
    let stepIndices = try stepIndices()
    var table = TextTable()
    let indices = sharedTextIndices(&table)
    var writer = SegmentWriter()
    appendHeader(to: &writer)
    writer.append(UInt64(table.texts.count))
    writer.append(texts: table.texts)
    appendSteps(to: &writer, indices: indices.steps)
    appendChanges(to: &writer, stepIndices: stepIndices, indices: indices.changes)
    return writer.bytes
  }

  /// The maximum number of installations in ``received``.
  static let maximumReceived = 10_000

  /// Returns the index of each change's step.
  private func stepIndices() throws(SyncCarrierError) -> [Int64] {
    // Of steps with the same id, which are a mistake of the caller, the first is referred to.
    var firstIndices: [Int64] = []
    var table = TextTable()
    for (index, step) in steps.enumerated() where table.insert(step.id) == firstIndices.count {
      firstIndices.append(Int64(index))
    }
    var indices: [Int64] = []
    indices.reserveCapacity(changes.count)
    for change in changes {
      guard let index = table.index(of: change.step) else {
        throw .stepMissing(change: change.id)
      }
      indices.append(firstIndices[index])
    }
    return indices
  }

  /// Inserts the shared texts into a table, and returns their indices in the order of the columns.
  private func sharedTextIndices(_ table: inout TextTable) -> (steps: [Int], changes: [Int]) {
    var indices = (steps: [Int](), changes: [Int]())
    indices.changes.reserveCapacity(changes.count * 3)
    for step in steps { indices.steps.append(table.insert(step.installation)) }
    for change in changes { indices.changes.append(table.insert(change.installation)) }
    for change in changes { indices.changes.append(table.insert(change.kind)) }
    for change in changes { indices.changes.append(table.insert(change.subjectKind)) }
    return indices
  }

  private func appendHeader(to writer: inout SegmentWriter) {
    writer.append(texts: [name])
    writer.append(writtenAt)
    writer.append(isStart ? 1 : 0)
    let received = received.sorted { $0.key < $1.key }
    writer.append(UInt64(received.count))
    writer.append(texts: received.map(\.key))
    for (_, number) in received { writer.append(signed: Int64(number)) }
  }

  private func appendSteps(to writer: inout SegmentWriter, indices: [Int]) {
    writer.append(UInt64(steps.count))
    writer.append(texts: steps.lazy.map(\.id))
    writer.append(texts: steps.lazy.map(\.command))
    for index in indices { writer.append(UInt64(index)) }
    for step in steps { writer.append(step.madeAt) }
  }

  private func appendChanges(
    to writer: inout SegmentWriter, stepIndices: [Int64], indices: [Int]
  ) {
    writer.append(UInt64(changes.count))
    writer.append(texts: changes.lazy.map(\.id))
    writer.append(texts: changes.lazy.map(\.subject))
    writer.append(texts: changes.lazy.map(\.film))
    writer.append(texts: changes.lazy.map(\.fields))
    writer.append(differences: stepIndices)
    writer.append(differences: changes.lazy.map(\.clock.rawValue))
    for index in indices { writer.append(UInt64(index)) }
  }
}
