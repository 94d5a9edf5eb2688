import FilmzTestSupport
import Testing

/// Eight processes that concurrently change their own films and shared films in one collection.
@Suite(.processes)
struct ConcurrentWritersTests {
  private static let writers = Array(0..<8)
  private static let rounds = Array(0..<5)
  private static let sharedRatedFilm = "tt0068646"
  private static let sharedNotedFilm = "tt0071562"
  private static let sharedWatchedFilm = "tt0099674"
  private static let commandCount = writers.count * rounds.count * 7

  @Test func noChangeIsLostAndAllCanBeUndone() async throws {
    try await FilmzProcess.with { filmz in
      let results = try await Self.runWriters(filmz)
      for (writer, result) in zip(Self.writers, results) {
        try Self.expectConfirmed(result, by: writer)
      }
      try await Self.expectAllChanges(filmz)
      let log = try await filmz.answer(to: "log")
      #expect(log.array.count == Self.commandCount)
      #expect(Set(log.each("command").compactMap { $0?.string }).count == Self.commandCount)
      let fullList = try await filmz.answer(to: "ls")
      let undone = try await filmz.run("--offline", "undo", "\(Self.commandCount)")
      #expect(undone.isSilentSuccess, "\(undone.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
      _ = try await filmz.answer(to: "redo \(Self.commandCount)")
      #expect(try await filmz.answer(to: "ls") == fullList)
      #expect(try filmz.integrityCheck() == ["ok"])
    }
  }

