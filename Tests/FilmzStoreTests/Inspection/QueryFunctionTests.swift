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

  @Test(arguments: Seeds.of(1...5))
  func formattedTextsAreThoseOfSQLite(seed: UInt64) async throws {
    var random = SplitMix(seed)
    try await Self.expectResultsOfSQLite((0..<200).map { _ in Self.formatCall(&random) })
  }

  @Test func unusualFormatsGiveTheResultsOfSQLite() async throws {
    try await Self.expectResultsOfSQLite([
      "'a%b' like 'a\\%b' escape '\\'", "'axb' like 'a\\%b' escape '\\'",
      "'a' like 'a' escape null",
      "null like 'a'", "'a' glob null", "12 like 1.0", "12 like '1%'", "'É' like 'é'",
      "'abc' glob '[^b-c]*'",
      "'a' || char(0) || 'b' like 'a'", "x'6162' like 'AB'", "'' like ''", "'' glob '*'",
      "printf()", "printf(null)", "printf('')", "printf(null, 1)", "printf(12)",
      "printf(x'256425')",
      "printf('%')", "printf('a%')", "printf('a%5')", "printf('%%%5%|', 1)", "printf('%y')",
      "printf('a%yb')", "printf('%n|')", "printf('%5n|')", "printf('%1$d', 1)", "printf('%s')",
      "printf('%s', '')", "printf('%s', null)", "hex(printf('%.3c|', null))", "printf('%l5d', 1)",
      "printf('%5l3d', 1)", "printf('%*5d', 1, 2)", "printf('%*.*f|', 9, 2, 1.0)",
      "printf('%*d|', -5, 1)", "printf('%.*d|', -5, 1)", "printf('%*d|', -2147483648, 1)",
      "printf('%4294967297d|', 1)", "printf('%.4294967297d|', 1)",
      "printf('%*d|', 4294967298, 1)", "printf('%.999999999s', 'a')",
      "printf('%.99999999f', 9e999)", "printf('a' || char(0) || '%99999999d')",
      "printf('%d', 9223372036854775807)", "printf('%,d', 1234567)", "printf('%r %r', 1, 2)",
      "format('%05.1f|%-6s|%+d', 1.25, 'a', 2)", "typeof(printf('%s', ''))", "typeof(printf(''))",
    ])
  }

  /// Each case is an expression and its result.
  ///
  /// The arguments are nearly as large as they may be.
  @Test(arguments: [
    ("instr(hex(zeroblob(1000000)), hex(zeroblob(450)) || '1')", "0"),
    ("instr(zeroblob(60000), zeroblob(30000) || x'01')", "0"),
    ("length(replace(hex(zeroblob(8000000)), hex(zeroblob(60)) || '1', ''))", "16000000"),
    ("length(trim(hex(zeroblob(9000)), replace(hex(zeroblob(5000)), '0', '1') || '0'))", "0"),
    ("length(ltrim(hex(zeroblob(9000)), replace(hex(zeroblob(2500)), '0', 'é') || '0'))", "0"),
    ("length(rtrim(hex(zeroblob(9000)), replace(hex(zeroblob(2500)), '0', 'é') || '0'))", "0"),
    ("hex(zeroblob(2500000)) like '%' || hex(zeroblob(49)) || '1'", "0"),
    ("hex(zeroblob(2500000)) glob '*[' || hex(zeroblob(48)) || '1]'", "1"),
    ("length(printf('%.16000000c', 'x'))", "16000000"),
    ("printf('%.16000000g', 1)", "1"),
  ])
  func largeCallTakesFewSeconds(expression: String, result: String) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let query = "select \(expression)"
      let connection = try QueryConnection(
        try await database.querySource(), query, QueryLimits())
      let start = Self.threadTime
      let rows = try connection.run(limit: 1).rows
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

  /// `{text}` is a text of nine million digits; the maximum is 16 MB.
  @Test(arguments: [
    "length(printf('%.*c', 20000000, 'x'))", "length(printf('%.*c', 1000000000, 'x'))",
    "format('%.2147483647c', 'x') is null", "printf('%20000000d', 1) is null",
    "printf(replace(hex(zeroblob(50000)), '00', '%.9999999c')) is null",
    "printf(replace(hex(zeroblob(50000)), '00', '%.9999999g'), 1)",
    "printf('%-20000000s|', 'a')", "printf('%20000000%')", "printf('%.20000000d', 1)",
    "printf('%.20000000f', 1)", "length(printf('%s%s', {text}, {text}))",
    "length(printf('%Q', replace({text}, '0', char(39))))", "length({text} || {text})",
    "length(quote(zeroblob(9000000)))", "length(zeroblob(20000000))",
    "length(randomblob(20000000))", "length(json_array({text}, {text}))",
    "length(json_object('a', {text}, 'b', {text}))",
    "length(json_quote(replace({text}, '0', char(34))))",
    "(select length(group_concat({text})) from (select 1 union all select 2))",
    "(select length(json_group_array({text})) from (select 1 union all select 2))",
    "length(strftime({text} || replace({text}, '00', '%Y'), 0))",
  ])
  func textThatIsTooLargeIsAnErrorAndNoNull(expression: String) async throws {
    let query = "select " + expression.replacing("{text}", with: "hex(zeroblob(4500000))")
    try await QueryTests.withFilledHome { _, database async throws in
      _ = await #expect(throws: StoreError.query(.valueTooLarge(megabytes: 16)), "\(query)") {
        try await database.query(query, limit: 1)
      }
    }
  }

  @Test(arguments: [
    (
      "length(replace(hex(zeroblob(4000000)), '00', 'abcdefgh'))",
      QueryError.valueTooLarge(megabytes: 16)
    ),
    ("length(json_patch({object}, {object}))", .invalid("the texts for json_patch are too large")),
    (
      "instr(hex(zeroblob(1000000)), hex(zeroblob(500000)) || '1')",
      .invalid("the texts for instr are too large")
    ),
    (
      "replace(hex(zeroblob(1000000)), hex(zeroblob(500000)) || '1', '')",
      .invalid("the texts for replace are too large")
    ),
    (
      "trim(hex(zeroblob(100000)), replace(hex(zeroblob(50000)), '0', '1') || '0')",
      .invalid("the texts for trim are too large")
    ),
    (
      "ltrim(hex(zeroblob(100000)), replace(hex(zeroblob(50000)), '0', 'é') || '0')",
      .invalid("the texts for ltrim are too large")
    ),
    (
      "rtrim(hex(zeroblob(100000)), replace(hex(zeroblob(50000)), '0', 'é') || '0')",
      .invalid("the texts for rtrim are too large")
    ),
    (
      "hex(zeroblob(8000000)) like '%' || hex(zeroblob(49)) || '1'",
      .invalid("the texts for like are too large")
    ),
    (
      "hex(zeroblob(8000000)) like '%' || hex(zeroblob(49)) || '1' escape 'x'",
      .invalid("the texts for like are too large")
    ),
    (
      "hex(zeroblob(8000000)) glob '*[' || hex(zeroblob(48)) || '1]'",
      .invalid("the texts for glob are too large")
    ),
    ("'a' like hex(zeroblob(51))", .invalid("LIKE or GLOB pattern too complex")),
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

  /// Returns a call of `printf` with flags, sizes, and conversions that SQLite may not know.
  private static func formatCall(_ random: inout SplitMix) -> String {
    let parts = [
      "%", "%", "%", "-", "+", " ", "#", "!", "0", ",", "*", ".", "l", "1", "7", "12", "d", "i",
      "u", "x", "X", "o", "p", "r", "c", "s", "q", "Q", "w", "z", "f", "e", "g", "G", "n", "y", "|",
    ]
    let format = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      random.element(of: parts)
    }.joined()
    let arguments = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      ", " + random.element(of: ["1", "-3", "15", "2.5", "'ab'", "''", "null", "'7'", "1e300"])
    }.joined()
    return "printf('\(format)'\(arguments))"
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
