import FilmzTestSupport
import Testing

/// Eight programs that change one collection at once, films of their own and the same ones.
struct EightWritersTests {
  private static let writers = Array(0..<8)
  private static let rounds = Array(0..<5)
  private static let rated = "tt0068646"
  private static let noted = "tt0071562"
  private static let seen = "tt0099674"
  private static let commandsOfAll = writers.count * rounds.count * 7

  @Test func nothingIsLostAndAllOfItCanBeTakenBack() async throws {
    try await FilmzProcess.with { filmz in
      let results = try await Self.write(filmz)
      for (writer, result) in zip(Self.writers, results) {
        try Self.expectConfirmed(result, by: writer)
      }
      try await Self.expectEverything(filmz)
      let log = try await filmz.answer(to: "log")
      #expect(log.array.count == Self.commandsOfAll)
      #expect(Set(log.each("command").compactMap { $0?.string }).count == Self.commandsOfAll)
      let full = try await filmz.answer(to: "ls")
      let undone = try await filmz.run("--offline", "undo", "\(Self.commandsOfAll)")
      #expect(undone.isSilentSuccess, "\(undone.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
      _ = try await filmz.answer(to: "redo \(Self.commandsOfAll)")
      #expect(try await filmz.answer(to: "ls") == full)
      #expect(try filmz.integrity() == ["ok"])
    }
  }

  @Test func whoListsAndTakesBackMeanwhileDisturbsNobody() async throws {
    try await FilmzProcess.with { filmz in
      async let lists = Self.list(filmz)
      async let reversals = Self.reverse(filmz)
      for result in try await Self.write(filmz) {
        #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
        #expect(try result.documents.count == Self.rounds.count * 7)
      }
      for list in try await lists { Self.expectSound(list) }
      for line in try await reversals.errorLines {
        #expect(line.contains(/^command \d+: Nothing to (un|re)do$/))
      }
      let log = try await filmz.answer(to: "log").array
      #expect(log.count == Self.commandsOfAll)
      let standing = log.count { $0["undone"] == false }
      _ = try await filmz.answer(to: "undo \(standing)")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.run("--offline", "undo").errorLines == ["filmz: Nothing to undo"])
      #expect(try filmz.integrity() == ["ok"])
    }
  }

  @Test func aFilmThatEightAddAtOnceComesInOnce() async throws {
    try await FilmzProcess.with { filmz in
      let results = try await Self.atOnce(Self.writers.map { _ in "add \(Self.rated)" }, filmz)
      #expect(results.count { $0.status == 0 && $0.stderr == "" } == 1)
      let refused = results.filter { $0.status == 1 }
      #expect(refused.count == 7)
      for result in refused {
        #expect(result.stdout == "")
        #expect(result.errorLines == ["line 1: The Godfather is already in your collection"])
      }
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(Self.rated)])
      #expect(try await filmz.answer(to: "log").array.count == 1)
    }
  }

  // MARK: - What they do

  /// Seven commands a round; none of them leaves things as they are, in whatever order they come.
  private static func script(of writer: Int) -> String {
    rounds.map { round in
      """
      add \(own(writer, round)) --rating 5
      rate \(own(writer, round)) 7.\(round)
      note \(own(writer, round)) "\(writer) in \(round)"
      watched \(own(writer, round)) --on 20\(10 + round)
      rate \(rated) \(mark(writer, round))
      note \(noted) "\(writer) in \(round)"
      watched \(seen) --on 19\(10 + writer) --note "\(writer) in \(round)"
      """
    }.joined(separator: "\n")
  }

  private static func own(_ writer: Int, _ round: Int) -> String { "tt92\(writer)000\(round)" }

  /// A rating that nobody else gives.
  private static func mark(_ writer: Int, _ round: Int) -> Double {
    Double(writer * 10 + round + 1) / 10
  }

  private static func write(_ filmz: FilmzProcess) async throws -> [ProcessResult] {
    try await atOnce(writers.map(script), filmz)
  }

  /// Runs scripts, all at once; the results in the order of the scripts.
  private static func atOnce(_ scripts: [String], _ filmz: FilmzProcess) async throws
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

  private static func list(_ filmz: FilmzProcess) async throws -> [ProcessResult] {
    var results: [ProcessResult] = []
    for _ in 0..<8 { results.append(try await filmz.run("--offline", "--format", "json", "ls")) }
    return results
  }

  private static func reverse(_ filmz: FilmzProcess) async throws -> ProcessResult {
    let line = Array(repeating: "undo; redo; undo", count: 12).joined(separator: "; ")
    return try await filmz.run("--offline", "-c", line)
  }

  // MARK: - What comes of it

  /// Every command was answered with the film as it left it.
  private static func expectConfirmed(_ result: ProcessResult, by writer: Int) throws {
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    let rows = try result.documents
    try #require(rows.count == rounds.count * 7)
    for round in rounds {
      let row = rows[(round * 7)..<(round * 7 + 7)].map(\.self)
      #expect(row[0]["myRating"] == 5 && row[0]["id"] == .string(own(writer, round)))
      #expect(row[1]["myRating"] == .number(7 + Double(round) / 10))
      #expect(row[3]["dateWatched"] == .string("20\(10 + round)"))
      #expect(row[4]["myRating"] == .number(mark(writer, round)))
      #expect(row[6]["watched"] == true)
    }
  }

  /// What was done to films of their own stands; of the same films every viewing does, and the last
  /// word of somebody.
  private static func expectEverything(_ filmz: FilmzProcess) async throws {
    let rows = try await filmz.answer(to: "ls").array
    #expect(rows.count == writers.count * rounds.count + 3)
    let byID = Dictionary(rows.map { ($0["id"]?.string ?? "", $0) }) { first, _ in first }
    let file = filmz.collectionFile
    for writer in writers {
      for round in rounds {
        let row = byID[own(writer, round)]
        #expect(row?["myRating"] == .number(7 + Double(round) / 10))
        #expect(row?["dateWatched"] == .string("20\(10 + round)"))
        let note = try file.texts("SELECT notes FROM entry WHERE id = '\(own(writer, round))'")
        #expect(note == ["\(writer) in \(round)"])
      }
    }
    let last = rounds.count - 1
    let ratings = Set(writers.map { JSON.number(mark($0, last)) })
    let rating = try #require(byID[rated]?["myRating"])
    #expect(ratings.contains(rating))
    let note = try await filmz.answer(to: "show \(noted)")["notes"]?.string
    #expect(writers.map { "\($0) in \(last)" }.contains(note))
    let viewings = try await filmz.answer(to: "show \(seen)")["viewings"]
    let notes = Set(try #require(viewings).each("note").compactMap { $0?.string })
    #expect(notes == Set(writers.flatMap { writer in rounds.map { "\(writer) in \($0)" } }))
    #expect(viewings?.array.count == writers.count * rounds.count)
  }

  /// A list that was made while others wrote is one state of the collection.
  private static func expectSound(_ result: ProcessResult) {
    #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
    let ids = (try? result.json)?.each("id").compactMap { $0?.string }
    #expect(ids.map { Set($0).count == $0.count } == true)
  }
}
