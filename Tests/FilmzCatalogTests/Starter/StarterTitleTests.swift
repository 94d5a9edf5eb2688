import FilmzDomain
import Testing

@testable import FilmzCatalog

/// The parsing of the starter catalog's lines.
struct StarterTitleTests {
  private static let line =
    "tt0211915\tAmélie\tLe fabuleux destin\t2001\tmovie\t122\tComedy, Romance\tA B, C D\tE\tF, G"
    + "\tH\t8.3\t810000\tDie fabelhafte Welt / アメリ / Ich, 1/2 und du"

  private static func line(_ field: Int, _ value: String) -> String {
    var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    fields[field] = value
    return fields.joined(separator: "\t")
  }

  @Test func lineContainsAllFacts() throws {
    let film = try #require(StarterTitle(line: Self.line)).film
    var expected = Film(
      id: FilmID(unchecked: "tt0211915"), title: "Amélie", year: 2001, type: .movie,
      origin: .starter, isComplete: true)
    expected.originalTitle = "Le fabuleux destin"
    expected.runtimeMinutes = 122
    expected.genres = ["Comedy", "Romance"]
    expected.directors = ["A B", "C D"]
    expected.actors = ["E"]
    expected.languages = ["F", "G"]
    expected.countries = ["H"]
    expected.imdbRating = try Rating(parsing: "8.3")
    expected.imdbVotes = 810_000
    expected.ratingsAsOf = StarterTitle.ratingsAsOf
    #expect(film == expected)
  }

  @Test(
    arguments: [
      ("2001", 2001, nil), ("1989–1998", 1989, 1998), ("2011–", 2011, nil), ("", nil, nil),
    ] as [(String, Int?, Int?)])
  func yearsOfASeriesAreParsed(field: String, year: Int?, endYear: Int?) throws {
    let film = try #require(StarterTitle(line: Self.line(3, field))).film
    #expect(film.year == year)
    #expect(film.endYear == endYear)
  }

  /// Each case has the years of a film, and the last year that the index stores; a stored record may have any number.
  @Test(arguments: [("1989–1998", 1998), ("2011–", 0), ("2008–100000", UInt16.max), ("2008–99999999999", 0)])
  func lastYearOfARowIsLimited(field: String, endYear: UInt16) throws {
    let title = try #require(StarterTitle(line: Self.line(3, field)))
    #expect(title.row(FactBlock.Facts(id: title.id, type: .series)).endYear == endYear)
  }

  @Test func emptyOriginalTitleIsNil() throws {
    let film = try #require(StarterTitle(line: Self.line(2, ""))).film
    #expect(film.originalTitle == nil)
  }

  @Test func localTitlesAreSeparatedBySpaceSlashSpace() throws {
    let title = try #require(StarterTitle(line: Self.line))
    #expect(title.localNames == ["Die fabelhafte Welt", "アメリ", "Ich, 1/2 und du"])
    #expect(try #require(StarterTitle(line: Self.line(13, ""))).localNames.isEmpty)
    #expect(try #require(StarterTitle(line: Self.line(13, "Seven"))).localNames == ["Seven"])
    #expect(try #require(StarterTitle(line: Self.line(13, "a / / b"))).localNames == ["a", "/ b"])
  }

  @Test(arguments: ["", "tt0211915", "tt0211915\ta\tb", "# comment", line + "\tmore"])
  func lineInAnotherFormatIsRejected(line: String) {
    #expect(StarterTitle(line: line) == nil)
  }

  @Test func lineWithInvalidIDIsRejected() {
    #expect(StarterTitle(line: Self.line(0, "0211915")) == nil)
  }
}

extension StarterTitle {
  /// Parses a single line.
  init?(line: some StringProtocol) {
    let bytes = Array(line.utf8)
    self.init(0..<bytes.count, of: bytes)
  }
}
