import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Statements that `sql` refuses, and that change nothing.
struct QueryRefusalTests {
  /// Returns the error of a query.
  private static func error(
    of query: String, _ database: CollectionDatabase, _ limits: QueryLimits = QueryLimits()
  ) async -> QueryError? {
    do {
      _ = try await database.query(query, limit: 10, limits: limits)
      return nil
    } catch StoreError.query(let error) {
      return error
    } catch {
      Issue.record("\(query): \(error)")
      return nil
    }
  }

  /// Each case is a statement and the refused keyword.
  @Test(arguments: [
    ("insert into entries (id) values ('x')", "INSERT"),
    ("insert into main.entry (id) values ('x') returning id", "INSERT"),
    ("replace into entry (id) values ('x')", "REPLACE"), ("update entries set year = 1", "UPDATE"),
    ("update main.entry set year = 1 returning *", "UPDATE"), ("delete from entry", "DELETE"),
    ("DELETE FROM main.change", "DELETE"), ("-- x\n/* y */ ;delete from films", "DELETE"),
    ("create table t (a)", "CREATE"), ("create temp table t (a)", "CREATE"),
    ("create table t as select 1", "CREATE"), ("create index i on entry (id)", "CREATE"),
    ("create view v as select 1", "CREATE"), ("create temp view v as select 1", "CREATE"),
    ("create trigger t after insert on entry begin select 1; end", "CREATE"),
    ("create temp trigger t instead of delete on films begin select 1; end", "CREATE"),
    ("create virtual table t using fts5 (a)", "CREATE"), ("drop table entry", "DROP"),
    ("drop view films", "DROP"), ("drop index entryByTime", "DROP"),
    ("alter table entry add column x", "ALTER"), ("alter table entry rename to x", "ALTER"),
    ("attach 'x.sqlite' as x", "ATTACH"), ("attach ':memory:' as x", "ATTACH"),
    ("detach cache", "DETACH"), ("pragma writable_schema = 1", "PRAGMA"),
    ("pragma table_info(entry)", "PRAGMA"), ("PRAGMA journal_mode = delete", "PRAGMA"),
    ("vacuum", "VACUUM"), ("vacuum into 'copy.sqlite'", "VACUUM"), ("reindex", "REINDEX"),
    ("analyze", "ANALYZE"), ("begin", "BEGIN"), ("begin immediate", "BEGIN"), ("commit", "COMMIT"),
    ("end", "END"), ("rollback", "ROLLBACK"), ("savepoint a", "SAVEPOINT"),
    ("release a", "RELEASE"), ("explain select 1", "EXPLAIN"),
    ("explain query plan select * from films", "EXPLAIN"),
    ("with x as (select 1) insert into entry (id) select * from x", "INSERT"),
    ("with x as (select 1) delete from entry where id in x", "DELETE"),
    ("with x as (select 1) update entry set year = 2", "UPDATE"),
    ("with x as (select 1) replace into entry (id) select * from x returning id", "REPLACE"),
    ("with x as (select 1) delete from films", "DELETE"),
  ])
  func statementThatIsNoQueryIsRefusedByName(statement: String, keyword: String) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      let before = try Checksums(home)
      #expect(await Self.error(of: statement, database) == .refused(keyword))
      #expect(try Checksums(home) == before)
    }
  }

  /// Each case is a query and the name that is not a view.
  @Test(arguments: [
    ("select * from entry", "entry"), ("select count(*) from entry", "entry"),
    ("select 1 from main.entry", "main.entry"), ("select id from main.entry", "main.entry"),
    ("select * from cache.film", "cache.film"), ("select count(*) from cache.page", "cache.page"),
    ("select count(*) from page", "page"), ("select * from film", "film"),
    ("select * from sqlite_master", "sqlite_master"),
    ("select count(*) from sqlite_schema", "sqlite_schema"),
    ("select * from sqlite_temp_master", "sqlite_temp_master"),
    ("select sql from temp.sqlite_schema", "sqlite_temp_master"),
    ("select * from cache.sqlite_master", "cache.sqlite_master"),
    ("select * from \"main\".\"entry\"", "main.entry"),
    ("select * from [main] . entry", "main.entry"),
    ("select count(*) from `main`/**/.entry", "main.entry"),
    ("select entry.id from films, main.entry", "main.entry"),
    ("select * from pragma_database_list", "pragma_database_list"),
    ("select count(*) from pragma_table_info('entry')", "pragma_table_info"),
    ("select * from pragma_function_list", "pragma_function_list"),
    ("select * from dbstat", "dbstat"), ("select count(*) from dbstat", "dbstat"),
    ("select * from sqlite_stmt", "sqlite_stmt"), ("select * from installation", "installation"),
    ("select * from grdb_migrations", "grdb_migrations"), ("select * from nowhere", "nowhere"),
    ("select * from entrys", "entrys"), ("select * from films, listItem", "listItem"),
    ("select (select count(*) from step) from films", "step"),
    ("with films as (select * from entry) select * from films", "entry"),
    ("with films as (select count(*) from change) select * from films", "change"),
    ("with x as (select * from installation) select * from x", "installation"),
    (
      "with recursive lists(a) as (select id from list union select a from lists) select * from lists",
      "list"
    ),
    ("select id from films union select id from alias", "alias"),
    ("select * from films where id in (select film from alias)", "alias"),
    ("select * from films order by (select max(addedAt) from entry)", "entry"),
    ("select id in entry from films", "entry"),
    ("select sum(1) over (partition by (select max(id) from step)) from films", "step"),
    ("select * from (select * from entry) as films", "entry"),
    ("select count(*) from 'main'.entry", "main.entry"),
    ("select count(*) from 'MAIN'.'entry'", "MAIN.entry"),
    ("select count(*) from \"main\".entry", "main.entry"),
    ("select count(*) from `main` . `entry`", "main.entry"),
    ("select count(*) from [main]\n.\t[entry]", "main.entry"),
    ("select count(*) from 'main' /* a */ . -- b\n entry", "main.entry"),
    ("select count(*) from 'main'.sqlite_schema", "sqlite_schema"),
    ("select count(*) from 'temp'.sqlite_master", "sqlite_master"),
    ("select count(*) from 'temp'.sqlite_schema", "sqlite_schema"),
    ("select count(*) from 'cache'.page", "cache.page"),
    ("select exists (select 1 from 'main'.installation)", "main.installation"),
    ("select id in 'main'.entry from films", "main.entry"),
    ("select count(*) from 'main'.dbstat", "main.dbstat"),
    ("select count(*) from 'nothing'.pragma_database_list", "pragma_database_list"),
    // SQLite skips a byte order mark, and an argument in parentheses is a part of the parameter.
    ("select count(*) from \"main\"\u{FEFF}.entry", "main.entry"),
    ("select $x('), count(*) from main.entry where '1' = '1'", "main.entry"),
    ("select count(*) from 'main'.films", "main.films"),
  ])
  func tablesCannotBeRead(query: String, name: String) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      guard case .unknownView(let found, _) = await Self.error(of: query, database) else {
        Issue.record("\(query) is not refused")
        return
      }
      #expect(found == name)
    }
  }

  @Test func unknownViewNamesANearOne() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      for (name, near) in [("film", "films"), ("entry", "entries"), ("listfilms", "list_films")] {
        #expect(
          await Self.error(of: "select * from \(name)", database)
            == .unknownView(name, near: near))
      }
    }
  }

  @Test(arguments: [
    ("select load_extension('x')", "load_extension"),
    ("select readfile('/etc/passwd')", "readfile"),
    ("select writefile('x', 'y')", "writefile"),
    ("select fts3_tokenizer('simple')", "fts3_tokenizer"),
    ("select sqlite_compileoption_get(1)", "sqlite_compileoption_get"),
    ("select sqlite_log(1, 'x')", "sqlite_log"),
    ("select last_insert_rowid()", "last_insert_rowid"),
    ("select changes()", "changes"), ("select total_changes()", "total_changes"),
    ("select edit('x')", "edit"), ("select caseless('x')", "caseless"),
    ("select sqlite_source_id()", "sqlite_source_id"),
    ("select id from films where fts5(id)", "fts5"),
    ("select * from films where id match 'x'", "match"),
    ("select 'a' regexp 'b'", "regexp"),
  ])
  func otherFunctionsAreRefused(query: String, name: String) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let error = await Self.error(of: query, database)
      guard case .unknownFunction(let found, _) = error else {
        Issue.record("\(query): \(String(describing: error))")
        return
      }
      #expect(found.lowercased() == name)
    }
  }

  @Test(
    arguments: [
      ("", .empty), (" ; ", .empty), ("-- nothing", .empty), ("/* a", .empty),
      ("select 1; select 2", .severalStatements),
      ("select 1; delete from entry", .severalStatements),
      ("select 1; x", .severalStatements),
      ("select 1;;; -- a\n drop table entry", .severalStatements),
      ("select titel from films", .unknownColumn("titel", near: ["title"], isQuoted: false)),
      ("select f.yaer from films f", .unknownColumn("f.yaer", near: ["year"], isQuoted: false)),
      (
        "select * from films where title = \"Heat\"",
        .unknownColumn("Heat", near: [], isQuoted: true)
      ),
      ("select * from films where title = Heat", .unknownColumn("Heat", near: [], isQuoted: false)),
      ("selct 1", .invalid("near \"selct\": syntax error")),
      ("select * from", .invalid("incomplete input")),
      ("select 'a", .invalid("unrecognized token: \"'a\"")),
      ("select json_extract('x', '$')", .invalid("malformed JSON")),
      ("select abs(-9223372036854775808)", .invalid("integer overflow")),
      ("select 1 \0", .invalid("it contains a NUL character")),
      (
        "select fold(title, 2) from films",
        .invalid("wrong number of arguments to function fold()")
      ),
      (
        "select entris.id from entries as x",
        .unknownColumn("entris.id", near: ["id"], isQuoted: false)
      ),
    ] as [(String, QueryError)])
  func wrongQueryIsAnErrorThatSaysWhy(query: String, expected: QueryError) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      #expect(await Self.error(of: query, database) == expected)
    }
  }

  @Test(
    arguments: [
      ("SELECT hex(zeroblob(10000000))", .valueTooLarge(megabytes: 16)),
      ("select length(zeroblob(16000000) || zeroblob(16000000))", .valueTooLarge(megabytes: 16)),
      (
        "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n",
        .tooSlow(seconds: 0)
      ),
      (
        "select count(*) from changes a, changes b, changes c, changes d, changes e, changes f, changes g, changes h, changes i, changes j",
        .tooSlow(seconds: 0)
      ),
      (
        sum(
          of:
            "length(trim(hex(zeroblob(9000)), {i} || replace(hex(zeroblob(5000)), '0', '1') || '0'))",
          60), .tooSlow(seconds: 0)
      ),
      (sum(of: "length(fold(hex(zeroblob(4000000 + {i}))))", 100), .tooSlow(seconds: 0)),
      (
        "with recursive n(i) as (select 1 union all select i + 1 from n limit 3000) select count(distinct randomblob(100000) || i) from n",
        .tooMuchMemory(megabytes: 64)
      ),
      (
        "with recursive n(i, b) as (select 1, randomblob(1000000) union all select i + 1, randomblob(1000000) from n limit 1000) select * from n order by b",
        .tooMuchMemory(megabytes: 64)
      ),
    ] as [(String, QueryError)])
  func limitsStopAQuery(query: String, expected: QueryError) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      var limits = QueryLimits()
      if case .tooSlow = expected { limits.duration = .milliseconds(50) }
      // The memory of other tests counts as well, which must not stop the other queries.
      if case .tooMuchMemory = expected { limits.bytes = 64 << 20 }
      #expect(await Self.error(of: query, database, limits) == expected)
    }
  }

  @Test func rowIsLimitedInSize() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let columns = Array(repeating: "zeroblob(16000000)", count: 17).joined(separator: ", ")
      #expect(
        await Self.error(of: "select \(columns)", database) == .tooMuchMemory(megabytes: 256))
      let smaller = columns.replacing("16000000", with: "4000000")
      #expect(try await database.query("select \(smaller)", limit: 1).rows.count == 1)
    }
  }

  /// Each case is a query without its last parts, and one that is refused.
  ///
  /// The memory of other queries that run at the same time raises the limit of SQLite's memory.
  @Test(
    .serialized,
    arguments: [
      (doublings(6, of: "entries"), doublings(20, of: "entries")),
      (doublings(2, of: "films"), doublings(20, of: "films")),
      (sum(of: "length('a')", 400), sum(of: "length('a')", 501)),
      (
        "with c as (\(sum(of: "length('a')", 400))) select 1 from c",
        "with c as (\(sum(of: "length('a')", 501))) select 1 from c"
      ),
      (union(of: 16), union(of: 490)),
    ])
  func queryThatIsTooComplexIsRefused(query: String, tooComplex: String) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      #expect(await Self.error(of: query, database) == nil)
      #expect(await Self.error(of: tooComplex, database) == .tooComplex)
    }
  }

  /// Returns a query in which each common table expression reads the previous one twice.
  private static func doublings(_ count: Int, of view: String) -> String {
    (1...count).reduce("with c0 as (select id a from \(view))") {
      $0 + ", c\($1) as (select x.a from c\($1 - 1) x, c\($1 - 1) y limit 1)"
    } + " select a from c\(count)"
  }

  /// Returns a query that adds expressions, in which `{i}` is the number of the expression.
  private static func sum(of expression: String, _ count: Int) -> String {
    "select "
      + (0..<count).map { expression.replacing("{i}", with: "\($0)") }.joined(separator: " + ")
  }

  private static func union(of count: Int) -> String {
    Array(repeating: "select * from films", count: count).joined(separator: " union all ")
  }

  @Test func resultIsLimitedInSize() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      var limits = QueryLimits()
      limits.bytes = 8 << 20
      let query =
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) select zeroblob(1000000) from n"
      await #expect(throws: StoreError.query(.tooMuchMemory(megabytes: 8))) {
        try await database.query(query, limit: 100, limits: limits)
      }
    }
  }

  @Test func cancelledTaskStopsTheQuery() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let task = Task {
        try await database.query(
          "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n",
          limit: 1)
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}

/// The contents of the files of a home, without the shared memory of SQLite, which readers change.
struct Checksums: Equatable {
  private let contents: [String: Data]

  init(_ home: Home) throws {
    contents = try Dictionary(
      uniqueKeysWithValues: home.folder.files().filter { !$0.hasSuffix("-shm") }.map {
        ($0, try home.bytes(of: $0))
      })
  }
}
