import FilmzDomain
import Foundation
import Testing

struct RatingTests {
  @Test(arguments: [
    ("8", 80), ("8.5", 85), ("0", 0), ("0.0", 0), ("0.1", 1), ("10", 100), ("10.0", 100),
    ("9.9", 99), ("4.5/5", 90), ("5/5", 100), ("0/5", 0), ("2.3/5", 46), ("9/10", 90),
    ("8.5/10", 85), ("★", 20), ("★★★★", 80), ("★★★★½", 90), ("★★★★★", 100), ("½", 10),
    ("8,5", 85), ("8/10", 80), ("80%", 80), ("83%", 83), ("0%", 0), ("100%", 100), ("83.0%", 83),
    ("3.75/5", 75), ("3,75/5", 75), ("3.5/5", 70), ("8.50", 85), ("8.500/10", 85),
    ("★★★☆☆", 60), ("★★★½☆", 70), ("☆☆☆☆☆", 0), ("½☆☆☆☆", 10), ("★★★★☆", 80),
  ])
  func ratingFormatsAreParsed(text: String, tenths: Int) throws {
    #expect(try Rating(parsing: text).tenths == tenths)
  }

  @Test(arguments: [
    "", " ", "11", "-1", "+8", "abc", "10.1", "10.05", "100", "1000", "8.", ".5", "8,", "8..5",
    "8.5.5", "6/5", "5.1/5", "-1/5", "11/10", "4/6", "8.5.5/10", "101%", "100.1%", "%", "80%%",
    "-1%", "8,5,5", "8.5000", "★★☆", "☆",
    "★★★☆☆☆", "☆★★★★", "★★½½☆", "★★☆½☆", "80%/5", "4/5/5", "4/", "/5", "★★★★★½",
    "★★★★★★", "★½★", "½½", "½★", "★ ★", "8★", "8½", "٨", "8e0", "1e1", "0x8", "nan", "inf", "none",
    "99999999999999999999",
  ])
  func invalidRatingsAreRejected(text: String) {
    #expect(throws: DomainError.invalidRating) { try Rating(parsing: text) }
  }

