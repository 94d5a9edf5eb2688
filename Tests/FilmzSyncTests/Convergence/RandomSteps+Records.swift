import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzStore

// Random changes of comments and records, and changes that only a newer version makes.
extension RandomSteps {
  static func changeComment(
    of id: FilmID, _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    let text = random.element(of: ["Great", "e\u{301}tude\nof two lines", "“hm”"])
    guard let comment = try transaction.comments(of: id).first, !random.chance(oneIn: 3) else {
      return try transaction.insert(
        FilmComment(
          id: commentID(&random), film: id, name: "Ann", time: "2024-01-01T00:00:00.000Z",
          text: text))
    }
    if random.chance(oneIn: 3) { return try transaction.deleteComment(comment.id) }
    try transaction.setText(text, ofComment: comment.id)
  }

  /// Comments that are imported on several machines have the same ids.
  private static func commentID(_ random: inout SplitMix) -> UUID {
    guard random.chance(oneIn: 3) else { return UUID() }
    let number = Int.random(in: 1...3, using: &random)
    return UUID(uuidString: "00000000-0000-5000-8000-00000000000\(number)") ?? UUID()
  }

  static func changeOwnRecord(
    of id: FilmID, _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    if random.chance(oneIn: 4) { return try transaction.deleteRecord(of: id) }
    let subject = Change.Subject(.record, id.rawValue)
    var fields: [String: FieldValue] = ["title": .text(random.element(of: [#""Zoë""#, #""M""#]))]
    if random.chance(oneIn: 2) { fields["year"] = random.element(of: [.null, .text("1931")]) }
    if random.chance(oneIn: 2) { fields["genres"] = .text(#"["Crime","Drama"]"#) }
    try transaction.upsert(subject, fields)
  }

  static func changeImportedRecord(
    of id: FilmID, _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    let subject = Change.Subject(.importedRecord, id.rawValue)
    if random.chance(oneIn: 4) { return try transaction.delete(subject) }
    let film = Film(id: id, title: random.element(of: ["M", "北京"]), origin: .mflix)
    let facts = ImportedRecord(film).json
    try transaction.upsert(subject, ["source": .text("mflix"), "facts": .text(facts)])
  }

  /// Records a change that this version does not understand or whose values the tables do not accept.
  static func makeNewerChange(
    in store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async throws {
    let film = random.element(of: films).rawValue
    let id = "00000000-0000-5000-8000-00000000000\(Int.random(in: 1...3, using: &random))"
    let (kind, subjectKind, subject, fields) = random.element(of: [
      ("insert", "hologram", film, #"{"depth":{"old":null,"new":3}}"#),
      ("update", "entry", film, #"{"aura":{"old":null,"new":1},"rating":{"old":null,"new":70}}"#),
      ("update", "entry", film, #"{"rating":{"old":null,"new":900}}"#),
      ("update", "entry", film, #"{"rating":{"old":null,"new":{"value":7}}}"#),
      ("update", "entry", film, #"{"tags":{"old":[],"new":["a\u001b[2J"]}}"#),
      ("merge", "entry", film, "{}"), ("insert", "skip", film, "{}"),
      ("update", "comment", film, "[]"),
      ("insert", "entry", "tt1 tt2", #"{"addedAt":{"old":null,"new":1}}"#),
      (
        "insert", "list", id,
        #"{"name":{"old":null,"new":"a\nb"},"createdAt":{"old":null,"new":1},"changedAt":{"old":null,"new":1}}"#
      ),
      (
        "insert", "list", id,
        #"{"name":{"old":null,"new":"x"},"createdAt":{"old":null,"new":1},"changedAt":{"old":null,"new":1}}"#
      ),
      (
        "insert", "listItem", "\(id) \(film)",
        #"{"list":{"old":null,"new":"\#(id)"},"film":{"old":null,"new":"tt9"},"position":{"old":null,"new":"V00000 x"}}"#
      ),
      (
        "insert", "listItem", "\(id) \(film)",
        #"{"list":{"old":null,"new":"\#(id)"},"film":{"old":null,"new":"\#(film)"},"position":{"old":null,"new":"z"}}"#
      ),
      // The journal has these for no film.
      (
        "insert", "viewing", id,
        #"{"film":{"old":null,"new":"\#(film)"},"position":{"old":null,"new":1}}"#
      ),
      (
        "insert", "listItem", "\(id) \(film)",
        #"{"list":{"old":null,"new":"\#(id)"},"film":{"old":null,"new":"\#(film)"},"position":{"old":null,"new":"V00000 x"}}"#
      ),
    ])
    let random = random.next()
    try await store.write { [subjects = store.subjects] db in
      let installation = try CollectionStore.currentInstallation(db)
      let clock = HybridTimestamp(after: nil, now: now)
      let step = RecordedStep(
        id: UUID.timeOrdered(at: clock, random: random &+ 1).text, installation: installation,
        madeAt: now, command: "a command of another version")
      let change = JournalRecord(
        id: UUID.timeOrdered(at: clock, random: random).text, step: step.id,
        installation: installation, clock: clock, kind: kind, subjectKind: subjectKind,
        subject: subject, film: nil, fields: fields)
      try JournalWriter.insert(step, isOwn: true, db)
      guard try JournalWriter.insert(change, db) else { return }
      _ = try Journal(db: db, subjects: subjects)
        .updateTables(after: [RecordedChange(change)], [step])
    }
  }
}
