import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore
@testable import FilmzSync

/// Two machines with copies of a folder, which the tests carry.
struct FolderSyncTests {
  /// Two machines, by the names `a` and `b`.
  private struct Pair {
    var a: SyncMachine
    var b: SyncMachine
    private var seconds = 0.0

    init(in scratch: ScratchFolder) async throws {
      let key = SyncKey()
      a = try await SyncMachine("a", key: key, in: scratch)
      b = try await SyncMachine("b", key: key, in: scratch)
    }

    mutating func now() -> Date {
      seconds += 1
      return Date(timeIntervalSince1970: 1_700_000_000 + seconds)
    }

    /// Adds a film on the first machine, and syncs it.
    @discardableResult
    mutating func addFilm(_ id: String) async throws -> SyncReport {
      let entry = CollectionEntry(id: FilmID(unchecked: id), caption: nil, addedAt: now())
      try await a.store.apply("add", at: now()) { try $0.insert(entry) }
      return try await a.sync(at: now())
    }

    /// Copies the files that only one copy of the folder has to the other.
    func carry(_ source: SyncMachine, _ target: SyncMachine) throws {
      let (from, to) = (URL(filePath: source.folder.path), URL(filePath: target.folder.path))
      for name in try Set(FolderCarrier.names(in: from)).subtracting(FolderCarrier.names(in: to)) {
        try FileManager.default.copyItem(
          at: from.appending(path: name), to: to.appending(path: name))
      }
    }

    func removeFiles(of machine: SyncMachine) throws {
      for file in try machine.folder.list().files { try machine.folder.remove(file) }
    }
  }

  /// The first machine's collection and folder are put back; its second file follows another first file.
  @Test func fileThatFollowsAnotherPredecessorIsReportedAndApplied() async throws {
    try await ScratchFolder.with { scratch in
      var pair = try await Pair(in: scratch)
      try pair.a.makeCopy()
      try await pair.addFilm("tt0000001")
      try pair.carry(pair.a, pair.b)
      #expect(try await pair.b.sync(at: pair.now()).received == 1)
      try await pair.a.restoreCopy(replacesFile: false)
      try pair.removeFiles(of: pair.a)
      for id in ["tt0000002", "tt0000003"] { try await pair.addFilm(id) }
      try pair.carry(pair.a, pair.b)
      let report = try await pair.b.sync(at: pair.now())
      #expect(report.received == 1)
      let problem = try #require(report.problems.first)
      #expect(problem.hasSuffix("does not follow the file before it; one of the two was replaced"))
      let again = try await pair.b.sync(at: pair.now())
      #expect(again.received == 0 && again.problems.isEmpty)
    }
  }

  @Test func copiedHomeKeepsItsIDWhenTheOriginalSends() async throws {
    try await ScratchFolder.with { scratch in
      var pair = try await Pair(in: scratch)
      try pair.a.makeCopy()
      pair.b.takeCopy(of: pair.a)
      try await pair.b.restoreCopy(replacesFile: true)
      let ids = try await pair.b.store.installations()
      #expect(try await pair.a.store.installations() == ids.dropLast())
      for number in 1...3 {
        try await pair.addFilm("tt000000\(number)")
        try pair.carry(pair.a, pair.b)
        #expect(try await pair.b.sync(at: pair.now()).received == 1)
        #expect(try await pair.b.store.installations() == ids)
      }
    }
  }

  @Test func restoredCollectionGetsANewIDOnce() async throws {
    try await ScratchFolder.with { scratch in
      var pair = try await Pair(in: scratch)
      try pair.a.makeCopy()
      for number in 1...3 { try await pair.addFilm("tt000000\(number)") }
      try await pair.a.restoreCopy(replacesFile: false)
      let ids = try await pair.a.store.installations()
      #expect(try await pair.a.sync(at: pair.now()).received == 3)
      let newIDs = try await pair.a.store.installations()
      #expect(newIDs.count == ids.count + 1)
      #expect(try await pair.a.sync(at: pair.now()).received == 0)
      #expect(try await pair.a.store.installations() == newIDs)
      // What comes back could also be of a home that this one is a copy of.
      #expect(try await pair.a.store.log(limit: nil).isEmpty)
      #expect(try await pair.a.store.log(limit: nil, ofAllInstallations: true).count == 3)
    }
  }

  @Test func machineWithoutChangesKeepsAFileAndItsNumbers() async throws {
    try await ScratchFolder.with { scratch in
      var pair = try await Pair(in: scratch)
      let id = try await pair.b.store.currentInstallation()
      var last = 0
      for number in 1...14 {
        try await pair.addFilm("tt00000\(10 + number)")
        try pair.carry(pair.a, pair.b)
        _ = try await pair.b.sync(at: pair.now())
        let own = try pair.b.folder.list().files.filter { $0.installation == id }
        let newest = try #require(own.last).number
        #expect(newest > last && own.count <= 5)
        last = newest
      }
    }
  }

  @Test func nameOfADeletedFileIsNotUsedAgain() async throws {
    try await ScratchFolder.with { scratch in
      var pair = try await Pair(in: scratch)
      try await pair.addFilm("tt0000001")
      try await pair.addFilm("tt0000002")
      try pair.carry(pair.a, pair.b)
      #expect(try await pair.b.sync(at: pair.now()).received == 2)
      try pair.removeFiles(of: pair.a)
      let report = try await pair.addFilm("tt0000003")
      #expect(report.sent == 3 && report.problems.count == 1)
      #expect(try pair.a.folder.list().files.map(\.number) == [3])
      try pair.carry(pair.a, pair.b)
      let received = try await pair.b.sync(at: pair.now())
      #expect(received.received == 1 && received.problems.isEmpty)
      #expect(try await pair.a.sync(at: pair.now()).sent == 0)
    }
  }
}
