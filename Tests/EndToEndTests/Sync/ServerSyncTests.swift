import FilmzTestSupport
import Foundation
import Testing

/// Sync through a PostgreSQL server (contract, PostgreSQL).
@Suite(.enabled(if: PostgresServer.isInstalled), .processes)
struct ServerSyncTests {
  @Test func homesOfOneMemberBecomeAlike() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.script("one", "add heat --rating 8\nadd alien\nlist add Noir heat --create")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      try await homes.script("two", "rate alien 7\nwatched heat --on 2024-05-01\ntag heat crime")
      try await homes.script("one", "note alien \"in space\"\nadd metropolis")
      try await homes.expectAlike(["one", "two"])
      #expect(try await homes.answer("one", "ls --sort name").each("myRating") == [7, 8, .null])
      let status = try await homes.answer("two", "sync status")
      #expect(status["state"] == "synced" && status["peers"]?.each("name") == ["one"])
      #expect(status["where"]?.string?.hasPrefix("postgresql://ada_filmz") == true)
      #expect(try await homes.sync("one")["sent"] == 0)
    }
  }

  @Test func changeThatIsLargerThanARowArrives() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.script("one", "add heat")
      // Random digits are not compressed much.
      let text = (0..<9000).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
      try homes.filmz.folder.write(text, to: "note.txt")
      try await homes.script("one", "note heat \"\(text.prefix(60_000))\"")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      try await homes.expectAlike(["one", "two"])
      let note = try await homes.answer("two", "show heat")["notes"]?.string
      #expect(note?.count == 60_000)
    }
  }

  @Test func otherKeyIsRefusedBeforeAnythingIsWritten() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      let url = try #require(homes.members["ada"])
      try await homes.script("one", "add heat")
      try await homes.setUp("one", as: "ada")
      let asked = try await homes.run("two", ["sync", "setup", "postgres", url])
      #expect(asked.status == 1 && asked.stderr.contains("whose key is needed"))
      try FileManager.default.createDirectory(
        at: homes.filmz.folder.url(of: "folder"), withIntermediateDirectories: false)
      let other = try await homes.run("three", ["sync", "setup", "folder", "folder"])
      #expect(other.status == 0)
      try homes.filmz.folder.write(
        try await homes.run("three", ["sync", "key"]).stdout, to: "other")
      let wrong = try await homes.run("two", ["sync", "setup", "postgres", url, "--key", "other"])
      #expect(wrong.status == 1 && wrong.stderr.contains("have another key"))
      let files = try homes.server.psql(
        homes.administrator, "SELECT count(DISTINCT installation) FROM filmz.segment")
      #expect(files.output == ["1"])
      #expect(try await homes.answer("two", "sync status")["state"] == "off")
    }
  }

  @Test func rowOfTheEarlierVersionIsNamedAndStays() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      let url = try #require(homes.members["ada"])
      try homes.filmz.folder.write(EarlierSyncFile.key, to: "key-ada")
      try await homes.setUp("one", as: "ada")
      let insertion = """
        INSERT INTO filmz.segment (installation, number, piece, pieces, body)
        VALUES ('\(EarlierSyncFile.installation)', 1, 1, 1, decode('\(EarlierSyncFile.base64)', 'base64'))
        """
      #expect(try homes.server.psql(url, insertion).errors.isEmpty)
      let rows = "SELECT installation, number, md5(body) FROM filmz.segment ORDER BY 1, 2"
      let before = try homes.server.psql(url, rows).output
      try await homes.script("one", "add heat")
      let refused = try await homes.run("one", ["sync"])
      #expect(refused.status == 1 && refused.stderr.contains(EarlierSyncFile.name))
      #expect(refused.stderr.contains("`sync key set`"), "\(refused.stderr)")
      #expect(try homes.server.psql(url, rows).output == before)
      let machine = String(EarlierSyncFile.installation.prefix(8))
      #expect(try await homes.run("one", ["sync", "forget", machine]).status == 0)
      #expect(try await homes.sync("one")["sent"] != 0)
    }
  }

  @Test func membersDoNotSeeEachOther() async throws {
    try await ServerHomes.with(["ada", "ben"]) { homes in
      try await homes.script("one", "add heat")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ben")
      let result = try await homes.sync("two")
      #expect(result["received"] == 0)
      #expect(try await homes.answer("two", "ls").array.isEmpty)
      #expect(try await homes.answer("two", "sync status")["peers"]?.array.isEmpty == true)
    }
  }

  @Test func removedFilesAreSentAgainByOthers() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.script("one", "add heat")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      #expect(try await homes.run("one", ["--yes", "sync", "off", "--remove"]).status == 0)
      #expect(try await homes.sync("two")["sent"] != 0)
      try await homes.setUp("three", as: "ada")
      try await homes.expectAlike(["two", "three"])
    }
  }

  @Test func passwordIsOnlyInTheSettingsFile() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      let url = try #require(homes.members["ada"])
      let password = try #require(url.split(separator: ":")[2].split(separator: "@").first)
      try await homes.setUp("one", as: "ada")
      let wrong = url.replacing(password, with: "wrong-Secret1")
      for words in [
        ["sync"], ["sync", "status"], ["sync", "status", "--format", "json"], ["doctor"],
        ["sync", "setup", "postgres", wrong],
        ["sync", "setup", "postgres", url + "?x=\(password)"],
        ["--verbose", "sync"], ["config"],
      ] {
        let result = try await homes.run("one", words)
        for secret in [String(password), "wrong-Secret1"] {
          #expect(!(result.stdout + result.stderr).contains(secret), "\(words)")
        }
      }
      let folder = homes.filmz.folder.url(of: "one")
      let files = try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      var found: [String] = []
      for case let file as URL in files {
        guard let data = try? Data(contentsOf: file) else { continue }
        if data.range(of: Data(password.utf8)) != nil { found.append(file.lastPathComponent) }
        #expect(data.range(of: Data("wrong-Secret1".utf8)) == nil, "\(file)")
      }
      #expect(found == ["sync.toml"])
    }
  }

  @Test(arguments: [
    ("foo", 64, "the address begins with postgresql://"),
    ("postgresql://ada@127.0.0.1:1/filmz", 69, "cannot be reached"),
    ("postgresql://ada@nothing.invalid/filmz", 69, "cannot be reached"),
    ("postgresql://ada:pa/ss@127.0.0.1/filmz", 64, "password as %2F"),
    ("postgresql://ada:p@ss@127.0.0.1/filmz", 64, "password as %2F"),
    ("postgresql://ada@127.0.0.1/filmz?colour=red", 64, "a part that libpq does not know"),
  ])
  func unusableAddressIsOneLine(url: String, status: Int32, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("sync", "setup", "postgres", url)
      #expect(result.status == status && result.stderr.contains(message), "\(result.stderr)")
      #expect(result.errorLines.count == 1)
    }
  }

  @Test func databaseWithoutSchemaIsTold() async throws {
    let server = try PostgresServer.shared.get()
    let url = try server.newDatabase()
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("sync", "setup", "postgres", url)
      #expect(result.status == 1 && result.stderr.contains("`sync setup postgres URL --create`"))
      let twice = ["sync", "setup", "postgres", url, "--create"]
      #expect(try await filmz.run(twice).status == 0)
      #expect(try await filmz.run(twice).status == 0)
      let bad = try await filmz.run(["sync", "setup", "postgres", url, "--member", "a\"b"])
      #expect(bad.status == 64 && bad.stderr.contains("cannot be the name of a member"))
    }
  }

  // MARK: - Faults

  @Test func serverThatGoesAwayAndComesBackLosesNothing() async throws {
    let server = try PostgresServer()
    defer { server.remove() }
    try await ServerHomes.with(["ada"], server: server) { homes in
      try await homes.script("one", "add heat")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      for round in 1...3 {
        try await homes.script("one", "rate heat \(round)")
        try server.stop()
        let result = try await homes.run("one", ["sync"])
        #expect(result.status == 69 && result.errorLines.count == 1, "\(result.stderr)")
        #expect(try await homes.answer("one", "sync status")["state"] == "unreachable")
        let status = try await homes.answer("two", "sync status")
        #expect(status["state"] == "unreachable" && status["kind"] == "server")
        #expect(status["peers"]?.each("name") == ["one"])
        #expect(status["peers"]?.each("state") == ["unreachable"])
        try server.start()
        try await homes.sync("one")
        try await homes.expectAlike(["one", "two"])
      }
      #expect(try await homes.answer("two", "ls").each("myRating") == [3])
      try await homes.script("one", "list add Noir heat --create")
      try server.stop()
      let publishing = try await homes.run("one", ["list", "publish", "Noir"])
      #expect(publishing.status == 69 && publishing.stderr.contains("cannot be reached"))
      try server.start()
    }
  }

  @Test func serverThatIsKilledInTheMiddleLosesNothing() async throws {
    let server = try PostgresServer()
    defer { server.remove() }
    try await ServerHomes.with(["ada"], server: server) { homes in
      let rows = (1...3000).map { "tt\(9_000_000 + $0),Film \($0),1999,7" }
      try homes.filmz.folder.write(
        "id,title,year,rating\n" + rows.joined(separator: "\n"), to: "films.csv")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      #expect(try await homes.run("one", ["import", "films.csv"]).status == 0)
      for _ in 1...3 {
        async let sync = homes.run("one", ["sync"])
        // As soon as some files have arrived; all of them may have, if this computer is slow.
        for _ in 1...100 where try fileCount(homes) < 4 {}
        try server.stop()
        _ = try await sync
        try server.start()
      }
      try await homes.expectAlike(["one", "two"])
      #expect(try await homes.answer("two", "stats")["total"] == 3000)
    }
  }

  @Test func killedSyncLosesNothing() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      let rows = (1...2000).map { "tt\(9_000_000 + $0),Film \($0),1999,7" }
      try homes.filmz.folder.write(
        "id,title,year,rating\n" + rows.joined(separator: "\n"), to: "films.csv")
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      #expect(try await homes.run("one", ["import", "films.csv"]).status == 0)
      for count in [3, 4, 5] {
        let process = try homes.filmz.openPipes(["--home", "one", "sync"])
        // A fast computer may have ended the sync by then.
        for _ in 1...60 where try fileCount(homes) < count {}
        try await process.kill()
      }
      try await homes.expectAlike(["one", "two"])
      #expect(try await homes.answer("two", "stats")["total"] == 2000)
    }
  }

  private func fileCount(_ homes: ServerHomes) throws -> Int {
    let sql = "SELECT count(DISTINCT (installation, number)) FROM filmz.segment"
    return try homes.server.psql(homes.administrator, sql).output.first.flatMap { Int($0) } ?? 0
  }

  @Test func memberWhoIsRemovedIsTold() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.script("one", "add heat")
      try await homes.setUp("one", as: "ada")
      let role = try #require(
        homes.members["ada"]?.split(separator: "/")[1].split(separator: ":").first)
      #expect(
        try homes.server.psql(homes.administrator, "REVOKE filmz_member FROM \"\(role)\"").errors
          .isEmpty)
      try await homes.script("one", "rate heat 9")
      let revoked = try await homes.run("one", ["sync"])
      #expect(revoked.status == 1 && revoked.stderr.contains("you are not a member"))
      #expect(try homes.server.psql(homes.administrator, "DROP ROLE \"\(role)\"").errors.isEmpty)
      let dropped = try await homes.run("one", ["sync"])
      #expect(dropped.status == 69 && dropped.stderr.contains("password authentication failed"))
      #expect(try await homes.answer("one", "ls").each("myRating") == [9])
    }
  }

  @Test(.timeLimit(.minutes(10))) func serverThatDoesNotAnswerIsTold() async throws {
    let handler: LoopbackServer.Handler = { _ in .stall }
    try await LoopbackServer.with(handler) { silent in
      try await FilmzProcess.with { filmz in
        let port = try #require(URL(string: silent.baseURL)?.port)
        let result = try await filmz.run(
          "sync", "setup", "postgres", "postgresql://ada@127.0.0.1:\(port)/x?sslmode=disable")
        #expect(
          result.status == 69 && result.stderr.contains("did not answer in time"),
          "\(result.stderr)")
      }
    }
  }

  // MARK: - Background

  @Test func changeReachesAnotherOpenShell() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      // Without notifications, nothing would come.
      try await homes.script("two", "config set sync.interval 3600")
      let (first, second) = (
        try await homes.filmz.openShell(["--home", "one"]),
        try await homes.filmz.openShell(["--home", "two"])
      )
      _ = try await first.answer(to: "add heat")
      let deadline = ContinuousClock.now + .seconds(300)
      while try await !second.answer(to: "ls").contains("Heat") {
        try #require(ContinuousClock.now < deadline)
      }
      #expect(try await first.quit() == 0)
      #expect(try await second.quit() == 0)
    }
  }
}
