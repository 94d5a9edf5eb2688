import FilmzCommands
import Testing

struct HistoryFilterTests {
  @Test(arguments: [
    "ls", "search godfather", "note . \"great\"", "#x", "config set page.size 20", "千と千尋",
    "config set omdb.baseURL http://x/", "search token", "note . \"a token of love\"",
    "history key",
    "config get omdb.apiKey", "config unset omdb.apiKey", "config", "config ls", "config set",
    "config set omdb.apiKey",
    "search config set", "search eyjafjallajökull",
    "config set cache.days 5; ls", "conf path", "collections set x y",
    "config set alias.w \"ls --unwatched\"", "config set alias.w ls",
    "catalog update --from https://host/a?b=c@d", "note . \"see http://x @home\"", "search a@b.org",
  ])
  func linesWithoutKeysAreStored(line: String) {
    #expect(HistoryFilter.stores(line, secrets: ["s3cr3tkey", ""]))
  }

  @Test(arguments: [
    "", " ", " ls", "\tls", "\u{3000}ls", "config set omdb.apiKey abc",
    "CONFIG SET OMDB.APIKEY abc", "config set tmdb.token abc", "search x; config set omdb.apikey y",
    "con set omdb.apiKey abc", "co se tmdb.token abc", "config s tmdb.token abc",
    "config set \"omdb.apiKey\" \"abc\"", "config set omdb-key SECRET", "config set key SECRET",
    "config set omdb.apiKey - abc", "config set omdb.apiKey=abc", "config set omdb.apiKey -",
    "config set SECRET", "config set alias.key \"!OMDB_API_KEY=abc x\"", "config set alias. abc",
    "key abcd1234", "confg set omdb.key abcd1234", "cnfig set x abcd1234", "apikey abcd1234",
    "set omdb.apiKey abc", "confg set tmdb.token abc", "config omdb.key abc", "ls;config set k abc",
    "!OMDB_API_KEY=abc filmz", "!export TMDB_API_TOKEN=abc", "search http://x/?i=tt1&apikey=abc",
    "config set omdb.baseURL http://x/?apikey=abc", "!curl -H 'Authorization: Bearer abc' x",
    "catalog update --from https://u:p@host", "!curl 'https://u:p@host/x'", "ls; show http://u@h",
    "!psql 'host=h password=abc'", "!curl https://h/?access_token=abc",
    "search eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2ln", "x='eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0'",
    "search s3cr3tkey", "note . 'the key is s3cr3tkey!'",
  ])
  func linesWithLeadingSpaceOrKeyAreNotStored(line: String) {
    #expect(!HistoryFilter.stores(line, secrets: ["s3cr3tkey"]))
  }

  @Test(arguments: [
    "2468", "24 68", "2468;", "ls; 123456789012", "kids off 2468", "KIDS ON --pin 2468",
    "kids on --pin=2468", "ki off 2468", "kid off \"2468\"", "pin 2468", "kids 2468",
  ])
  func linesThatMayContainThePINAreNotStored(line: String) {
    #expect(!HistoryFilter.stores(line, hasPIN: true))
  }

  @Test(arguments: [
    "123", "1234567890123", "rate 1 8", "search 2468", "show 2468", "kids on", "kids on --pin",
    "kids off", "pin up girls", "title:1917", "ls 1917", "show 1-4,7", "config set kids.ratings G",
  ])
  func otherLinesAreStoredIfThereIsAPIN(line: String) {
    #expect(HistoryFilter.stores(line, hasPIN: true))
  }

  @Test func numbersAreStoredIfThereIsNoPIN() {
    #expect(HistoryFilter.stores("1917") && HistoryFilter.stores("ls; 2468"))
    #expect(!HistoryFilter.stores("kids off 2468"))
  }

  @Test func linesThatAskForAPINAreRecognized() {
    for line in ["kids on --pin", "KI ON --pin 5678", "ls; kids off --pin=1"] {
      #expect(HistoryFilter.asksForPIN(line), "\(line)")
    }
    for line in ["kids on", "kids off", "note . --pin", "k --pin", "search kids --pin"] {
      #expect(!HistoryFilter.asksForPIN(line), "\(line)")
    }
  }

  @Test func shortSecretsAreNotMatched() {
    #expect(HistoryFilter.stores("search abc", secrets: ["abc", "b"]))
  }
}
