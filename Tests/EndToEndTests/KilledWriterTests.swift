import FilmzTestSupport
import Glibc
import Testing

/// Scripts that are killed in mid-work: what was confirmed is there, and the file is sound.
struct KilledWriterTests {
  private static let jsonl = ["--offline", "--format", "jsonl"]
  /// So many that none of the scripts ends before it is killed, however late that is noticed.
  private static let films = Array(0..<900)

  @Test func whatWasConfirmedIsThereAndNothingIsHalf() async throws {
    try await FilmzProcess.with { filmz in
      var steps = 0
      for round in 0..<7 {
        let wanted = round == 0 ? 0 : Int.random(in: 1...120)
        let confirmed = try await Self.kill(filmz, in: round, after: wanted)
        let isThere = filmz.folder.exists("home/data/collection.sqlite")
        #expect(isThere || round == 0)
        if isThere { #expect(try filmz.integrity() == ["ok"], "killed after \(wanted)") }
        let present = try await Self.present(filmz, in: round)
        #expect((confirmed...confirmed + 1).contains(present.count), "killed after \(wanted)")
        #expect(present == Self.films.prefix(present.count).map { Self.id(round, $0) })
        #expect(present.count < Self.films.count, "the script had ended before it was killed")
        steps += present.count
        #expect(try await filmz.answer(to: "log").array.count == steps)
        steps += try await Self.expectToGoOn(filmz, in: round)
      }
      let undone = try await filmz.run("--offline", "undo", "\(steps)")
      #expect(undone.isSilentSuccess, "\(undone.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test(arguments: ["", "/collection.sqlite", "/collection.sqlite-wal", "/backups"])
  func aProgramThatIsKilledWhileItMakesTheFileLeavesNoHalfOne(file: String) async throws {
    try await FilmzProcess.with { filmz in
      let process = try filmz.openPipes(Self.jsonl)
      try await process.send("rate tt9300000 7\n")
      for _ in 1...60_000 where !filmz.folder.exists("home/data" + file) {
        guard try await process.lines(atLeast: 1, within: .milliseconds(1)).isEmpty else { break }
      }
      try await process.kill()
      let films = try await filmz.answer(to: "rate tt9300001 8; ls").each("id")
      #expect(films.first == "tt9300001")
      #expect((process.lines.count + 1...2).contains(films.count))
      #expect(try filmz.integrity() == ["ok"])
      let steps = try await filmz.answer(to: "log").array.count
      #expect(steps == films.count)
    }
  }

  @Test func undoingThatIsKilledHasDoneAllOrNothing() async throws {
    try await FilmzProcess.with { filmz in
      let script = (0..<220).map { "rate \(Self.id(0, $0)) 7" }.joined(separator: "\n")
      #expect(try await filmz.run(Self.jsonl, script: script).status == 0)
      // How long it takes here and now, so that the kills fall into it.
      let first = try await Self.undoing(filmz)
      let whole = try await ContinuousClock().measure {
        _ = try await first.lines(atLeast: 2)
      }
      #expect(first.lines.count > 1)
      try await first.kill()
      for round in 0..<6 {
        _ = try await filmz.run("--offline", "redo", "200")
        #expect(try await filmz.answer(to: "ls").array.count == 220)
        let process = try await Self.undoing(filmz)
        let patience = round == 0 ? 0 : Double.random(in: 0...1)
        let lines = try await process.lines(atLeast: 2, within: whole * patience)
        try await process.kill()
        #expect(try filmz.integrity() == ["ok"])
        let left = try await filmz.answer(to: "ls").array.count
        #expect(left == 220 || left == 20, "killed after \(patience) of \(whole)")
        if lines.count > 1 { #expect(left == 20) }
        let undone = try await filmz.answer(to: "log").array.count { $0["undone"] == true }
        #expect(undone == 220 - left)
      }
    }
  }

  // MARK: - Killing

  private static func id(_ round: Int, _ film: Int) -> String {
    "tt\(9_300_000 + round * 1000 + film)"
  }

  /// Kills a script of this round once so many of its changes are confirmed; how many were at its
  /// end.
  private static func kill(_ filmz: FilmzProcess, in round: Int, after count: Int) async throws
    -> Int
  {
    let process = try filmz.openPipes(jsonl)
    let lines = films.map { "rate \(id(round, $0)) \($0 % 11)\n" }
    try await process.send(lines.joined())
    let seen = try await process.lines(atLeast: count)
    #expect(seen.count >= count)
    try await process.kill()
    let rows = try JSON.documents(in: process.lines.joined(separator: "\n"))
    #expect(rows.map { $0["id"]?.string } == films.prefix(rows.count).map { id(round, $0) })
    #expect(
      rows.map { $0["myRating"] } == films.prefix(rows.count).map { .number(Double($0 % 11)) })
    return rows.count
  }

  /// The films of this round that are in the collection, in their order.
  private static func present(_ filmz: FilmzProcess, in round: Int) async throws -> [String] {
    let ids = try await filmz.answer(to: "ls --sort added").each("id").compactMap { $0?.string }
    return ids.filter { $0.hasPrefix("tt\(9_300 + round)") }
  }

  /// The program undoes and changes as if nothing had been; how many steps this left.
  private static func expectToGoOn(_ filmz: FilmzProcess, in round: Int) async throws -> Int {
    let id = id(round, 999)
    let rows = try await filmz.answer(to: "add \(id); rate \(id) 9; undo; ls --rating 9")
    #expect(!rows.each("id").contains(.string(id)))
    _ = try await filmz.answer(to: "redo; undo 2; redo")
    #expect(try await filmz.answer(to: "ls").each("id").contains(.string(id)))
    _ = try await filmz.answer(to: "undo")
    let log = try await filmz.answer(to: "log --limit 2")
    #expect(log.each("undone") == [true, true])
    _ = try await filmz.answer(to: "redo 2")
    return 2
  }

  /// A program that was seen to work, and has `undo 200` before it; its end is a line too.
  private static func undoing(_ filmz: FilmzProcess) async throws -> PipedProcess {
    let process = try filmz.openPipes(jsonl)
    try await process.send("ls --limit 1\n")
    #expect(try await process.lines(atLeast: 1).count == 1)
    try await process.send("undo 200\n")
    return process
  }
}