  @Test(arguments: [
    ("8.55", "8.5", "8.6"), ("8,55", "8.5", "8.6"), ("3.77/5", "7.5", "7.6"),
    ("8.55/10", "8.5", "8.6"), ("83.5%", "8.3", "8.4"), ("9.99", "9.9", "10"),
    ("0.001", "0", "0.1"),
    ("3.333/5", "6.6", "6.7"),
  ])
  func ratingsWithMoreThanOneDecimalNameTheirNeighbors(
    text: String, lower: String, upper: String
  ) {
    let error = DomainError.ratingTooPrecise(text, lower: lower, upper: upper)
    #expect(throws: error) { try Rating(parsing: text) }
    #expect(
      error.message == "Rating must be between 0 and 10 with at most one decimal; "
        + "use \(lower) or \(upper) instead of \(text)")
  }

  @Test func errorMessageStatesTheRange() {
    #expect(DomainError.invalidRating.message.hasPrefix("Rating must be between 0 and 10"))
    #expect(DomainError.invalidRating.exitCategory == .usage)
  }

  @Test(arguments: [
    (0, "0", "0.0"), (5, "0.5", "0.5"), (80, "8", "8.0"), (85, "8.5", "8.5"), (100, "10", "10.0"),
  ])
  func ratingIsFormattedWithAtMostOneDecimal(tenths: Int, text: String, decimal: String) throws {
    let rating = try #require(Rating(tenths: tenths))
    #expect(rating.text == text)
    #expect(rating.decimalText == decimal)
  }

  @Test(arguments: 0...100)
  func ratingRoundTripsThroughTextAndJSON(tenths: Int) throws {
    let rating = try #require(Rating(tenths: tenths))
    #expect(try Rating(parsing: rating.text) == rating)
    #expect(try Rating(parsing: rating.decimalText) == rating)
    let data = try JSONEncoder().encode(rating)
    #expect(String(decoding: data, as: UTF8.self) == "\(tenths)")
    #expect(try JSONDecoder().decode(Rating.self, from: data) == rating)
  }

  /// Each case has a typed rating, and its tenths on the scale of points and on that of stars; `nil` if it is invalid.
  @Test(
    arguments: [
      ("8", 80, nil), ("4", 40, 80), ("4.5", 45, 90), ("4,5", 45, 90), ("4.25", nil, 85), ("0", 0, 0),
      ("5", 50, 100), ("10", 100, nil), ("8/10", 80, 80), ("4/5", 80, 80), ("80%", 80, 80),
      ("★★★★½", 90, 90), ("4*", 80, 80), ("4.5*", 90, 90), ("4★", 80, 80), ("4 stars", 80, 80),
      ("4stars", 80, 80), ("1 STAR", 20, 20), ("4.5 stars", 90, 90), ("0 stars", 0, 0),
      ("6 stars", nil, nil), ("6*", nil, nil), ("4.333", nil, nil), ("*", 20, 20), ("****", 80, 80),
      ("**** 1/2", 90, 90), ("****1/2", 90, 90), ("******", nil, nil), ("1/2", nil, nil), ("stars", nil, nil),
      ("four stars", nil, nil), ("4/5 stars", nil, nil), ("4**", nil, nil), ("", nil, nil),
      ("none", nil, nil),
    ] as [(String, Int?, Int?)])
  func typedRatingsDependOnTheScale(text: String, points: Int?, stars: Int?) {
    #expect((try? RatingScale.points.rating(text))?.tenths == points)
    #expect((try? RatingScale.stars.rating(text))?.tenths == stars)
  }

  @Test(arguments: [
    (RatingScale.points, "6 stars", DomainError.invalidStars), (.stars, "8", .invalidStars),
    (.stars, "x", .invalidStars), (.points, "11", .invalidRating),
    (.points, "8.55", .ratingTooPrecise("8.55", lower: "8.5", upper: "8.6")),
  ])
  func errorNamesTheScale(scale: RatingScale, text: String, error: DomainError) {
    #expect(throws: error) { try scale.rating(text) }
  }

  @Test(arguments: [
    (80, "4", "4★", "4/5", "★★★★ (8)"), (85, "4.25", "4.25★", "4.25/5", "4.25★ (8.5)"),
    (90, "4.5", "4.5★", "4.5/5", "★★★★½ (9)"), (1, "0.05", "0.05★", "0.05/5", "0.05★ (0.1)"),
    (0, "0", "0★", "0/5", "☆ (0)"), (100, "5", "5★", "5/5", "★★★★★ (10)"),
  ])
  func starsAreFormatted(tenths: Int, number: String, cell: String, fraction: String, message: String) throws {
    let rating = try #require(Rating(tenths: tenths))
    let scale = RatingScale.stars
    #expect([scale.number(rating), scale.cellText(rating), scale.fraction(rating)] == [number, cell, fraction])
    #expect(scale.message(rating) == message)
    #expect(RatingScale.points.message(rating) == rating.text)
  }

  @Test(arguments: RatingScale.allCases, 0...100)
  func shownNumberCanBeTyped(scale: RatingScale, tenths: Int) throws {
    let rating = try #require(Rating(tenths: tenths))
    for text in [scale.number(rating), scale.fraction(rating), scale.cellText(rating)] {
      #expect(try scale.rating(text) == rating)
    }
  }

  @Test(arguments: [-1, 101, .min, .max])
  func tenthsOutOfRangeAreRejected(tenths: Int) {
    #expect(Rating(tenths: tenths) == nil)
  }

  @Test func ratingsAreSortedByValue() throws {
    let texts = ["10", "9", "8.5", "0", "½"]
    let sorted = try texts.map { try Rating(parsing: $0) }.sorted()
    #expect(sorted.map(\.text) == ["0", "1", "8.5", "9", "10"])
  }
}
