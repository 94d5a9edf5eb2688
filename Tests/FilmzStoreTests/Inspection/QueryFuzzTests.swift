import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzStore

/// Random statements, none of which may write to a file or crash.
struct QueryFuzzTests {
  private static let words = """
    select insert update delete replace create drop alter attach detach pragma vacuum into with recursive as \
    materialized from where join left cross on using group by order having limit offset union all except \
    intersect values returning set table view trigger index temp begin commit rollback savepoint explain query \
    plan analyze reindex not null is in exists between like glob match case when then else end distinct over \
    partition rows window cast collate films entries viewings lists list_films comments skips records steps \
    changes entry change film main temp cache sqlite_master sqlite_temp_master json_each pragma_table_info dbstat \
    id title year myRating count(*) max(id) load_extension('x') writefile('x','y') randomblob(9) 1 2.5 'a' "b" \
    [c] x'00' , . ; ( ) * = <> || -> ->> + - / % & | ~ ? :a @b -- /* */ 'unclosed journal_mode=delete \
    writable_schema=1 zeroblob(99999999) fts3_tokenizer('x') returning(*) on conflict do nothing
    """.split(separator: " ").map(String.init)

  /// Beginnings of statements that are valid up to their end.
  private static let beginnings = [
    "", "", "select", "select * from films", "select * from (", "with x(a) as (select 1)",
    "insert into main.entry(id) values('x')", "delete from main.change",
    "update main.entry set year=1",
    "drop table main.entry", "create table main.y(a)", "pragma main.journal_mode",
    "attach 'y.sqlite' as y",
    "vacuum main into 'z.sqlite'", "select * from films where", "values(1)",
  ]

  @Test(arguments: 1...8)
  func randomStatementsWriteNothing(seed: UInt64) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      _ = try await database.query("select count(*) from films", limit: 1)
      let before = try Checksums(home)
      var generator = SplitMix(seed)
      var limits = QueryLimits()
      limits.duration = .milliseconds(50)
      limits.bytes = 32 << 20
      var answered = 0
      for _ in 0..<150 {
        let query = Self.statement(&generator)
        do {
          _ = try await database.query(query, limit: 5, limits: limits)
          answered += 1
        } catch is StoreError {
          continue
        }
      }
      #expect(try Checksums(home) == before)
      #expect(answered > 0)
    }
  }

  private static func statement(_ generator: inout SplitMix) -> String {
    let count = Int.random(in: 0...12, using: &generator)
    let tail = (0..<count).map { _ in generator.element(of: words) }
    return ([generator.element(of: beginnings)] + tail).joined(separator: " ")
  }
}
