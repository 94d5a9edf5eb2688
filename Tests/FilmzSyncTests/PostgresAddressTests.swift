import FilmzTestSupport
import Testing

@testable import FilmzSync

@Suite(.enabled(if: PostgresServer.isInstalled))
struct PostgresAddressTests {
  @Test(arguments: [
    (
      "postgresql://ada:Secret1@db.example.org:5433/filmz",
      "postgresql://ada@db.example.org:5433/filmz"
    ),
    (
      "postgres://ada@localhost/filmz?sslmode=disable&password=Secret1",
      "postgresql://ada@localhost/filmz"
    ),
    ("postgresql:///filmz?host=/run/postgresql&user=ada", "postgresql://ada@/run/postgresql/filmz"),
    ("postgresql://a%40b:Secret1%2F@one,two/filmz", "postgresql://a@b@one,two/filmz"),
  ])
  func placeHasNoPassword(url: String, place: String) throws {
    let address = try PostgresAddress(url)
    #expect(address.place == place)
    for text in [address.place, "\(address)", String(reflecting: address)] {
      #expect(!text.contains("Secret1"))
    }
    var dumped = ""
    dump(address, to: &dumped)
    #expect(!dumped.contains("Secret1"))
  }

  @Test(arguments: [
    ("postgresql://localhost/x", true), ("postgresql://127.0.0.1:1/x", true),
    ("postgresql://[::1]/x", true), ("postgresql:///x?host=/run/postgresql", true),
    ("postgresql://db.example.org/x", false), ("postgresql://localhost,db.example.org/x", false),
    ("postgresql://localhost/x?hostaddr=192.0.2.1", false), ("postgresql:///x?service=s", false),
    ("postgresql://localhost.example.org/x", false), ("postgresql://127.example.org/x", false),
  ])
  func serversElsewhereAreNotLocal(url: String, isLocal: Bool) throws {
    #expect(try PostgresAddress(url).isLocal == isLocal)
  }

  @Test(arguments: [
    ("postgresql://root:old@db.example.org:5433/filmz?sslmode=require", "filmz"),
    ("postgresql://root:old@/filmz?host=%2Frun%2Fpostgresql&port=5433", "filmz"),
    ("postgresql://root:old@[::1]:5433/a%20b", "a b"), ("postgresql://root:old@h1:1,h2:2/a", "a"),
    ("postgresql://root:old@h1/a?sslpassword=old&options=-c%20x%3Dold", "a"),
  ])
  func addressOfAnotherUserKeepsTheServer(url: String, database: String) throws {
    let old = try PostgresAddress(url)
    let new = try PostgresAddress(old.url(user: "Ödi/n", password: "p@ss:w/rd", database: "new b"))
    let user = new.place.replacing("Ödi/n@", with: "root@")
    #expect(user.replacing("new b", with: database) == old.place)
    #expect(!new.url.contains("old"))
    #expect(new.isLocal == old.isLocal)
  }

  @Test(arguments: [
    "", "x", "mysql://a/b", "postgresql://a:Secret1@b/c?colour=red",
    "postgresql://a:Secret1@b:port/c%zz",
    "postgresql://a:Se/Secret1@b/c", "postgresql://a:S@Secret1@b/c",
    "postgresql://a:Secret1#@b:x/c",
  ])
  func otherTextsAreRefusedWithoutThePassword(url: String) {
    let error = #expect(throws: PostgresError.self) { try PostgresAddress(url) }
    #expect(error?.message.contains("Secret1") == false)
  }
}
