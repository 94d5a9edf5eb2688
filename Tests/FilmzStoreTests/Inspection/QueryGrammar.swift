import FilmzTestSupport

@testable import FilmzStore

/// Random SQL statements, most of them valid for SQLite.
///
/// All queries have one column, so that they can be parts of each other.
struct QueryGrammar {
  /// `true` if `sql` must refuse the last statement: it is no query, or it reads a table that is no view.
  private(set) var isForbidden = false
  private var random: SplitMix
  private var depth = 0
  /// The folder of the files that statements try to create.
  private let folder: String

  init(seed: UInt64, folder: String) {
    random = SplitMix(seed)
    self.folder = folder
  }

  mutating func statement() -> String {
    isForbidden = false
    let statement = random.chance(oneIn: 3) ? change() : query()
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return "/* a */ \(statement) ;"
    case 1: return "-- a\n;\(statement)"
    case 2: return "select 1; \(statement)"
    case 3: return "\(statement); -- a"
    default: return statement
    }
  }

  // MARK: - Queries

  private mutating func query() -> String {
    guard depth < 3 else { return "select 1" }
    depth += 1
    defer { depth -= 1 }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "values (\(expression()))"
    case 1: return "select * from (\(query())) union all select * from (\(query()))"
    case 2: return "with \(name("c"))(a) as (\(query())) select count(*) from \(name("c"))"
    case 3: return "with c(a) as (\(query())) select a from c as \(name("entry")), \(source())"
    default:
      let condition = random.chance(oneIn: 3) ? " where \(expression())" : ""
      let tail = element(["", " limit 2", " order by 1"])
      return "select \(expression()) from \(sources())\(condition)\(tail)"
    }
  }

  private mutating func expression() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: "(\(query()))"
    case 1: "exists (\(query()))"
    case 2: "1 in (\(query()))"
    case 3: "case when 1 then (\(query())) else 'a' end"
    case 4: "fold('Ä') || length('b')"
    case 5: "'a' like 'A' and 1"
    default: element(["1", "'main.entry'", "x'00'", "null", "2.5e3", ":a"])
    }
  }

  private mutating func sources() -> String {
    random.chance(oneIn: 3)
      ? "\(source()) as s \(element(["join", "left join", ",", "cross join"])) \(source()) as t"
      : source()
  }

  private mutating func source() -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: table()
    case 1: element(["json_each('[1]')", "json_tree('[1]')"])
    case 2...4: "(\(query()))"
    case 5: qualified("temp", element(Self.views))
    default: name(element(Self.views))
    }
  }

  // MARK: - Names

  private static let views = QueryView.all.map(\.name)

  private static let tables = [
    "entry", "change", "film", "page", "installation", "alias", "listIndex", "sqlite_master",
    "sqlite_schema", "sqlite_temp_master", "dbstat", "sqlite_stmt", "pragma_database_list",
    "pragma_table_info('entry')",
  ]

  /// Returns a table that is no view, with or without the name of a database.
  private mutating func table() -> String {
    isForbidden = true
    let table = element(Self.tables)
    if random.chance(oneIn: 3) { return name(table) }
    return qualified(element(["main", "temp", "cache", "MAIN", "nothing"]), table)
  }

  private mutating func qualified(_ database: String, _ table: String) -> String {
    let before = element(["", "", " ", "/* a */", "--a\n", "\t\r\n"])
    let after = element(["", "", " ", "/**/", "-- '\n", "\n"])
    return "\(name(database))\(before).\(after)\(name(table))"
  }

  /// Returns a name as it is, or in one of the four kinds of quotation marks.
  private mutating func name(_ name: String) -> String {
    guard !name.contains("(") else { return name }
    return element([
      name, name, name.uppercased(), "\"\(name)\"", "`\(name)`", "[\(name)]", "'\(name)'",
    ])
  }

  // MARK: - Other statements

  private mutating func change() -> String {
    isForbidden = true
    let target = random.chance(oneIn: 2) ? table() : source()
    let query = query()
    let change = element([
      "insert into \(target) (id) values ('x')", "insert into \(target) default values",
      "insert into \(target) \(query)", "insert into \(target) (id) \(query) returning id",
      "insert into \(target) (id) values (1) on conflict do update set id = 2",
      "replace into \(target) (id) values ('x')", "update \(target) set id = 'x'",
      "update or replace \(target) set id = (\(query)) returning *", "delete from \(target)",
      "delete from \(target) where exists (\(query))", "create table x (a)",
      "create table \(target) as \(query)", "create temp table x as \(query)",
      "create view x as \(query)", "create temp view x as \(query)",
      "create index x on \(target) (id)", "create virtual table x using fts5 (a)",
      "create trigger x after insert on \(target) begin delete from entry; end",
      "create temp trigger x instead of delete on \(target) begin select 1; end",
      "drop table \(target)", "drop view \(target)", "drop index entryByTime",
      "alter table \(target) rename to x", "alter table \(target) add column x",
      "attach '\(folder)/x.sqlite' as x", "detach cache", "pragma writable_schema = 1",
      "pragma main.journal_mode = delete", "pragma user_version(7)", "vacuum",
      "vacuum into '\(folder)/y.sqlite'", "vacuum main", "reindex \(target)", "analyze \(target)",
      "begin immediate", "commit", "rollback", "savepoint x", "release x", "explain \(query)",
      "explain query plan \(query)",
    ])
    return random.chance(oneIn: 4) ? "with c(a) as (\(query)) \(change)" : change
  }

  private mutating func element<Value>(_ values: [Value]) -> Value {
    random.element(of: values)
  }
}
