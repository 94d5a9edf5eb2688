package import FilmzDomain
import FilmzStore
package import Foundation

/// The content of a synced file: a part of the journal, and the state of the machine that wrote it.
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
  /// `true` if this is the first of the files to which an installation has rewritten all its older files.
  ///
  /// The changes of the older files are in this file and the following ones, so the older files are not needed.
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

/// The JSON of a segment (RFC 8259), without white space, with the members in this order:
///
/// ```
/// {"name":"desktop","writtenAt":1767225600000000,"isStart":true,
///  "received":{"installation":["7F96…"],"number":[7]},
///  "steps":{"id":["019B…"],"installation":["6F96…"],"madeAt":[1767225600000000],"command":["rate heat 9"]},
///  "changes":{"id":["019B…"],"step":[0],"installation":["6F96…"],"clock":[115816904294400000],
///   "kind":["update"],"subjectKind":["entry"],"subject":["tt0113277"],"film":[null],
///   "fields":["{\"rating\":{\"old\":null,\"new\":90}}"]}}
/// ```
///
/// Each array is a column, with one element for each installation, step or change: similar values next to each other are
/// compressed well. Times are microseconds since 1970. `command` and `film` can be `null`, `step` is an index of
/// the steps, `clock` is the ``HybridTimestamp/rawValue``, and `fields` is JSON in a string.
extension SyncSegment {
  /// Returns the JSON.
  ///
  /// - Throws: ``SyncCarrierError/contentTooLarge``, ``SyncCarrierError/stepMissing(change:)``.
  func encoded() throws(SyncCarrierError) -> [UInt8] {
    guard max(steps.count, changes.count) <= Self.maximumChanges,
      received.count <= Self.maximumReceived
    else { throw .contentTooLarge }
    let received = received.sorted { $0.key < $1.key }
    var json = Array("{\"name\":\(name.jsonLiteral),\"writtenAt\":\(writtenAt.microseconds)".utf8)
    json += ",\"isStart\":\(isStart)".utf8
    json.append(",\"received\":{\"installation\":", texts: received.lazy.map(\.key))
    json.append(",\"number\":", numbers: received.lazy.map { Int64($0.value) })
    json.append("},\"steps\":{\"id\":", texts: steps.lazy.map(\.id))
    json.append(",\"installation\":", texts: steps.lazy.map(\.installation))
    json.append(",\"madeAt\":", numbers: steps.lazy.map(\.madeAt.microseconds))
    json.append(",\"command\":", texts: steps.lazy.map(\.command))
    // The indices are mapped, because mapping the changes would copy each of them as a whole.
    let rows = changes.indices.lazy
    json.append("},\"changes\":{\"id\":", texts: rows.map { changes[$0].id })
    json.append(",\"step\":", numbers: try stepIndices())
    json.append(",\"installation\":", texts: rows.map { changes[$0].installation })
    json.append(",\"clock\":", numbers: rows.map { changes[$0].clock.rawValue })
    json.append(",\"kind\":", texts: rows.map { changes[$0].kind })
    json.append(",\"subjectKind\":", texts: rows.map { changes[$0].subjectKind })
    json.append(",\"subject\":", texts: rows.map { changes[$0].subject })
    json.append(",\"film\":", texts: rows.map { changes[$0].film })
    json.append(",\"fields\":", texts: rows.map { changes[$0].fields })
    return json + "}}".utf8
  }

  /// Returns the index of each change's step.
  private func stepIndices() throws(SyncCarrierError) -> [Int64] {
    // Ids are compared by their bytes: canonically equivalent ones are different.
    let indices = Dictionary(steps.enumerated().map { (Array($1.id.utf8), $0) }) { first, _ in first }
    var stepIndices: [Int64] = []
    for change in changes {
      guard let index = indices[Array(change.step.utf8)] else { throw .stepMissing(change: change.id) }
      stepIndices.append(Int64(index))
    }
    return stepIndices
  }

  /// Reads the JSON.
  ///
  /// - Throws: ``SyncFileProblem/damaged`` if the JSON does not have exactly the described form.
  init(decoding json: [UInt8]) throws(SyncFileProblem) {
    let segment = json.withUnsafeBufferPointer { json in
      var scanner = CanonicalJSONScanner(json)
      return scanner.segment()
    }
    guard let segment else { throw .damaged }
    self = segment
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ start: String, texts: some Sequence<String?>) {
    append(start, texts) { $0.append(json: $1.map(FieldValue.text) ?? .null) }
  }

