import FilmzDomain
import FilmzTestSupport
import GRDB
import Glibc
import Testing

@testable import FilmzStore

/// The functions that replace those of SQLite.
struct QueryFunctionTests {
  /// Each case is a function and the number of its arguments.
  private static let functions = [
    ("instr", 2), ("replace", 3), ("trim", 1), ("trim", 2), ("ltrim", 1), ("ltrim", 2),
    ("rtrim", 1), ("rtrim", 2),
  ]

  @Test(arguments: Seeds.of(1...5))
  func resultsAreThoseOfSQLite(seed: UInt64) async throws {
    var random = SplitMix(seed)
    try await Self.expectResultsOfSQLite((0..<200).map { _ in Self.call(&random) })
  }

  @Test func resultsOfUnusualValuesAreThoseOfSQLite() async throws {
    let values = [
      "null", "''", "x''", "'a'", "x'61'", "x'c3a9'", "12", "1.5", "char(0)", "'é'", "'aéa'",
      "x'6100'", "zeroblob(2)",
    ]
    let invalidTexts = ["x'80'", "x'c3'", "x'a9'", "x'a9c3'"]
    try await Self.expectResultsOfSQLite(
      Self.pairs(values).flatMap { ["trim(\($0))", "ltrim(\($0))", "rtrim(\($0))"] }
        + Self.pairs(values + invalidTexts).flatMap {
          ["instr(\($0))", "replace(\($0), 'x')", "replace('aéa', \($0))"]
        })
  }

  /// Returns all pairs of values, separated by commas.
  private static func pairs(_ values: [String]) -> [String] {
    values.flatMap { first in values.map { "\(first), \($0)" } }
  }

  @Test func patchesOfJSONAreThoseOfSQLite() async throws {
    try await Self.expectResultsOfSQLite([
      #"json_patch('{"a":1,"b":{"c":2}}', '{"b":{"c":null,"d":3}}')"#, "json_patch('{}', null)",
      "json_patch(null, '{}')", "json_patch('[1]', '[2,3]')",
      #"json_object('a', json_patch('{}', '{"b":1}'), 'c', json_patch('{}', '{}'))"#,
      "json_patch('{\"a\":1}', json_patch('{}', '{\"a\":null,\"b\":[]}'))",
    ])
  }

  /// SQLite's own functions need half a minute for these arguments.
  @Test(arguments: [
    ("instr(hex(zeroblob(1000000)), hex(zeroblob(500000)) || '1')", "0"),
    ("instr(zeroblob(2000000), zeroblob(1000000) || x'01')", "0"),
    ("length(replace(hex(zeroblob(1000000)), hex(zeroblob(500000)) || '1', ''))", "2000000"),
    ("length(trim(hex(zeroblob(100000)), replace(hex(zeroblob(50000)), '0', '1') || '0'))", "0"),
    ("length(ltrim(hex(zeroblob(100000)), replace(hex(zeroblob(50000)), '0', 'é') || '0'))", "0"),
    ("length(rtrim(hex(zeroblob(100000)), replace(hex(zeroblob(50000)), '0', 'é') || '0'))", "0"),
  ])
  func longTextsTakeLinearTime(expression: String, result: String) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let connection = try QueryConnection(try await database.querySource(), QueryLimits())
      let start = Self.threadTime
      let rows = try connection.run("select \(expression)", limit: 1).rows
      #expect(Self.threadTime - start < .seconds(5))
      #expect(rows.map(\.[0].text) == [result])
    }
  }

  /// The processor time that the current thread has used, which does not depend on other tests.
  private static var threadTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test(arguments: [
    (
      "length(replace(hex(zeroblob(4000000)), '00', 'abcdefgh'))",
      QueryError.valueTooLarge(megabytes: 16)
    ),
    ("length(json_patch({object}, {object}))", .invalid("the texts for json_patch are too large")),
    ("json_patch('{', '{}')", .invalid("malformed JSON")),
    ("trim('a', 'b', 'c')", .invalid("wrong number of arguments to function trim()")),
    ("instr('a')", .invalid("wrong number of arguments to function instr()")),
  ])
  func callFails(expression: String, error: QueryError) async throws {
    let object =
      "(with recursive n(i) as (select 1 union all select i + 1 from n limit 20000) select json_group_object(i, i) from n)"
    let query = "select " + expression.replacing("{object}", with: object)
    try await QueryTests.withFilledHome { _, database async throws in
      _ = await #expect(throws: StoreError.query(error)) {
        try await database.query(query, limit: 1)
      }
    }
  }

  // MARK: - Comparison with SQLite

  private static func call(_ random: inout SplitMix) -> String {
    let (name, count) = random.element(of: functions)
    let arguments = (0..<count).map { "'\(text(length: $0 == 0 ? 12 : 2, &random))'" }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  private static func text(length: Int, _ random: inout SplitMix) -> String {
    let characters = ["a", "a", "b", " ", "é", "è", "漢", "😀"]
    let count = Int.random(in: 0...length, using: &random)
    return (0..<count).map { _ in random.element(of: characters) }.joined()
  }

  private static func expectResultsOfSQLite(_ expressions: [String]) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      for start in stride(from: 0, to: expressions.count, by: 100) {
        let part = expressions[start...].prefix(100)
        let query = "select " + part.map { "quote(\($0))" }.joined(separator: ", ")
        let expected = try await DatabaseQueue().read { db in
          try #require(try Row.fetchOne(db, sql: query)).databaseValues
            .map(String.fromDatabaseValue)
        }
        let results = try await database.query(query, limit: 1).rows[0].map(\.text)
        for (index, expression) in part.enumerated() {
          #expect(results[index] == expected[index], "\(expression)")
        }
      }
    }
  }
}
