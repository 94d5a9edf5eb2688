import FilmzTestSupport
import Foundation
import Testing

/// What a member of a server cannot do with the rows of others, tried with psql (contract, PostgreSQL).
@Suite(.enabled(if: PostgresServer.isInstalled), .processes)
struct ServerSecurityTests {
  private static let file =
    "'00000000-0000-4000-8000-000000000001', 1, 1, 1, '\\x00'"

  /// A database in which Ada has a row in every table, and Ben none.
  private static func with(_ body: (ServerHomes, _ ada: String, _ ben: String) async throws -> Void)
    async throws
  {
    try await ServerHomes.with(["ada", "ben"]) { homes in
      let ada = try #require(homes.members["ada"])
      let ben = try #require(homes.members["ben"])
      let rows = try homes.server.psql(
        ada,
        """
        INSERT INTO filmz.segment (installation, number, piece, pieces, body) VALUES (\(file));
        INSERT INTO filmz.comment (id, film, text, made_at)
          VALUES ('00000000-0000-4000-8000-000000000002', 'tt0113277', 'mine', now());
        INSERT INTO filmz.list (id, data) VALUES ('AAAAAAAAAAAAAAAAAAAAA1', '{}')
        """)
      #expect(rows.errors.isEmpty)
      try await body(homes, ada, ben)
    }
  }

  /// Statements with the SQLSTATE with which they fail, or the rows that they return, for a member who does not own the
  /// rows.
  static let attempts: [(sql: String, code: String?, output: [String])] = [
    ("SELECT count(*) FROM filmz.segment", nil, ["0"]),
    ("SELECT text FROM filmz.comment", nil, ["mine"]), ("SELECT data FROM filmz.list", nil, ["{}"]),
    ("DELETE FROM filmz.segment RETURNING 1", nil, []),
    ("DELETE FROM filmz.list RETURNING 1", nil, []),
    ("DELETE FROM filmz.comment", "42501", []), ("DELETE FROM filmz.server", "42501", []),
    ("UPDATE filmz.segment SET body = '\\x01'", "42501", []),
    ("UPDATE filmz.comment SET text = 'x' RETURNING 1", nil, []),
    ("UPDATE filmz.comment SET writer = current_user", "42501", []),
    ("UPDATE filmz.comment SET number = 1", "428C9", []),
    ("UPDATE filmz.list SET data = 'x' RETURNING 1", nil, []),
    ("UPDATE filmz.list SET owner = current_user", "42501", []),
    ("UPDATE filmz.server SET version = 2", "42501", []),
    (
      "INSERT INTO filmz.segment (owner, installation, number, piece, pieces, body) VALUES ('ada', \(file))",
      "42501", []
    ),
    (
      "INSERT INTO filmz.comment (id, writer, film, text, made_at) VALUES (gen_random_uuid(), 'ada', 'tt1', 'x', now())",
      "42501", []
    ),
    (
      "INSERT INTO filmz.list (id, owner, data) VALUES ('AAAAAAAAAAAAAAAAAAAAA2', 'ada', '{}')",
      "42501", []
    ),
    ("INSERT INTO filmz.list (id, data) VALUES ('AAAAAAAAAAAAAAAAAAAAA1', 'x')", "23505", []),
    (
      """
      INSERT INTO filmz.list (id, data) VALUES ('AAAAAAAAAAAAAAAAAAAAA1', 'x')
      ON CONFLICT (id) DO UPDATE SET data = excluded.data
      """, "42501", []
    ),
    ("INSERT INTO filmz.list (id, data) VALUES ('../etc', 'x')", "23514", []),
    (
      "INSERT INTO filmz.list (id, data) VALUES ('AAAAAAAAAAAAAAAAAAAAA2', repeat('x', 1048577))",
      "23514", []
    ),
    (
      """
      INSERT INTO filmz.segment (installation, number, piece, pieces, body)
      VALUES (gen_random_uuid(), 1, 1, 1, decode(repeat('00', 10241), 'hex'))
      """, "23514", []
    ),
    (
      "INSERT INTO filmz.comment (id, film, text, made_at) VALUES (gen_random_uuid(), 'tt1', repeat('x', 10241), now())",
      "23514", []
    ),
    ("TRUNCATE filmz.segment", "42501", []), ("TRUNCATE filmz.comment", "42501", []),
    ("ALTER TABLE filmz.segment DISABLE ROW LEVEL SECURITY", "42501", []),
    ("ALTER TABLE filmz.segment NO FORCE ROW LEVEL SECURITY", "42501", []),
    ("DROP POLICY own ON filmz.segment", "42501", []), ("DROP TABLE filmz.list", "42501", []),
    ("CREATE TABLE filmz.mine (x integer)", "42501", []),
    ("CREATE TABLE public.mine (x integer)", "42501", []),
    ("CREATE FUNCTION filmz.f() RETURNS integer LANGUAGE sql AS 'SELECT 1'", "42501", []),
    ("CREATE ROLE eve LOGIN", "42501", []), ("SET ROLE postgres", "22023", []),
    ("SET SESSION AUTHORIZATION administrator", "42501", []),
    (
      "SET ROLE filmz_member; INSERT INTO filmz.list (id, data) VALUES ('AAAAAAAAAAAAAAAAAAAAA2', '')",
      "23514", []
    ),
    ("SET row_security = off; SELECT * FROM filmz.segment", "42501", []),
    ("SELECT filmz.segment_notify()", "42501", []),
    ("SELECT setval('filmz.comment_number_seq', 1)", "42501", []),
    ("COPY filmz.segment TO PROGRAM 'cat'", "42501", []),
    ("SELECT pg_read_file('/etc/passwd')", "42501", []),
    ("SELECT rolpassword FROM pg_authid", "42501", []),
    // A function that tells what it sees is only called for rows that the member may see.
    (
      """
      CREATE FUNCTION pg_temp.leak(bytea) RETURNS boolean LANGUAGE plpgsql COST 0.0001
        AS $$ BEGIN RAISE EXCEPTION 'seen'; END $$;
      SELECT count(*) FROM filmz.segment WHERE pg_temp.leak(body)
      """, nil, ["0"]
    ),
    (
      """
      CREATE TEMP TABLE segment (owner name, body bytea);
      CREATE FUNCTION pg_temp.md5(text) RETURNS text LANGUAGE sql AS 'SELECT ''x''';
      SET search_path = pg_temp, filmz, pg_catalog;
      SELECT count(*) FROM filmz.segment
      """, nil, ["0"]
    ),
  ]

