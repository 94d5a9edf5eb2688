import FilmzDomain
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Films by title: 12 Angry Men, Heat, The Godfather, The Matrix.
struct SkippedFilmsTests {
  private static let file = "state/rating.json"
  private static let ids = ["tt0050083", "tt0113277", "tt0068646", "tt0133093"]

  @Test func skippedFilmsComeLastTheNextTimeTheOldestSkipFirst() async throws {
    try await bench { bench in
      let first = try await bench.beginRating()
      for _ in 1...2 { try await first.skip() }
      #expect(try await order(bench.reopened()) == [2, 3, 0, 1])
      let second = try await bench.beginRating()
      try await second.skip()
      #expect(try await order(bench.reopened()) == [3, 0, 1, 2])
    }
  }

  @Test func aFilmThatIsSkippedOnceMoreIsTheNewestSkip() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      for _ in 1...4 { try await films.skip() }
      let again = try await bench.beginRating()
      try await again.skip()
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
    }
  }

  @Test func aSkipThatIsTakenBackIsForgotten() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      for _ in 1...2 { try await films.skip() }
      _ = try await films.undo()
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
      let again = try await bench.beginRating()
      for _ in 1...4 { try await again.skip() }
      _ = try await again.undo()
      #expect(try await order(bench.reopened()) == [0, 1, 2, 3])
    }
  }

  @Test func aSkippedFilmThatIsRatedIsNoLongerSkipped() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      for _ in 1...2 { try await films.skip() }
      let again = try await bench.beginRating { $0.text = "12 angry" }
      _ = try await again.rate(try Rating(parsing: "8"))
      #expect(try !bench.home.read(Self.file).contains(Self.ids[0]))
      _ = try await again.undo()
      #expect(try await order(bench.reopened()) == [2, 3, 0, 1])
    }
  }

  @Test func aSkippedFilmThatIsRatedElsewhereIsNoLongerSkipped() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      try await films.skip()
      let items = try await bench.items(Self.ids[0])
      _ = try await bench.collection.rate(
        items, Rating(tenths: 80), command: "rate", offline: true)
      let again = try await bench.beginRating()
      try await again.skip()
      let kept = try bench.home.read(Self.file)
      #expect(!kept.contains(Self.ids[0]) && kept.contains(Self.ids[1]))
    }
  }

  @Test func nothingIsWrittenBeforeAFilmIsSkippedAndThenForTheUserAlone() async throws {
    try await bench { bench in
      let films = try await bench.beginRating()
      _ = try await films.rate(try Rating(parsing: "8"))
      #expect(!bench.home.exists(Self.file))
      try await films.skip()
      #expect(try bench.home.mode(of: Self.file) == 0o600)
    }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"skips":1}"#, #"{"skips":[{"film":1}]}"#,
    #"{"skips":[{"film":"tt0050083; rm -rf"},{"film":"\u001b[2J"},{"film":"tt9999999"}]}"#,
  ])
  func aFileThatHoldsSomethingElseIsNoSkip(content: String) async throws {
    try await bench { bench in
      try bench.home.write(content, to: Self.file)
      #expect(try await order(bench) == [0, 1, 2, 3])
      let films = try await bench.beginRating()
      try await films.skip()
      #expect(try await order(bench.reopened()) == [1, 2, 3, 0])
    }
  }

  @Test func aFilmThatStandsTwiceInTheFileCountsOnce() async throws {
    try await bench { bench in
      try bench.home.write(
        #"{"skips":[{"film":"tt0113277"},{"film":"tt0113277"},{"film":"tt0068646"}]}"#,
        to: Self.file)
      #expect(try await order(bench) == [0, 3, 1, 2])
    }
  }

  @Test func ofMoreThanTenThousandSkipsTheNewestCount() async throws {
    try await bench { bench in
      let skips = ["tt0050083"] + (0..<9_998).map { "tt\(1_000_000 + $0)x" } + ["tt0113277"]
      let old = skips.map { #"{"film":"\#($0)"}"# }.joined(separator: ",")
      try bench.home.write(#"{"skips":[\#(old)]}"#, to: Self.file)
      #expect(try await order(bench) == [2, 3, 0, 1])
      try bench.home.write(#"{"skips":[\#(old),{"film":"tt0068646"}]}"#, to: Self.file)
      #expect(try await order(bench) == [0, 3, 1, 2])
    }
  }

  @Test func whereTheFileCannotBeWrittenTheSessionGoesOn() async throws {
    try await bench { bench in
      try bench.home.write("", to: Self.file + "/in the way")
      let films = try await bench.beginRating()
      try await films.skip()
      #expect(try await films.card()?.item.name == "Heat")
    }
  }

  private func bench(_ body: (HomeBench) async throws -> Void) async throws {
    try await HomeBench.with(key: nil) { bench in
      try await bench.addFourWatched()
      try await body(bench)
    }
  }

  /// The films of a new session, as places in the order by title; it leaves no skip behind.
  private func order(_ bench: HomeBench) async throws -> [Int?] {
    let films = try await bench.beginRating()
    var ids: [String] = []
    while let card = try await films.card() {
      ids.append(card.item.id.rawValue)
      try await films.skip()
    }
    while try await films.undo() != nil {}
    return ids.map(Self.ids.firstIndex)
  }
}
