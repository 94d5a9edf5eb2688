import FilmzDomain
import FilmzTerminal
import Testing

@testable import FilmzCommands

struct StatisticsCardTests {
  private static let emptyStatistics = Statistics(
    counts: .init(total: 3, watched: 0, rated: 0))

  private func card(
    on renderTarget: RenderTarget = RenderTarget(), _ edit: (inout Statistics) -> Void = { _ in }
  ) -> Card {
    var statistics = Self.emptyStatistics
    edit(&statistics)
    return StatisticsCard(statistics: statistics, renderTarget: renderTarget).card
  }

  private func bars(_ edit: (inout Statistics) -> Void) -> [String] {
    card(edit).charts.flatMap { $0.bars.map { "\($0.label) \($0.count)" } }
  }

  private func counts(_ list: KeyValuePairs<String, Int>) -> [ValueCount] {
    list.map { ValueCount(value: $0, count: $1) }
  }

  @Test func wholeRatingsAreDrawnInStepsOfAPointUpToTen() {
    #expect(
      bars { $0.ratings = counts(["7.0": 2, "9.0": 1]) } == ["10 0", "9 1", "8 0", "7 2"])
    #expect(bars { $0.ratings = counts(["9.0": 2, "10.0": 1]) } == ["10 1", "9 2"])
  }

  @Test func otherRatingsAreDrawnInStepsOfHalfAPoint() {
    let halves = card { $0.ratings = counts(["8.5": 2, "9.0": 1]) }.charts
    #expect(
      halves.flatMap(\.bars).map { "\($0.label) \($0.count)" }
        == ["10.0 0", "9.5 0", "9.0 1", "8.5 2"])
    #expect(halves.map(\.footnote) == [""])
    let tenths = card { $0.ratings = counts(["9.0": 1, "9.3": 2, "9.9": 1]) }.charts
    #expect(
      tenths.flatMap(\.bars).map { "\($0.label) \($0.count)" } == ["10.0 0", "9.5 1", "9.0 3"])
    #expect(tenths.map(\.footnote) == ["9.3 counts as 9.0"])
  }

  @Test func viewingsThatTheMonthsLeaveOutAreCounted() {
    let all = card { $0.months = counts(["2023-11": 1, "2024-02": 2]) }.charts
    #expect(all.map(\.heading) == ["Viewings by month"] && all.map(\.footnote) == [""])
    let recent = card { $0.months = counts(["2019-01": 9, "2020-03": 1, "2024-02": 2]) }.charts
    #expect(recent.map(\.heading) == ["Viewings by month, from 2024-02"])
    #expect(recent.map(\.footnote) == ["10 viewings before 2024-02"])
    let withoutMonth = card {
      $0.time = (viewings: 1, viewingsWithoutRuntime: 0, minutes: 90)
      $0.viewingsWithoutMonth = 1
    }
    #expect(
      withoutMonth.fields.map { "\($0.label): \($0.value)" }.last == "Unknown month: 1 viewing")
  }

  @Test func decadesAreDrawnWithoutGaps() {
    #expect(
      bars { $0.decades = counts(["1970s": 1, "2000s": 2]) }
        == ["1970s 1", "1980s 0", "1990s 0", "2000s 2"])
  }

  @Test func decadesOfAWrongYearDoNotFillTheScreen() {
    #expect(bars { $0.decades = counts(["1000s": 1, "2000s": 2]) } == ["1000s 1", "2000s 2"])
  }

  @Test func theTwelveMonthsUpToTheNewestAreDrawn() {
    #expect(
      bars { $0.months = counts(["2019-01": 9, "2023-11": 1, "2024-02": 2]) }
        == ["2023-11 1", "2023-12 0", "2024-01 0", "2024-02 2"])
    let year = bars { $0.months = counts(["2023-02": 9, "2023-03": 1, "2024-02": 2]) }
    #expect(year.count == 12 && year.first == "2023-03 1" && year.last == "2024-02 2")
  }

  @Test func theTwelveMostFrequentGenresAreDrawn() {
    let genres = (10...25).map { ValueCount(value: "G\($0)", count: 30 - $0) }
    #expect(bars { $0.genres = genres } == (10...21).map { "G\($0) \(30 - $0)" })
    #expect(card { $0.genres = genres }.charts[0].heading == "The 12 most frequent genres")
    let few = Array(genres.prefix(12))
    #expect(card { $0.genres = few }.charts[0].heading == "Films by genre")
  }

  @Test func emptyListsHaveNoChart() {
    #expect(card().charts.isEmpty && card().fields.isEmpty)
    #expect(
      card { $0.actors = counts(["A": 1]) }.charts.map(\.heading) == ["Actors you watch most"])
  }

  @Test func anEmptyCollectionHasNoCharts() {
    let card = card { $0.counts = .init(total: 0, watched: 0, rated: 0) }
    #expect(card.rendered(on: RenderTarget(width: 80)) == "0 films")
  }

  @Test func userRatingsAreComparedWithThoseOfIMDb() {
    let userSpread = RatingSpread(count: 2, sum: 150, sumOfSquares: 11_700)
    for (imdb, text) in [
      (RatingSpread(count: 2, sum: 162, sumOfSquares: 13_122), "8.10 ± 0.00, for the same films"),
      (RatingSpread(count: 1, sum: 81, sumOfSquares: 6561), "8.10, for 1 of these films"),
    ] {
      let fields = card { ($0.userRatings, $0.imdbRatings) = (userSpread, imdb) }.fields
      #expect(fields.map(\.label) == ["Your mean rating", "IMDb's"])
      #expect(fields.map(\.value) == ["7.50 ± 1.50", text])
    }
    #expect(card { $0.userRatings = userSpread }.fields.map(\.value) == ["7.50 ± 1.50"])
    let singleRating = RatingSpread(count: 1, sum: 90, sumOfSquares: 8100)
    let fields = card { ($0.userRatings, $0.imdbRatings) = (singleRating, singleRating) }.fields
    #expect(fields.map { "\($0.label) \($0.value)" } == ["Your rating 9.00", "IMDb's 9.00"])
    let ascii = card(on: RenderTarget(isUTF8: false)) { $0.userRatings = userSpread }
    #expect(ascii.fields.map(\.value) == ["7.50 +/- 1.50"])
  }

  @Test(arguments: [
    ((viewings: 1, viewingsWithoutRuntime: 0, minutes: 90), "1.5 in 1 viewing"),
    ((viewings: 2, viewingsWithoutRuntime: 0, minutes: 119), "2.0 in 2 viewings"),
    (
      (viewings: 4, viewingsWithoutRuntime: 3, minutes: 100),
      "1.7 in 4 viewings, not counting 3 of unknown runtime"
    ),
  ])
  func watchingTimeIsShownInHours(time: WatchingTime, text: String) {
    #expect(card { $0.time = time }.fields.map(\.value) == [text])
  }

  @Test func unknownValuesAreNullInJSON() {
    let members = StatisticsCard(statistics: Self.emptyStatistics).members
    let nullNames = members.filter { $0.value == .null }.map(\.name)
    #expect(
      nullNames == ["meanRating", "ratingDeviation", "imdbMeanRating", "imdbRatingDeviation"])
  }
}
