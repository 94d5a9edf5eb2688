import FilmzDomain
import Testing

@testable import FilmzExchange

@Suite struct FilmMatcherTests {
  // MARK: - Titles

  @Test(arguments: [
    ("AMELIE", "Amélie"),
    ("Spider Man", "Spider-Man"),
    ("WALL·E", "WALL-E"),
    ("Godfather, The", "The Godfather"),
    ("Haine, La", "La Haine"),
    ("boot, das", "Das Boot"),
    ("Prophète, Un", "Un prophète"),
    ("Avventura, L'", "L'Avventura"),
    ("Lord of the Rings: The Two Towers, The", "The Lord of the Rings: The Two Towers"),
    ("$", "$"),
    ("???", "???"),
    ("…", "…"),
    ("千と千尋の神隠し", "千と千尋の神隠し"),
  ])
  func titleWithTheSameWordsIsExact(row: String, title: String) {
    let match = FilmMatcher.match(row, 2001, among: [film(1, title, 2001)])
    #expect(match == .matched(id(1), MatchDifferences()))
  }

  @Test(arguments: [
    ("Matrix", "The Matrix"),
    ("Matrix, The", "Matrix"),
    ("Avventura", "L'Avventura"),
    ("Spiderman", "Spider-Man"),
    ("Fast & Furious", "Fast and Furious"),
    ("Harold und Maude", "Harold & Maude"),
    ("Romeo + Juliet", "Romeo and Juliet"),
    ("Rocky 2", "Rocky II"),
    ("Rocky Two", "Rocky II"),
    ("Dune: Part One", "Dune: Part I"),
    ("Kill Bill: Vol. 1", "Kill Bill: Volume One"),
    ("12 Monkeys", "Twelve Monkeys"),
    ("Alien³", "Alien 3"),
    ("8 1/2", "8½"),
  ])
  func otherSpellingOfTitleIsLoose(row: String, title: String) {
    let titles = MatchDifferences.Titles(row: row, film: title)
    #expect(
      FilmMatcher.match(row, 2001, among: [film(1, title, 2001)])
        == .matched(id(1), MatchDifferences(titles: titles)))
    #expect(row.matchKey == title.matchKey)
  }

  @Test(arguments: [
    ("The Kiss", "A Kiss"),
    ("Kiss, The", "A Kiss"),
    ("Me, Myself, I", "I Me, Myself"),
    ("Nine", "9"),
    ("Rocky 2", "Rocky III"),
    ("Heat", "Heat 2"),
    ("I Love You", "One Love You"),
    ("?", "!"),
    ("$", "$$"),
    ("", ""),
    ("…", " "),
  ])
  func otherTitleDoesNotMatch(row: String, title: String) {
    let match = FilmMatcher.match(row, 2001, among: [film(1, title, 2001)])
    #expect(match.matchedID == nil)
  }

  @Test(arguments: [
    "Knife+Heart", "Knife +Heart", "Knife+ heart", "Knife & Heart", "Knife&Heart",
    "Knife and Heart",
  ])
  func plusBetweenWordsIsAnd(title: String) {
    #expect(title.matchKey == "Knife + Heart".matchKey)
  }

  @Test(arguments: ["Disney+", "+1", "C++", "C++D"])
  func plusElsewhereIsNotAWord(title: String) {
    #expect(title.matchKey == title.replacing("+", with: "").matchKey)
  }

  @Test func titleWithItsArticleAtTheEndMayDifferInYear() {
    #expect(
      FilmMatcher.match("Godfather, The", 1973, among: [film(1, "The Godfather", 1972)])
        == .matched(id(1), MatchDifferences(year: 1972)))
  }

  @Test(arguments: [
    ("Lantern, The", true), ("Laterne", true), ("Die Laterne", true), ("Lantern 2", false),
    ("Lanterns", false), ("A Lantern", false), ("", false),
  ])
  func titlesOfAFilmAreCompared(title: String, isTitled: Bool) {
    let candidate = film(1, "The Lantern", local: ["Die Laterne"], 2001)
    #expect(candidate.isTitled(title) == isTitled)
  }

  @Test func originalAndLocalTitlesMatch() {
    let candidate = film(
      1, "Spirited Away", original: "Sen to Chihiro no kamikakushi",
      local: ["Chihiros Reise ins Zauberland"], 2001)
    for title in ["Sen to Chihiro no Kamikakushi", "Chihiros Reise ins Zauberland"] {
      let titles = MatchDifferences.Titles(row: title, film: "Spirited Away")
      #expect(
        FilmMatcher.match(title, 2001, among: [candidate])
          == .matched(id(1), MatchDifferences(titles: titles)))
    }
  }

  @Test(arguments: [
    ("Nine Lives", [film(1, "9 Lives", 2009, votes: 20), film(2, "Nine Lives", 2009, votes: 10)]),
    ("Thing", [film(1, "The Thing", 2009, votes: 20), film(2, "Thing", 2009, votes: 10)]),
    ("+1", [film(1, "1", 2009, votes: 20), film(2, "+1", 2009, votes: 10)]),
    (
      "Seven",
      [film(1, "Se7en", local: ["Seven"], 2009, votes: 20), film(2, "Seven", 2009, votes: 10)]
    ),
    (
      "Seven",
      [film(1, "Se7en", original: "Seven", 2009, votes: 20), film(2, "Seven", 2009, votes: 10)]
    ),
  ])
  func titleThatAgreesBetterWins(title: String, candidates: [MatchCandidate]) {
    #expect(FilmMatcher.match(title, 2009, among: candidates).matchedID == id(2))
  }

  @Test func titleThatAgreesBetterDoesNotOutweighTenTimesTheVotes() {
    let candidates = [
      film(1, "Se7en", local: ["Seven"], 1995, votes: 1_000_000),
      film(2, "Seven", 1995, votes: 10),
    ]
    #expect(
      FilmMatcher.match("Seven", 1995, among: candidates) == .ambiguous(candidates.reversed()))
  }

  @Test func eitherTitleOfRowMayAgree() {
    let candidate = film(1, "Amélie", original: "Le fabuleux destin d'Amélie Poulain", 2001)
    let row = NamedFilm(
      title: "Die fabelhafte Welt der Amélie",
      originalTitle: "Le fabuleux destin d'Amélie Poulain", year: 2001)
    let titles = MatchDifferences.Titles(row: "Die fabelhafte Welt der Amélie", film: "Amélie")
    #expect(
      FilmMatcher.match(row, among: [candidate])
        == .matched(id(1), MatchDifferences(titles: titles)))
  }

  @Test func filmThatAgreesWithBothTitlesWins() {
    let candidates = [
      film(1, "Home", 2008, votes: 5000), film(2, "Home", original: "Dom", 2008, votes: 10),
    ]
    let row = NamedFilm(title: "Home", originalTitle: "Dom", year: 2008)
    #expect(FilmMatcher.match(row, among: candidates).matchedID == id(2))
  }

  // MARK: - Years

  @Test(
    arguments: [
      (nil, .movie, 1, true), (nil, .movie, -1, true),
      (nil, .movie, 2, false), (nil, .series, 1, false), (nil, .series, 0, true),
      (.series, .series, 2, true), (nil, .video, 1, true), (.movie, .short, 1, false),
      (.series, .series, -2, true), (.series, .series, 3, false), (.miniSeries, .series, 2, true),
      (.movie, .movie, 2, false), (nil, .short, 1, false), (.short, .short, 1, true),
      (nil, .short, 0, true),
    ] as [(MediaType?, MediaType, Int, Bool)])
  func yearMayDiffer(rowType: MediaType?, type: MediaType, difference: Int, matches: Bool) {
    let row = NamedFilm(title: "Crash", year: 2004, type: rowType)
    let candidate = film(1, "Crash", 2004 + difference, type)
    let year = difference == 0 ? nil : 2004 + difference
    let expected: FilmMatch =
      matches ? .matched(id(1), MatchDifferences(year: year)) : .unmatched(near: [candidate])
    #expect(FilmMatcher.match(row, among: [candidate]) == expected)
  }

  @Test func otherYearNeedsTheOnlyFittingFilm() {
    let candidates = [
      film(1, "Crash", 2003, votes: 100_000), film(2, "Other", local: ["Crash"], 2005),
    ]
    #expect(FilmMatcher.match("Crash", 2004, among: candidates) == .ambiguous(candidates))
  }

  @Test func filmOfTheYearWins() {
    let candidates = [film(1, "Crash", 2003, votes: 100_000), film(2, "Crash", 2004)]
    #expect(
      FilmMatcher.match("Crash", 2004, among: candidates) == .matched(id(2), MatchDifferences()))
  }

  @Test func filmOfTheYearWithAnotherSpellingDoesNotWinOverTheTitleOfAnotherYear() {
    let candidates = [film(1, "The Perfect Blue", 1998), film(2, "Perfect Blue", 1997)]
    #expect(FilmMatcher.match("Perfect Blue", 1998, among: candidates) == .ambiguous(candidates))
  }

  @Test(arguments: [
    film(1, "The Crash", 2005), film(1, "Other", local: ["Crash"], 2005),
  ])
  func otherYearAndOtherSpellingDoNotMatch(candidate: MatchCandidate) {
    #expect(
      FilmMatcher.match("Crash", 2004, among: [candidate]) == .unmatched(near: [candidate]))
  }

  @Test func nothingMatchesWithoutYear() {
    let candidates = [film(1, "Crash", 2004), film(2, "Crash", nil)]
    #expect(FilmMatcher.match("Crash", nil, among: candidates).matchedID == nil)
    #expect(FilmMatcher.match("Crash", 2004, among: [candidates[1]]).matchedID == nil)
  }

  @Test func extremeYearsDoNotOverflow() {
    let candidates = [film(1, "Crash", .min), film(2, "Crash", -1)]
    #expect(FilmMatcher.match("Crash", .max, among: candidates).matchedID == nil)
  }

  // MARK: - Types and votes

  @Test(
    arguments: [
      (nil, .episode, false), (nil, .game, false), (nil, .series, true),
      (.movie, .series, false), (.movie, .short, true), (.series, .movie, false),
      (.series, .miniSeries, true), (.movie, nil, true), (.game, .game, true),
    ] as [(MediaType?, MediaType?, Bool)])
  func typeMustNotContradict(rowType: MediaType?, type: MediaType?, matches: Bool) {
    let row = NamedFilm(title: "Fargo", year: 1996, type: rowType)
    let match = FilmMatcher.match(row, among: [film(1, "Fargo", 1996, type)])
    #expect((match.matchedID == id(1)) == matches)
  }

  /// Each case has the type in the row, and the title, year and type of the only film.
  @Test(
    arguments: [
      (.series, "Fargo", 1996, .movie, true), (.movie, "Fargo", 1996, .series, true),
      (nil, "Fargo", 1996, .episode, true), (.series, "The Fargo", 1996, .movie, true),
      (.series, "Fargo", 1997, .movie, false), (.series, "Fargo Story", 1996, .movie, false),
      (nil, "Fargo", 1999, .movie, false), (.movie, "Fargo", 1999, .movie, false),
    ] as [(MediaType?, String, Int, MediaType, Bool)])
  func filmOfAnotherTypeIsTheReason(
    rowType: MediaType?, title: String, year: Int, type: MediaType, isReason: Bool
  ) {
    let row = NamedFilm(title: "Fargo", year: 1996, type: rowType)
    guard case .unmatched(let near) = FilmMatcher.match(row, among: [film(1, title, year, type)])
    else {
      Issue.record("matched")
      return
    }
    #expect(FilmMatcher.hasFilmOfOtherType(row, among: near) == isReason)
  }

  @Test(
    arguments: [
      ([.short, .series, .movie], 3), ([.series, .short], 1), ([.short, .video], 2),
      ([.movie, .series, .series], 1), ([.short, .miniSeries], 2),
    ] as [([MediaType], Int)])
  func filmsComeBeforeSeriesBeforeShorts(types: [MediaType], expected: Int) {
    let candidates = types.enumerated().map { film($0 + 1, "Fargo", 1996, $1, votes: 10 - $0) }
    #expect(FilmMatcher.match("Fargo", 1996, among: candidates).matchedID == id(expected))
  }

  @Test(
    arguments: [
      ([100, 10], 1), ([99, 10], nil), ([10, 1000], 2), ([0, 0], nil), ([9, 0], nil),
      ([10, 0], 1), ([1000, 100, 100], 1), ([500, 500, 1], nil), ([.max, .max / 11], 1),
    ] as [([Int], Int?)])
  func tenTimesTheVotesDecide(votes: [Int], expected: Int?) {
    let candidates = votes.enumerated().map { film($0 + 1, "Fargo", 1996, votes: $1) }
    let match = FilmMatcher.match("Fargo", 1996, among: candidates)
    #expect(match.matchedID == expected.map(id))
  }

  @Test func oneFilmFromSeveralSourcesIsOneFilm() {
    let candidates = [film(1, "Fargo", 1996), film(1, "Fargo", 1997), film(1, "Fargo!", 1996)]
    #expect(
      FilmMatcher.match("Fargo", 1996, among: candidates) == .matched(id(1), MatchDifferences()))
    #expect(FilmMatcher.match("Fargo", 1998, among: candidates).matchedID == id(1))
  }

  // MARK: - Rows without a year

  /// Each case has the films with similar titles, and the film that the row `Fargo` denotes; films 1 and 2 are acceptable.
  @Test(
    arguments: [
      ([film(1, "Fargo", 1996)], 1), ([film(3, "Fargo", 1996)], nil), ([], nil),
      ([film(1, "Fargo", 1996), film(1, "Fargo", 1996)], 1),
      ([film(1, "Fargo", 1996), film(2, "Fargo", 1952)], nil),
      ([film(1, "Fargo", 1996), film(3, "Fargo", 2014, .series)], nil),
      ([film(1, "Fargo", 1996), film(3, "Snow", local: ["Fargo"], 2001)], nil),
      ([film(1, "Fargo", 1996), film(3, "Fargo", 2014, .episode)], 1),
      ([film(1, "Fargo", 1996), film(3, "Fargo Story", 2014)], 1),
      ([film(1, "Snow", local: ["Fargo"], 2001)], 1), ([film(1, "Fargo", 2014, .episode)], nil),
      ([film(1, "Fargo", 1996, votes: 9_000), film(2, "Fargo", 1952, votes: 5)], nil),
    ] as [([MatchCandidate], Int?)])
  func rowWithoutYearDenotesTheOnlyFilmOfTheTitle(films: [MatchCandidate], match: Int?) {
    let result = FilmMatcher.matchWithoutYear(
      NamedFilm(title: "Fargo"), among: films, acceptable: [id(1), id(2)])
    #expect(result.matchedID == match.map(id))
    if case .matched(_, let differences) = result { #expect(differences.year == films[0].year) }
  }

  @Test func rowWithoutYearButWithATypeDenotesNoFilmOfAnother() {
    let row = NamedFilm(title: "Fargo", type: .series)
    let match = FilmMatcher.matchWithoutYear(
      row, among: [film(1, "Fargo", 1996)], acceptable: [id(1)])
    #expect(match == .unmatched(near: []))
  }

  // MARK: - Candidates

  @Test func candidatesAreSortedByTitleYearTypeAndVotes() {
    let films = [
      film(1, "The Fargo Story", 1996, votes: 90_000), film(2, "Fargo", 1952, votes: 90_000),
      film(3, "Fargo", 1997, votes: 5), film(4, "Fargo", 1996, .short, votes: 900),
      film(5, "Snow", local: ["Fargo"], 1996, votes: 7), film(6, "Fargo", 1996, votes: 8),
      film(7, "Fargo", 1996, .episode), film(8, "Snow", original: "Fargo", nil),
      film(6, "Fargo", 1996), film(9, "Fagro", 1996),
      film(10, "Heat", 1996), film(11, "Cargo Ship", 1996),
    ]
    let row = NamedFilm(title: "Fargo", year: 1996)
    let candidates = FilmMatcher.candidates(for: row, among: films)
    #expect(candidates.map(\.film.id) == [6, 5, 4, 3, 2, 8, 1, 9].map(id))
    #expect(
      candidates.map(\.title)
        == [.title, .localTitle, .title, .title, .title, .originalTitle, .words, nil])
  }

  // MARK: - Suggestions

  @Test func ambiguousFilmsAreTheThreeBest() {
    let candidates = (1...5).map { film($0, "Fargo", 1996, votes: $0) }
    #expect(
      FilmMatcher.match("Fargo", 1996, among: candidates)
        == .ambiguous([candidates[4], candidates[3], candidates[2]]))
  }

  @Test func nearFilmsAreTheSameTitleThenSharedWords() {
    let candidates = [
      film(1, "Something Else", 1996), film(2, "The Fargo Story", 1996), film(3, "Fargo", 1990),
      film(4, "Fargo", 1993), film(5, "A Long Way to Fargo", 1996), film(4, "Fargo", 1993),
    ]
    #expect(
      FilmMatcher.match("Fargo", 1996, among: candidates)
        == .unmatched(near: [candidates[3], candidates[2], candidates[1]]))
  }
}

private func id(_ number: Int) -> FilmID { FilmID(imdbNumber: number) }

private func film(
  _ number: Int, _ title: String, original: String? = nil, local: [String] = [], _ year: Int?,
  _ type: MediaType? = .movie, votes: Int = 0
) -> MatchCandidate {
  MatchCandidate(
    id: id(number), title: title, originalTitle: original, localTitles: local, year: year,
    type: type, votes: votes)
}

extension FilmMatcher {
  fileprivate static func match(
    _ title: String, _ year: Int?, among candidates: [MatchCandidate]
  ) -> FilmMatch {
    match(NamedFilm(title: title, year: year), among: candidates)
  }
}

extension FilmMatch {
  fileprivate var matchedID: FilmID? {
    if case .matched(let id, _) = self { id } else { nil }
  }
}
