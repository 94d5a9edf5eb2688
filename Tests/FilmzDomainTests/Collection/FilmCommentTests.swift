import FilmzDomain
import Foundation
import Testing

struct FilmCommentTests {
  private static func comment(at time: String, source: String? = nil) -> FilmComment {
    FilmComment(
      id: UUID(), film: FilmID(unchecked: "tt0113277"), name: "Alex", time: time, text: "x",
      source: source)
  }

  private static let times: [(String, Double?)] = [
    ("2002-08-18T04:56:07.000Z", 1_029_646_567), ("2002-08-18T04:56:07Z", 1_029_646_567),
    ("2002-08-18T04:56:07.250Z", 1_029_646_567.25),
    ("2002-08-18T04:56:07.250000Z", 1_029_646_567.25), ("last summer", nil), ("", nil),
  ]

  @Test(arguments: times)
  func timeIsReadWithAndWithoutFractions(text: String, seconds: Double?) {
    #expect(Self.comment(at: text).date?.timeIntervalSince1970 == seconds)
  }

  @Test func timeThatIsNoneIsShownAsItIs() {
    #expect(Self.comment(at: "last summer").age(at: Date()) == "last summer")
  }

  @Test func textsOfTimesSortLikeTheTimes() {
    let seconds = [
      -86_400.25, -1, -0.5, -0.000_001, 0, 0.000_001, 0.5, 1, 59.999_999, 60, 1_029_646_567.25, 1_800_000_000,
    ]
    let texts = seconds.map { FilmComment.timeText(Date(timeIntervalSince1970: $0)) }
    #expect(texts == texts.sorted() && Set(texts).count == texts.count)
    #expect(texts[0] == "1969-12-30T23:59:59.750000Z" && texts[3] == "1969-12-31T23:59:59.999999Z")
    #expect(texts[4] == "1970-01-01T00:00:00.000000Z")
    #expect(texts[10] == "2002-08-18T04:56:07.250000Z")
  }

  @Test func commentsWithoutASourceAreTheUsersOwn() {
    #expect(Self.comment(at: "").isMine)
    #expect(!Self.comment(at: "", source: "mflix").isMine)
  }

  private static let day = 86_400.0
  private static let ages: [(Double, String)] = [
    (0, "just now"), (59, "just now"), (-3600, "just now"), (60, "1 minute ago"),
    (3599, "59 minutes ago"), (3600, "1 hour ago"), (86_399, "23 hours ago"), (day, "yesterday"),
    (2 * day, "2 days ago"), (59 * day, "59 days ago"), (60 * day, "2 months ago"),
    (364 * day, "12 months ago"), (365 * day, "1 year ago"), (9000 * day, "24 years ago"),
  ]

  @Test(arguments: ages)
  func ageIsInTheLargestUnit(seconds: Double, text: String) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(now.addingTimeInterval(-seconds).age(at: now) == text)
  }

  @Test func timeInTheFutureIsADate() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    #expect(now.addingTimeInterval(10 * 86_400).age(at: now).wholeMatch(of: /2027-01-\d\d/) != nil)
  }
}
