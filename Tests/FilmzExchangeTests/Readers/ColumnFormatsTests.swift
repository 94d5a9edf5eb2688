import FilmzDomain
import Testing

@testable import FilmzExchange

struct ColumnFormatsTests {
  /// Each case has the ratings of a column, and the scales that they can have.
  @Test(
    arguments: [
      (["4.5", "5", "0.5"], [.stars]), (["3,5", "4"], [.stars]), (["4", "5"], [.stars, .points]),
      (["3.7"], [.stars, .points]), (["4", "5", "8"], [.points]), (["7,5", "9"], [.points]),
      (["80", "95", "7"], [.percent]), (["7", "8", "85"], [.points, .percent]), (["7.5", "8", "85"], [.points]),
      (["4.5", "3.5", "45"], [.stars, .points]), (["4", "45", "5"], [.stars, .points, .percent]),
      (["0", "4.5", "-", "good", "500"], [.stars]), (["0", ""], [.points]), (["4/5", "★★★"], [.points]),
    ] as [([String], [ImportedScale])])
  func scaleFollowsFromAllRatings(ratings: [String], scales: [ImportedScale]) {
    var values = ColumnValues()
    for rating in ratings { values.add(rating: rating) }
    #expect(values.scales(prefersStars: false) == scales)
  }

  @Test(
    arguments: [(["4", "5"], [.stars]), (["4", "8"], [.points]), (["3.7"], [.stars, .points]), (["90"], [.percent])]
      as [([String], [ImportedScale])])
  func columnsOfLetterboxdMeanStars(ratings: [String], scales: [ImportedScale]) {
    var values = ColumnValues()
    for rating in ratings { values.add(rating: rating) }
    #expect(values.scales(prefersStars: true) == scales)
  }

  @Test(
    arguments: [
      (.stars, "4,5", 90), (.stars, "3.75", 75), (.stars, "4/5", 80), (.stars, "6", nil), (.stars, "0", 0),
      (.points, "7,5", 75), (.points, "7.25", nil), (.points, "11", nil), (.points, "★★★★", 80),
      (.points, "4 stars", 80), (.percent, "85", 85), (.percent, "80%", 80), (.percent, "101", nil),
      (.points, "good", nil),
    ] as [(ImportedScale, String, Int?)])
  func ratingIsOnItsScale(scale: ImportedScale, text: String, tenths: Int?) {
    #expect(scale.rating(text)?.tenths == tenths)
  }

  /// Each case has a header, the ratings of a table, the tenths of points, and the scale that was used.
  @Test(
    arguments: [
      ("Title,Rating", ["4.5", "5"], [90, 100], .stars), ("Title,Rating", ["4", "9"], [40, 90], .points),
      ("Title,Rating", ["85", "90"], [85, 90], .percent), ("Title,Rating,WatchedDate", ["5", "4"], [100, 80], .stars),
      ("Title,Rating,LetterboxdURI", ["5", "4"], [100, 80], .stars), ("Title,Rating,Rewatch", ["5"], [100], .stars),
      ("Const,Your Rating", ["5", "4"], [50, 40], nil), ("id,myRating", ["5"], [50], nil),
      ("Title,Rating10", ["5"], [50], nil), ("id,viewing,Rating", ["5"], [50], nil),
      ("Title,Stars", ["5", "4"], [100, 80], .stars), ("Title,Stars", ["4", "9"], [40, 90], .points),
      ("Title,Score", ["85", "90"], [85, 90], .percent), ("Title,userRating", ["4.5", "5"], [90, 100], .stars),
      ("Title,simkl_id,Rating", ["5"], [50], nil),
    ] as [(String, [String], [Int], ImportedScale?)])
  func tableIsReadOnTheScaleOfItsRatings(header: String, ratings: [String], tenths: [Int], scale: ImportedScale?) throws
  {
    let column = try #require(
      header.split(separator: ",").firstIndex {
        ["rating", "stars", "score"].contains(where: $0.lowercased().contains)
      })
    let rows = ratings.map { rating in (column == 2 ? "tt0113277,," : "tt0113277,") + rating }
    let read = try ReadFile(([header] + rows).joined(separator: "\n"))
    #expect(read.rows.map(\.rating?.tenths) == tenths && read.file.usedFormats.scale == scale)
  }

  /// Each case has the scale that the user names, and the tenths of points of two ratings that fit two scales.
  @Test(arguments: [(ImportedScale.stars, [80, 100]), (.points, [40, 50]), (.percent, [4, 5])])
  func scaleThatFitsTwiceIsAskedAbout(scale: ImportedScale, tenths: [Int]) throws {
    let text = "Title,Rating\nHeat,4\nAlien,5\n"
    #expect { try ReadFile(text) } throws: { error in
      guard case ImportError.severalScales(_, "Rating", [.stars, .points]) = error else { return false }
      return true
    }
    let read = try ReadFile(text, formats: ColumnFormats(scale: scale))
    #expect(read.rows.map(\.rating?.tenths) == tenths && read.file.usedFormats.scale == scale)
  }

  /// The scale is that of another file if most ratings are greater than it has; else single ratings are wrong.
  @Test func namedScaleIsUsedWhereMostRatingsFitIt() throws {
    let formats = ColumnFormats(scale: .stars)
    let other = try ReadFile("Title,Rating\nHeat,9\nAlien,8\nUp,5\n", formats: formats)
    #expect(other.rows.map(\.rating?.tenths) == [90, 80, 50])
    let single = try ReadFile("Title,Rating\nHeat,4\nAlien,5\nUp,8\n", formats: formats)
    #expect(single.rows.map(\.rating?.tenths) == [80, 100, nil] && single.rows[2].leftOut.count == 1)
  }
}
