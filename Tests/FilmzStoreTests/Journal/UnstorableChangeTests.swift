import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

/// Received changes that no journal can store.
struct UnstorableChangeTests {
  private static let film = "tt0133093"
  private static let insertion = #"{"addedAt":{"old":null,"new":1}}"#

  private func record(_ id: String, subject: String = film, fields: String) -> JournalRecord {
    JournalRecord(
      id: id, step: "s", installation: "i", clock: HybridTimestamp(after: nil, now: .sample),
      kind: "insert", subjectKind: "entry", subject: subject, film: nil, fields: fields)
  }

  @Test(arguments: [
    ("c", film, "{"), ("c", film, ""), ("c", film, "not JSON"), ("c\0", film, insertion),
    ("c", film + "\0", insertion), ("c", film, "{\0}"),
  ])
  func changeIsLeftOutAndTheOthersAreTaken(id: String, subject: String, fields: String) async throws {
    let store = try await Stores.inMemory().collection
    let step = RecordedStep(id: "s", installation: "i", madeAt: .sample, command: "add")
    let file = SyncFileRecord(installation: "i", number: 1, checksum: "", changes: 3, stamp: "")
    let receipt = try await store.receive(
      [
        record("a", fields: Self.insertion), record(id, subject: subject, fields: fields),
        record("b", subject: "tt0068646", fields: Self.insertion),
      ], of: [step], in: file, from: nil, at: .sample)
    #expect(receipt.newChanges == 2 && receipt.invalid == 1 && receipt.notUnderstood == 0)
    #expect(try await store.counts().total == 2)
    #expect(try await store.differencesFromJournal().isEmpty)
  }
}
