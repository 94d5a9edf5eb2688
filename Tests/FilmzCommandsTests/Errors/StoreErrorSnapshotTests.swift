import FilmzCommands
import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

struct StoreErrorSnapshotTests {
  private static let backup = Backup(
    name: "2026-11-21", time: Date(timeIntervalSince1970: 0), bytes: 4096, films: 3)
  private static let file = "/home/me/collection.sqlite"

  private static let errors: [StoreError] =
    [
      .cannotWrite(path: file, reason: "Permission denied"),
      .cannotRead(path: file, reason: "it cannot be opened; check its permissions"),
      .notACollection(path: file),
      .notACollection(path: file, newest: backup), .damagedCollection(path: file, newest: backup),
      .damagedCollection(path: file, newest: nil), .newerCollection(path: file),
      .olderCollection(path: file),
      .unreadableRow(path: file), .lostCollection(path: file, newest: backup),
      .notAFile(path: "/home/me/history"), .busy(path: file), .diskFull(path: file),
      .diskFull(path: file, isUnchanged: true),
      .notFlushed(path: file, reason: "No space left on device"),
      .saveFailed(reason: "unexpected database error 1"),
      StoreError.cannotWrite(path: file, reason: "Permission denied").ofDeletion,
      .alreadyInCollection(title: "Heat"), .notInCollection(title: "Heat"),
      .notSkipped(title: "Heat"), .noSuchList(name: "Nior", near: ["Noir"]),
      .noSuchList(name: "Nior", near: []), .listExists(name: "Noir"),
      .nothingToRemove("rating", title: "Heat (1995)"),
      .nothingToReverse(.undo), .nothingToReverse(.redo),
      .nothingToReverse(.undo, elsewhere: ForeignStep(command: "rate heat 9", machine: "laptop")),
      .changedSince(command: "rate 1 8", data: "rating", film: "Heat"), .unknownChange,
      .unknownStep(.undo, command: "rate 1 8"), .unknownStep(.redo, command: "rate 1 8"), .nothingToBackUp,
      .noSuchBackup(name: "x", newest: []),
      .noSuchBackup(name: "x", newest: ["2026-11-21", "2026-11-20"]),
      .unusableBackup(name: "2026-11-21", reason: "it is damaged"),
    ] + queryErrors.map(StoreError.query)

  private static let queryErrors: [QueryError] = [
    .empty, .severalStatements, .refused("DELETE"), .unknownView("entry", near: "entries"),
    .unknownView("zzz", near: nil), .unknownColumn("titel", near: ["title"], isQuoted: false),
    .unknownColumn("Heat", near: [], isQuoted: true), .unknownFunction("uper", near: "upper"),
    .unknownFunction("load_extension", near: nil), .invalid("near \"selct\": syntax error"),
    .tooSlow(seconds: 30), .tooMuchMemory(megabytes: 256), .valueTooLarge(megabytes: 16),
    .tooComplex,
  ]

  @Test func everyErrorMatchesItsSnapshot() throws {
    let names = Set(Self.errors.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(of: "StoreError", in: "FilmzStore"))
    let queryNames = Set(Self.queryErrors.map(EnumCases.name(of:)))
    #expect(try queryNames == EnumCases.names(of: "QueryError", in: "FilmzStore"))
    let text = Self.errors.map { "\($0.text)\n" }.joined()
    let difference = try Snapshot("Errors/Store.txt").difference(from: text)
    #expect(difference == nil)
  }

  @Test func everyErrorIsOneLine() {
    #expect(Self.errors.allSatisfy { !$0.text.contains(where: \.isNewline) })
  }
}
