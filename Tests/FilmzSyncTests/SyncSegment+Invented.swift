import FilmzDomain
import FilmzSync
import FilmzTestSupport
import Foundation

extension SyncSegment {
  /// Returns a segment with changes as a user makes them: ratings, viewings, and places of lists.
  static func realistic(changes count: Int, seed: UInt64) -> SyncSegment {
    var random = SplitMix(seed)
    let installation = random.uuid()
    var steps: [RecordedStep] = []
    var changes: [JournalRecord] = []
    var microseconds = 1_700_000_000_000_000
    for _ in 0..<count {
      microseconds += Int.random(in: 1_000_000...90_000_000, using: &random)
      let film = "tt" + String(Int.random(in: 1_000_000...9_999_999, using: &random))
      let step = RecordedStep(
        id: random.uuid(), installation: installation, madeAt: Date(micro: microseconds),
        command: random.element(of: ["rate \(film) 8", "watched \(film)", nil]))
      steps.append(step)
      changes.append(random.change(of: step, film: film, microseconds: microseconds))
    }
    return SyncSegment(
      name: "desktop", writtenAt: Date(micro: microseconds),
      received: [random.uuid(): 7, random.uuid(): 12], isStart: true, steps: steps,
      changes: changes)
  }

  /// Returns a segment with random content, including what no version of filmz writes.
  static func random(seed: UInt64) -> SyncSegment {
    var random = SplitMix(seed)
    let steps = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      RecordedStep(
        id: random.text(), installation: random.text(), madeAt: random.date(),
        command: random.chance(oneIn: 2) ? nil : random.text())
    }
    let changes = (0..<(steps.isEmpty ? 0 : Int.random(in: 0...20, using: &random))).map { _ in
      JournalRecord(
        id: random.text(), step: random.element(of: steps).id, installation: random.text(),
        clock: HybridTimestamp(rawValue: Int64.random(in: .min ... .max, using: &random)),
        kind: random.text(), subjectKind: random.text(), subject: random.text(),
        film: random.chance(oneIn: 2) ? nil : random.text(), fields: random.text())
    }
    return SyncSegment(
      name: random.text(), writtenAt: random.date(),
      received: ["x": .min, "": 0, random.uuid(): 1, random.uuid().lowercased(): .max],
      isStart: random.chance(oneIn: 2), steps: steps, changes: changes)
  }

  /// A segment with one change.
  static let small = realistic(changes: 1, seed: 1)

  /// The bytes of all texts, because texts that are canonically equivalent are equal.
  var exactTexts: [[UInt8]?] {
    var texts: [String?] = [name]
    for step in steps { texts += [step.id, step.installation, step.command] }
    for change in changes {
      texts += [change.id, change.step, change.installation, change.kind, change.subjectKind]
      texts += [change.subject, change.film, change.fields]
    }
    return texts.map { $0.map { Array($0.utf8) } }
  }
}

extension Date {
  fileprivate init(micro: Int) { self.init(timeIntervalSince1970: Double(micro) / 1_000_000) }
}

extension SplitMix {
  /// Returns a random UUID in capital letters.
  mutating func uuid() -> String {
    let bits = (next(), next())
    let uuid = withUnsafeBytes(of: bits) { $0.loadUnaligned(as: uuid_t.self) }
    return UUID(uuid: uuid).uuidString
  }

  fileprivate mutating func date() -> Date {
    switch Int.random(in: 0...3, using: &self) {
    case 0: Date(micro: Int.random(in: 0...4_000_000_000_000_000, using: &self))
    case 1: Date(timeIntervalSince1970: Double(Int.random(in: -1 << 36...1 << 36, using: &self)))
    case 2: .distantFuture
    default: .distantPast
    }
  }

  fileprivate mutating func text() -> String {
    switch Int.random(in: 0...9, using: &self) {
    case 0: ""
    case 1: uuid()
    case 2: uuid().lowercased()
    case 3: "a\0b\u{FEFF}"
    case 4: "e\u{301}"
    case 5: "é"
    case 6: "👩‍👩‍👧 \u{202E}\r\n"
    case 7: String(uuid().dropLast()) + "g"
    case 8: String(repeating: "ß", count: Int.random(in: 0...5000, using: &self))
    default: String(next(), radix: 36)
    }
  }

  fileprivate mutating func change(
    of step: RecordedStep, film: String, microseconds: Int
  ) -> JournalRecord {
    let (kind, subjectKind, subject, fields) = content(film: film, microseconds: microseconds)
    return JournalRecord(
      id: uuid(), step: step.id, installation: step.installation,
      clock: HybridTimestamp(rawValue: Int64(microseconds / 1000) << 16), kind: kind,
      subjectKind: subjectKind, subject: subject, film: subject == film ? nil : film,
      fields: fields)
  }

  private mutating func content(
    film: String, microseconds: Int
  ) -> (kind: String, subjectKind: String, subject: String, fields: String) {
    let rating = Int.random(in: 1...100, using: &self)
    switch Int.random(in: 0...2, using: &self) {
    case 0:
      return ("update", "entry", film, #"{"rating":{"old":null,"new":\#(rating)}}"#)
    case 1:
      let day = String(2_024_01_01 + rating % 28)
      return (
        "insert", "viewing", uuid(),
        #"{"film":{"new":"\#(film)"},"position":{"new":1},"date":{"new":"\#(day)"},"rating":{"new":\#(rating)},"note":{"new":"seen with Ann at the Odeon, row \#(rating)"},"tags":{"new":["cinema"]}}"#
      )
    default:
      return (
        "insert", "listItem", uuid(),
        #"{"list":{"new":"\#(list)"},"film":{"new":"\#(film)"},"position":{"new":"\#(next() % 1000)"},"addedAt":{"new":\#(microseconds)}}"#
      )
    }
  }

  /// The id of the list.
  private var list: String { "6F9619FF-8B86-D011-B42D-00CF4FC964FF" }
}