  @Test func concurrentListsAndUndosDoNotInterfere() async throws {
    try await FilmzProcess.with { filmz in
      async let lists = Self.listRepeatedly(filmz)
      async let reversals = Self.undoAndRedo(filmz)
      for result in try await Self.runWriters(filmz) {
        #expect(result.status == 0 && Self.hasOnlyWarnings(result), "\(result.stderr)")
        #expect(try result.documents.count == Self.rounds.count * 7)
      }
      for list in try await lists { Self.expectNoDuplicates(list) }
      for line in try await reversals.errorLines {
        #expect(line.contains(/^command \d+: Nothing to (un|re)do$/))
      }
      let log = try await filmz.answer(to: "log").array
      #expect(log.count == Self.commandCount)
      let appliedStepCount = log.count { $0["undone"] == false }
      _ = try await filmz.answer(to: "undo \(appliedStepCount)")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.run("--offline", "undo").errorLines == ["filmz: Nothing to undo"])
      #expect(try filmz.integrityCheck() == ["ok"])
    }
  }

  @Test func filmAddedConcurrentlyIsAddedOnce() async throws {
    try await FilmzProcess.with { filmz in
      let results = try await Self.runConcurrently(
        Self.writers.map { _ in "add \(Self.sharedRatedFilm)" }, filmz)
      #expect(results.count { $0.status == 0 && $0.stderr == "" } == 1)
      let failures = results.filter { $0.status == 1 }
      #expect(failures.count == 7)
      for result in failures {
        #expect(result.stdout == "")
        #expect(result.errorLines == ["line 1: The Godfather is already in your collection"])
      }
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.sharedRatedFilm)])
      #expect(try await filmz.answer(to: "log").array.count == 1)
    }
  }

  // MARK: - Commands

  /// Returns a script with seven commands per round.
  ///
  /// Each command changes the collection, in whatever order the commands of all writers are run.
  private static func script(of writer: Int) -> String {
    rounds.map { round in
      """
      add \(ownFilm(writer, round)) --rating 5
      rate \(ownFilm(writer, round)) 7.\(round)
      note \(ownFilm(writer, round)) "\(writer) in \(round)"
      watched \(ownFilm(writer, round)) --on 20\(10 + round)
      rate \(sharedRatedFilm) \(uniqueRating(writer, round))
      note \(sharedNotedFilm) "\(writer) in \(round)"
      watched \(sharedWatchedFilm) --on 19\(10 + writer) --note "\(writer) in \(round)"
      """
    }.joined(separator: "\n")
  }

  private static func ownFilm(_ writer: Int, _ round: Int) -> String { "tt92\(writer)000\(round)" }

  /// Returns whether nothing was printed to stderr except that the catalog does not have the own films.
  private static func hasOnlyWarnings(_ result: ProcessResult) -> Bool {
    result.errorLines.allSatisfy { $0.contains(": nothing is known about tt92") }
  }

  /// Returns a rating that no other round of any writer uses.
  private static func uniqueRating(_ writer: Int, _ round: Int) -> Double {
    Double(writer * 10 + round + 1) / 10
  }

  private static func runWriters(_ filmz: FilmzProcess) async throws -> [ProcessResult] {
    try await runConcurrently(writers.map(script), filmz)
  }

  /// Runs scripts concurrently, and returns the results in the order of the scripts.
  private static func runConcurrently(_ scripts: [String], _ filmz: FilmzProcess) async throws
    -> [ProcessResult]
  {
    try await withThrowingTaskGroup(of: (Int, ProcessResult).self) { group in
      for (index, script) in scripts.enumerated() {
        group.addTask {
          let options = ["--offline", "--format", "jsonl"]
          return (index, try await filmz.run(options, script: script, timeout: .seconds(180)))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private static func listRepeatedly(_ filmz: FilmzProcess) async throws -> [ProcessResult] {
    var results: [ProcessResult] = []
    for _ in 0..<8 { results.append(try await filmz.run("--offline", "--format", "json", "ls")) }
    return results
  }

  private static func undoAndRedo(_ filmz: FilmzProcess) async throws -> ProcessResult {
    let line = Array(repeating: "undo; redo; undo", count: 12).joined(separator: "; ")
    return try await filmz.run("--offline", "-c", line)
  }

  // MARK: - Checks

  /// Expects that every command printed the film with the changes it made.
  private static func expectConfirmed(_ result: ProcessResult, by writer: Int) throws {
    #expect(result.status == 0 && hasOnlyWarnings(result), "\(result.stderr)")
    let rows = try result.documents
    try #require(rows.count == rounds.count * 7)
    for round in rounds {
      let row = rows[(round * 7)..<(round * 7 + 7)].map(\.self)
      #expect(row[0]["myRating"] == 5 && row[0]["id"] == .string(ownFilm(writer, round)))
      #expect(row[1]["myRating"] == .number(7 + Double(round) / 10))
      #expect(row[3]["dateWatched"] == .string("20\(10 + round)"))
      #expect(row[4]["myRating"] == .number(uniqueRating(writer, round)))
      #expect(row[6]["watched"] == true)
    }
  }

  /// Expects all changes to the writers' own films, and all viewings of the shared film.
  ///
  /// The rating and the note of the other shared films are those of any writer's last round.
  private static func expectAllChanges(_ filmz: FilmzProcess) async throws {
    let rows = try await filmz.answer(to: "ls").array
    #expect(rows.count == writers.count * rounds.count + 3)
    let byID = Dictionary(rows.map { ($0["id"]?.string ?? "", $0) }) { first, _ in first }
    let file = filmz.collectionFile
    for writer in writers {
      for round in rounds {
        let row = byID[ownFilm(writer, round)]
        #expect(row?["myRating"] == .number(7 + Double(round) / 10))
        #expect(row?["dateWatched"] == .string("20\(10 + round)"))
        let note = try file.queryFirstColumn(
          "SELECT notes FROM entry WHERE id = '\(ownFilm(writer, round))'")
        #expect(note == ["\(writer) in \(round)"])
      }
    }
    let last = rounds.count - 1
    let ratings = Set(writers.map { JSON.number(uniqueRating($0, last)) })
    let rating = try #require(byID[sharedRatedFilm]?["myRating"])
    #expect(ratings.contains(rating))
    let note = try await filmz.answer(to: "show \(sharedNotedFilm)")["notes"]?.string
    #expect(writers.map { "\($0) in \(last)" }.contains(note))
    let viewings = try await filmz.answer(to: "show \(sharedWatchedFilm)")["viewings"]
    let notes = Set(try #require(viewings).each("note").compactMap { $0?.string })
    #expect(notes == Set(writers.flatMap { writer in rounds.map { "\(writer) in \($0)" } }))
    #expect(viewings?.array.count == writers.count * rounds.count)
  }

  /// Expects that a list made during the changes contains no film twice.
  private static func expectNoDuplicates(_ result: ProcessResult) {
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    let ids = (try? result.json)?.each("id").compactMap { $0?.string }
    #expect(ids.map { Set($0).count == $0.count } == true)
  }
}