  @Test func memberReachesNothingOfOthers() async throws {
    try await Self.with { homes, ada, ben in
      for attempt in Self.attempts {
        let result = try homes.server.psql(ben, attempt.sql)
        #expect(result.errors == (attempt.code.map { [$0] } ?? []), "\(attempt.sql)")
        #expect(result.output == attempt.output, "\(attempt.sql)")
      }
      let rows = try homes.server.psql(
        homes.administrator,
        """
        SELECT owner, body FROM filmz.segment UNION ALL SELECT owner, convert_to(data, 'UTF8') FROM filmz.list
        UNION ALL SELECT writer, convert_to(text, 'UTF8') FROM filmz.comment
        """)
      let name = try #require(ada.split(separator: "/")[1].split(separator: ":").first)
      #expect(rows.output == ["\(name)|\\x00", "\(name)|\\x7b7d", "\(name)|\\x6d696e65"])
    }
  }

  /// The database of filmz gives no rights in others.
  @Test func memberHasNoRightsElsewhere() async throws {
    try await Self.with { homes, _, ben in
      let other = try homes.server.newDatabase()
      #expect(
        try homes.server.psql(other, "CREATE TABLE public.secret AS SELECT 1 AS x").errors.isEmpty)
      let name = URL(filePath: other).lastPathComponent
      let url =
        ben.split(separator: "/").dropLast().joined(separator: "/").replacing(
          "postgresql:/", with: "postgresql://") + "/\(name)"
      #expect(try homes.server.psql(url, "SELECT * FROM public.secret").errors == ["42501"])
    }
  }

  /// Names and texts of users are never parts of statements.
  @Test func textsOfUsersAreNotStatements() async throws {
    let hostile = "x'); DROP TABLE filmz.list; --\" \"\u{301} \\\u{301} \\ {a,\"b\"} $1 %s \u{202E}"
    try await ServerHomes.with(["ada", "ben"]) { homes in
      for (home, member) in [("one", "ada"), ("two", "ben")] {
        try await homes.script(home, "config set comments.shared on")
        try await homes.setUp(home, as: member)
        #expect(
          try await homes.run(home, ["sync", "name", "x'; DROP TABLE filmz.list"]).status == 0)
      }
      try homes.filmz.folder.write(hostile, to: "text")
      #expect(try await homes.run("one", ["comment", "heat", hostile]).status == 0)
      #expect(try await homes.run("one", ["list", "add", hostile, "heat", "--create"]).status == 0)
      let published = try await homes.run("one", ["--format", "json", "list", "publish", hostile])
        .json
      let id = try #require(published["id"]?.string)
      try await homes.sync("one")
      try await homes.sync("two")
      #expect(try await homes.answer("two", "comments heat").each("text") == [.string(hostile)])
      #expect(try await homes.answer("two", "follow \(id)").each("name") == [.string(hostile)])
      #expect(
        try homes.server.psql(homes.administrator, "SELECT count(*) FROM filmz.list").output == [
          "1"
        ])
    }
  }
}
