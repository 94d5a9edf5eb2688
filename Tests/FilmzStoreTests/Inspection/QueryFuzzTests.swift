import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzStore

/// Random statements, none of which may write to a file, read a table that is no view, or crash.
struct QueryFuzzTests {
  private static let statementCount = 80

  @Test(arguments: Seeds.of(1...8))
  func randomStatementsReadOnlyViewsAndWriteNothing(seed: UInt64) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      _ = try await database.query("select count(*) from films", limit: 1)
      let before = try Checksums(home)
      var grammar = QueryGrammar(seed: seed, folder: home.folder.path(of: "data"))
      var answered = 0
      for _ in 0..<Self.statementCount {
        let statement = grammar.statement()
        guard try await Self.isAnswered(statement, database) else { continue }
        answered += 1
        #expect(!grammar.isForbidden, "\(statement)")
      }
      #expect(try Checksums(home) == before)
      #expect(answered > Self.statementCount / 4)
    }
  }

  /// Returns `false` if the statement is refused or wrong.
  private static func isAnswered(_ statement: String, _ database: CollectionDatabase) async throws
    -> Bool
  {
    var limits = QueryLimits()
    limits.duration = .milliseconds(50)
    do {
      _ = try await database.query(statement, limit: 5, limits: limits)
      return true
    } catch StoreError.query {
      return false
    }
  }
}
