import FilmzDomain
import Foundation

extension SyncSegment {
  /// Reads the binary form of a segment.
  ///
  /// - Throws: ``SyncFileProblem/damaged`` if the form differs in any way from the described one.
  init(decoding bytes: [UInt8]) throws(SyncFileProblem) {
    var reader = SegmentReader(bytes)
    let header = try SegmentHeader(&reader)
    let tableSize = try reader.count(maximum: Self.maximumChanges * 4)
    let table = try reader.texts(tableSize)
    let steps = try Self.steps(&reader, table)
    let changes = try Self.changes(&reader, table, steps)
    guard reader.isAtEnd else { throw .damaged }
    self.init(
      name: header.name, writtenAt: header.writtenAt, received: header.received,
      isStart: header.isStart, steps: steps, changes: changes)
  }

  private static func steps(
    _ reader: inout SegmentReader, _ table: [String]
  ) throws(SyncFileProblem) -> [RecordedStep] {
    let count = try reader.count(maximum: maximumChanges)
    let ids = try reader.texts(count)
    let commands = try reader.optionalTexts(count)
    let installations = try reader.indices(count, of: table)
    var steps: [RecordedStep] = []
    steps.reserveCapacity(count)
    for index in 0..<count {
      steps.append(
        RecordedStep(
          id: ids[index], installation: table[installations[index]], madeAt: try reader.date(),
          command: commands[index]))
    }
    return steps
  }

  private static func changes(
    _ reader: inout SegmentReader, _ table: [String], _ steps: [RecordedStep]
  ) throws(SyncFileProblem) -> [JournalRecord] {
    let columns = try ChangeColumns(&reader, table)
    var changes: [JournalRecord] = []
    changes.reserveCapacity(columns.ids.count)
    for index in columns.ids.indices {
      guard steps.indices.contains(Int(columns.steps[index])) else { throw .damaged }
      changes.append(
        JournalRecord(
          id: columns.ids[index], step: steps[Int(columns.steps[index])].id,
          installation: table[columns.installations[index]],
          clock: HybridTimestamp(rawValue: columns.clocks[index]),
          kind: table[columns.kinds[index]], subjectKind: table[columns.subjectKinds[index]],
          subject: columns.subjects[index], film: columns.films[index],
          fields: columns.fields[index]))
    }
    return changes
  }
}

/// The values at the beginning of a segment.
private struct SegmentHeader {
  let name: String
  let writtenAt: Date
  let isStart: Bool
  let received: [String: Int]

  init(_ reader: inout SegmentReader) throws(SyncFileProblem) {
    guard let name = try reader.texts(1).first else { throw .damaged }
    self.name = name
    writtenAt = try reader.date()
    isStart = try reader.flag()
    let count = try reader.count(maximum: SyncSegment.maximumReceived)
    var received: [String: Int] = [:]
    for installation in try reader.texts(count) {
      received[installation] = Int(try reader.signedNumber())
    }
    guard received.count == count else { throw .damaged }
    self.received = received
  }
}

/// The columns of the changes of a segment.
private struct ChangeColumns {
  let ids: [String]
  let subjects: [String]
  let films: [String?]
  let fields: [String]
  let steps: [Int64]
  let clocks: [Int64]
  let installations: [Int]
  let kinds: [Int]
  let subjectKinds: [Int]

  init(_ reader: inout SegmentReader, _ table: [String]) throws(SyncFileProblem) {
    let count = try reader.count(maximum: SyncSegment.maximumChanges)
    ids = try reader.texts(count)
    subjects = try reader.texts(count)
    films = try reader.optionalTexts(count)
    fields = try reader.texts(count)
    steps = try reader.differences(count)
    clocks = try reader.differences(count)
    installations = try reader.indices(count, of: table)
    kinds = try reader.indices(count, of: table)
    subjectKinds = try reader.indices(count, of: table)
  }
}

extension SegmentReader {
  /// Reads a column of indices of a table.
  fileprivate mutating func indices(
    _ count: Int, of table: [String]
  ) throws(SyncFileProblem) -> [Int] {
    try array(count) { reader throws(SyncFileProblem) in try reader.index(below: table.count) }
  }
}