  fileprivate mutating func append(_ start: String, numbers: some Sequence<Int64>) {
    append(start, numbers) { $0.append(decimal: $1) }
  }

  /// Appends `start`, which ends with the name of a column, and the array of the column's values.
  private mutating func append<Value>(
    _ start: String, _ values: some Sequence<Value>, _ appendValue: (inout Self, Value) -> Void
  ) {
    self += start.utf8
    append(UInt8(ascii: "["))
    append(separatedByCommas: values, appendValue)
    append(UInt8(ascii: "]"))
  }
}

extension CanonicalJSONScanner {
  fileprivate mutating func segment() -> SyncSegment? {
    guard skip("{\"name\":"), let name = string(), skip(",\"writtenAt\":"),
      let writtenAt = integer(), skip(",\"isStart\":")
    else { return nil }
    let isStart = skip("true")
    guard isStart || skip("false"), let received = received(), let steps = steps(),
      let changes = changes(of: steps), skip("}}"), isAtEnd
    else { return nil }
    return SyncSegment(
      name: name, writtenAt: Date(microseconds: writtenAt), received: received, isStart: isStart,
      steps: steps, changes: changes)
  }

  private mutating func received() -> [String: Int]? {
    guard let installations = texts(",\"received\":{\"installation\":"),
      installations.count <= SyncSegment.maximumReceived, let numbers = numbers(",\"number\":", installations.count)
    else { return nil }
    let received = Dictionary(zip(installations, numbers.lazy.map { Int($0) })) { $1 }
    return received.count == installations.count ? received : nil
  }

  private mutating func steps() -> [RecordedStep]? {
    guard let ids = texts("},\"steps\":{\"id\":"), let installations = texts(",\"installation\":", ids.count),
      let times = numbers(",\"madeAt\":", ids.count), let commands = optionalTexts(",\"command\":", ids.count)
    else { return nil }
    return ids.indices.map {
      RecordedStep(
        id: ids[$0], installation: installations[$0], madeAt: Date(microseconds: times[$0]), command: commands[$0])
    }
  }

  private mutating func changes(of steps: [RecordedStep]) -> [JournalRecord]? {
    guard let ids = texts("},\"changes\":{\"id\":"), let indices = numbers(",\"step\":", ids.count),
      indices.allSatisfy({ steps.indices.contains(Int($0)) }),
      let installations = texts(",\"installation\":", ids.count), let clocks = numbers(",\"clock\":", ids.count),
      let kinds = texts(",\"kind\":", ids.count), let subjectKinds = texts(",\"subjectKind\":", ids.count),
      let subjects = texts(",\"subject\":", ids.count), let films = optionalTexts(",\"film\":", ids.count),
      let fields = texts(",\"fields\":", ids.count)
    else { return nil }
    return ids.indices.map {
      JournalRecord(
        id: ids[$0], step: steps[Int(indices[$0])].id, installation: installations[$0],
        clock: HybridTimestamp(rawValue: clocks[$0]), kind: kinds[$0],
        subjectKind: subjectKinds[$0], subject: subjects[$0], film: films[$0], fields: fields[$0])
    }
  }

  // MARK: - Columns

  /// Scans a column of `count` texts, or of at most ``SyncSegment/maximumChanges`` texts if `count` is `nil`.
  private mutating func texts(_ start: StaticString, _ count: Int? = nil) -> [String]? {
    column(start, count) { $0.string() }
  }

  private mutating func optionalTexts(_ start: StaticString, _ count: Int) -> [String?]? {
    column(start, count) { $0.skip("null") ? .some(nil) : $0.string().map(Optional.some) }
  }

  private mutating func numbers(_ start: StaticString, _ count: Int) -> [Int64]? {
    column(start, count) { $0.integer() }
  }

  private mutating func column<Element>(
    _ start: StaticString, _ count: Int?, _ scanElement: (inout Self) -> Element?
  ) -> [Element]? {
    var elements: [Element] = []
    let isColumn =
      skip(start)
      && array { scanner in
        guard elements.count < count ?? SyncSegment.maximumChanges, let element = scanElement(&scanner)
        else { return false }
        elements.append(element)
        return true
      }
    return isColumn && elements.count == count ?? elements.count ? elements : nil
  }
}
