import FilmzDomain
import FilmzTestSupport
import Testing

/// Random lines of verbs, titles and texts change the selected film, or films that the line names, and no others.
struct RandomLineTests {
  private static let selected = "tt0078748"
  private static let textVerbs = ["note", "from", "comment"]
  private static let verbs =
    textVerbs + ["tag", "rate", "watched", "seen", "add", "skip", "audience", "watchlist add"]
  /// Titles of several words, of which the first is no number.
  private static let longTitles = [
    "From Russia with Love", "From Dusk Till Dawn", "The Matrix", "Some Like It Hot", "Back to the Future",
    "No Country for Old Men", "First Blood", "Do the Right Thing", "A Quiet Place", "The Godfather Part II",
    "West Side Story", "Toy Story 3",
  ]
  private static let shortTitles = [
    "Parasite", "It", "Her", "Up", "Heat", "Suspiria", "12 Angry Men", "3 Idiots", "28 Days Later",
  ]
  private static let endings = [
    "", " great film", " so good", " 8", " yesterday", " none", " me", " by Oma", " \"a text\"",
  ]

  @Test(arguments: Seeds.of(1...9))
  func onlyTheSelectedFilmAndNamedFilmsChange(seed: UInt64) async throws {
    var random = SplitMix(seed)
    var ambiguousLines: Set<String> = []
    var lines: [String] = []
    for _ in 1...30 {
      let isLong = random.chance(oneIn: 2)
      let title = random.element(of: isLong ? Self.longTitles : Self.shortTitles)
      let ending = random.element(of: Self.endings)
      // The title may contain the verb, as in `from dusk till dawn`.
      let verb = title.hasPrefix("From ") && random.chance(oneIn: 2) ? "" : random.element(of: Self.verbs)
      let line = ("\(verb) \(title)\(ending)").lowercased().trimmed
      lines.append(line)
      if isLong, verb.isEmpty || Self.textVerbs.contains(verb), !ending.hasSuffix("\"") { ambiguousLines.insert(line) }
    }
    let script = lines.map { "show \(Self.selected)\n\($0)\n" }.joined()
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(["--offline"], script: script)
      let steps = try await filmz.answer(to: "log --limit 100").array
      #expect(!steps.isEmpty)
      for step in steps {
        let line = try #require(step["command"]?.string)
        #expect(!ambiguousLines.contains(line), "\(line)")
        for id in step["films"]?.array.compactMap(\.string) ?? [] where id != Self.selected {
          let film = try await filmz.answer(to: "show \(id)")
          let title = TextFolding.key(try #require(film["title"]?.string))
          #expect(" \(TextFolding.key(line)) ".contains(" \(title) "), "\(line) changed \(id)")
        }
      }
    }
  }
}
