import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FilmzStore

/// Restoring while another program changes the collection.
@Suite(.timeLimit(.minutes(10)))
struct RestoreRaceTests {
  /// The names of films whose insertion was confirmed.
  private final class ConfirmedFilms: Sendable {
    private let names = Mutex<[String]>([])

    var all: [String] { names.withLock(\.self) }

    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  private static let rounds = 12

  @Test func confirmedChangesAreInTheCollectionOrInABackup() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for number in 1...100 { try await home.add("A\(number)", at: Home.day(1), by: database) }
      let backup = try await database.backUp(at: Home.day(1))
      let confirmed = ConfirmedFilms()
      let writer = Task { await addFilms(in: home, confirmed) }
      for _ in 1...Self.rounds {
        let before = confirmed.all.count
        while confirmed.all.count < before + 3 {
          try Task.checkCancellation()
          await Task.yield()
        }
        _ = try await database.restore(backup, at: Home.day(2))
      }
      writer.cancel()
      await writer.value
      let remainingIDs = try await ids(in: home, database)
      let lostFilms = confirmed.all.filter { !remainingIDs.contains("tt" + $0) }
      #expect(lostFilms == [])
      #expect(confirmed.all.count >= 3 * Self.rounds)
      #expect(try home.backupNames().count { $0.hasPrefix("replaced-") } == Self.rounds)
    }
  }

  /// Adds films, like another program, until the task is cancelled.
  private func addFilms(in home: Home, _ confirmed: ConfirmedFilms) async {
    let database = CollectionDatabase(paths: home.paths, flushPolicy: .onClose)
    var number = 0
    while !Task.isCancelled {
      number += 1
      let name = "B\(number)"
      if (try? await home.add(name, at: Home.day(1), by: database)) != nil { confirmed.add(name) }
    }
  }

  /// Returns the ids of all films in the collection and in the backups of replaced collections.
  private func ids(in home: Home, _ database: CollectionDatabase) async throws -> Set<String> {
    let sql = "SELECT id FROM entry"
    let names = try home.backupNames().filter { $0.hasPrefix("replaced-") }
    let replacedIDs = try names.flatMap { name in
      try database.backups.reader(of: name).read { try String.fetchAll($0, sql: sql) }
    }
    let currentIDs = try await database.openForReading().collection.allIDs().map(\.rawValue)
    return Set(replacedIDs + currentIDs)
  }
}
