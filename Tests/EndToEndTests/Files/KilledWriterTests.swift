import FilmzTestSupport
import Glibc
import Testing

/// Scripts that are killed while they run: confirmed changes are stored, and the file is intact.
@Suite(.processes)
struct KilledWriterTests {
  private static let jsonlOptions = ["--offline", "--format", "jsonl"]
  /// The numbers of the films of a script, so many that no script ends before it is killed.
  private static let films = Array(0..<900)

  @Test func confirmedChangesAreStoredCompletely() async throws {
    try await FilmzProcess.with { filmz in
      var steps = 0
      for round in 0..<7 {
        let confirmationCount = round == 0 ? 0 : Int.random(in: 1...120)
        let confirmedCount = try await Self.kill(filmz, in: round, after: confirmationCount)
        let collectionExists = filmz.folder.exists("home/data/collection.sqlite")
        #expect(collectionExists || round == 0)
        if collectionExists {
          #expect(try filmz.integrityCheck() == ["ok"], "killed after \(confirmationCount)")
        }
        let presentFilms = try await Self.filmsInCollection(filmz, in: round)
        #expect(
          (confirmedCount...confirmedCount + 1).contains(presentFilms.count),
          "killed after \(confirmationCount)")
        #expect(presentFilms == Self.films.prefix(presentFilms.count).map { Self.id(round, $0) })
        #expect(presentFilms.count < Self.films.count, "the script had ended before it was killed")
        steps += presentFilms.count
        #expect(try await filmz.answer(to: "log").array.count == steps)
        steps += try await Self.expectFurtherChanges(filmz, in: round)
      }
      let undone = try await filmz.run("--offline", "undo", "\(steps)")
      #expect(undone.isSilentSuccess, "\(undone.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test(arguments: ["", "/collection.sqlite", "/collection.sqlite-wal", "/backups"])
  func processKilledWhileCreatingTheFileLeavesItIntact(file: String) async throws {
    try await FilmzProcess.with { filmz in
      let process = try filmz.openPipes(Self.jsonlOptions)
      try await process.send("rate tt9300000 7\n")
      for _ in 1...60_000 where !filmz.folder.exists("home/data" + file) {
        guard try await process.lines(atLeast: 1, within: .milliseconds(1)).isEmpty else { break }
      }
      try await process.kill()
      let films = try await filmz.answer(to: "rate tt9300001 8; ls").each("id")
      #expect(films.first == "tt9300001")
      #expect((process.lines.count + 1...2).contains(films.count))
      #expect(try filmz.integrityCheck() == ["ok"])
      let steps = try await filmz.answer(to: "log").array.count
      #expect(steps == films.count)
    }
  }

  @Test func killedUndoIsCompleteOrHasNoEffect() async throws {
    try await FilmzProcess.with { filmz in
      let script = (0..<220).map { "rate \(Self.id(0, $0)) 7" }.joined(separator: "\n")
      #expect(try await filmz.run(Self.jsonlOptions, script: script).status == 0)
      // The duration of an undo on this computer, so that the kills happen during an undo.
      let first = try await Self.startUndo(filmz)
      let undoDuration = try await ContinuousClock().measure {
        _ = try await first.lines(atLeast: 2)
      }
      #expect(first.lines.count > 1)
      try await first.kill()
      for round in 0..<6 {
        _ = try await filmz.run("--offline", "redo", "200")
        #expect(try await filmz.answer(to: "ls").array.count == 220)
        let process = try await Self.startUndo(filmz)
        let fraction = round == 0 ? 0 : Double.random(in: 0...1)
        let lines = try await process.lines(atLeast: 2, within: undoDuration * fraction)
        try await process.kill()
        #expect(try filmz.integrityCheck() == ["ok"])
        let filmCount = try await filmz.answer(to: "ls").array.count
        #expect(filmCount == 220 || filmCount == 20, "killed after \(fraction) of \(undoDuration)")
        if lines.count > 1 { #expect(filmCount == 20) }
        let undone = try await filmz.answer(to: "log").array.count { $0["undone"] == true }
        #expect(undone == 220 - filmCount)
      }
    }
  }

  // MARK: - Killing

  private static func id(_ round: Int, _ film: Int) -> String {
    "tt\(9_300_000 + round * 1000 + film)"
  }

  /// Kills the script of a round once `count` changes are confirmed.
  ///
  /// Returns the number of changes that were confirmed when it ended.
  private static func kill(_ filmz: FilmzProcess, in round: Int, after count: Int) async throws
    -> Int
  {
    let process = try filmz.openPipes(jsonlOptions)
    let commands = films.map { "rate \(id(round, $0)) \($0 % 11)\n" }
    try await process.send(commands.joined())
    let lines = try await process.lines(atLeast: count)
    #expect(lines.count >= count)
    try await process.kill()
    let rows = try JSON.documents(in: process.lines.joined(separator: "\n"))
    #expect(rows.map { $0["id"]?.string } == films.prefix(rows.count).map { id(round, $0) })
    #expect(
      rows.map { $0["myRating"] } == films.prefix(rows.count).map { .number(Double($0 % 11)) })
    return rows.count
  }

  /// Returns the films of a round that are in the collection, in the order of their addition.
  private static func filmsInCollection(_ filmz: FilmzProcess, in round: Int) async throws
    -> [String]
  {
    let ids = try await filmz.answer(to: "ls --sort added").each("id").compactMap { $0?.string }
    return ids.filter { $0.hasPrefix("tt\(9_300 + round)") }
  }

  /// Expects that changes, undo and redo work, and returns the number of steps that this adds.
  private static func expectFurtherChanges(_ filmz: FilmzProcess, in round: Int) async throws -> Int {
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

  /// Starts a process, waits for its first line of output, and sends `undo 200 --yes`.
  ///
  /// The undo is complete when a second line is printed.
  private static func startUndo(_ filmz: FilmzProcess) async throws -> PipedProcess {
    let process = try filmz.openPipes(jsonlOptions)
    try await process.send("ls --limit 1\n")
    #expect(try await process.lines(atLeast: 1).count == 1)
    try await process.send("undo 200 --yes\n")
    return process
  }
}
