import FilmzDomain
import Foundation
import GRDB
import Testing

@testable import FilmzStore

extension CollectionStore {
  /// Checks that the list index has the numbers of films and of seen films of all lists.
  func expectCorrectListCounts(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let sql = """
      SELECT id || ' ' || (SELECT count(*) FROM listItem WHERE list = list.id) || ' '
        || (SELECT count(*) FROM listItem WHERE list = list.id
          AND film IN (SELECT film FROM viewing)) FROM main.list
      """
    let expected = try await connection.database.read { try String.fetchSet($0, sql: sql) }
    let counts = try await lists().map { "\($0.id) \($0.filmCount) \($0.seenCount)" }
    #expect(Set(counts) == expected, sourceLocation: sourceLocation)
  }
}
