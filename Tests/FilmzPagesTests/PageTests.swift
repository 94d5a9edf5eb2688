import FilmzDomain
import FilmzPages
import Foundation
import Testing

/// The document of a page (contract, Pages).
struct PageTests {
  private static let now = Date(timeIntervalSince1970: 1_780_000_000)

  private static func film(_ title: String, _ id: String = "tt0113277") -> PageFilm {
    var film = PageFilm(ids: [FilmID(unchecked: id)], title: title)
    film.year = 1995
    film.rating = Rating(tenths: 85)
    return film
  }

  private static func page(_ films: [PageFilm]) -> Page {
    var page = Page(.list, title: "Noir", madeAt: now)
    page.sections = [.init("Noir", films, isNumbered: true)]
    return page
  }

  // MARK: - Safety

  static let hostileTexts = [
    "<script>alert(1)</script>", "\" onmouseover=\"alert(1)", "' onfocus='alert(1)", "</title><b>",
    "a & b &lt; c", "</style><script>", "-->", "<!--", "\u{202E}evil\u{202C}",
    "a\u{0}b\u{1B}[2J\u{85}",
    "javascript:alert(1)",
  ]

  /// Texts from elsewhere add neither elements nor attributes to a page.
  @Test(arguments: hostileTexts)
  func hostileTextStaysText(text: String) throws {
    var film = Self.film(text)
    film.genres = [text]
    film.poster = "https://example.com/\(text)"
    var page = Self.page([film])
    page.title = text
    page.description = text
    page.byline = text
    page.figures = [(text, text)]
    page.sections.append(.init(text, description: text, [film]))
    page.charts = [
      StatisticsChart(.genres, text, [ValueCount(value: text, count: 1)], footnote: text),
      StatisticsChart(.months, text, [ValueCount(value: text, count: 1)]),
    ]
    page.hasPosters = true
    var plain = page
    plain.title = "x"
    plain.description = "x"
    plain.byline = "x"
    plain.figures = [("x", "x")]
    var plainFilm = Self.film("x")
    plainFilm.genres = ["x"]
    plainFilm.poster = film.poster.flatMap { URL(string: $0) }.map { _ in "https://example.com/x" }
    plain.sections = [
      .init("Noir", [plainFilm], isNumbered: true), .init("x", description: "x", [plainFilm]),
    ]
    plain.charts = [
      StatisticsChart(.genres, "x", [ValueCount(value: "x", count: 1)], footnote: "x"),
      StatisticsChart(.months, "x", [ValueCount(value: "x", count: 1)]),
    ]
    #expect(Self.tags(page.document) == Self.tags(plain.document))
    #expect(!page.document.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
    #expect(!page.document.contains("\u{202E}"))
  }

  /// Returns the names of the tags and attributes of a document, without the content of its style and script.
  private static func tags(_ document: String) -> [String] {
    let tag = /<(?:[^>"]|"[^"]*")*>/
    return document.matches(of: tag).map { match in
      String(match.output).replacing(/="[^"]*"/, with: "=")
    }
  }

  @Test func styleAndScriptAreAllowedByTheirHashes() throws {
    let document = Self.page([Self.film("Heat")]).document.replacing("&#39;", with: "'")
    for element in ["style", "script"] {
      let start = try #require(document.firstRange(of: "<\(element)>")).upperBound
      let end = try #require(document.firstRange(of: "</\(element)>")).lowerBound
      let content = Array(document[start..<end].utf8)
      let hash = Data(SHA256.hash(of: content)).base64EncodedString()
      #expect(document.contains("\(element)-src 'sha256-\(hash)'"))
    }
    // Computed by another library; they change with the style and the script.
    #expect(document.contains("'sha256-VA8IXYR/ZjEgeg6ttBYF32zpLWbWJt4BGKkTwxRj+WA='"))
    #expect(document.contains("'sha256-pm0pgl2PJjhnaleGVAi66y+gSETRfCRvGAT2nvyridw='"))
    #expect(document.contains("content=\"default-src 'none'; "))
    #expect(!document.contains("img-src"))
    #expect(!document.contains(" style=\"") && !document.contains(" onclick"))
  }

  @Test(arguments: [
    ("tt0113277", "https://www.imdb.com/title/tt0113277/"),
    ("tmdb:movie:949", "https://www.themoviedb.org/movie/949"),
    ("tmdb:tv:1396", "https://www.themoviedb.org/tv/1396"), ("own:1", nil), ("tt\"><b>", nil),
  ])
  func filmsLinkToIMDbAndTMDBOnly(id: String, address: String?) {
    let document = Self.page([Self.film("Heat", id)]).document
    let links = document.matches(of: /href="([^"]*)"/).map { String($0.output.1) }
    #expect(links == [address].compactMap(\.self))
  }

  @Test(arguments: [
    ("https://image.tmdb.org/t/p/w185/a.jpg", true), ("http://example.com/a.jpg", false),
    ("javascript:alert(1)", false), ("data:image/png;base64,AA", false), ("//example.com/a", false),
    ("https://user:secret@example.com/a.jpg", false), ("N/A", false),
  ])
  func onlySecurePostersAreShown(poster: String, isShown: Bool) {
    var film = Self.film("Heat")
    film.poster = poster
    var page = Self.page([film])
    #expect(!page.document.contains("<img"))
    page.hasPosters = true
    #expect(page.document.contains("<img") == isShown)
    #expect(page.document.contains("img-src https:"))
    #expect(page.document.contains("not endorsed") == poster.contains("tmdb"))
  }

  // MARK: - Tables

  @Test func columnsWithoutValuesAreLeftOut() {
    let headings = Self.page([Self.film("Heat")]).document
      .matches(of: /<th scope="col"[^>]*>([^<]*)</).map { String($0.output.1) }
    #expect(headings == ["#", "Title", "Year", "Rating"])
  }

  /// The type after a title does not count.
  @Test func titlesAreSortedByTheirText() {
    var film = Self.film("Heat")
    film.type = .series
    #expect(Self.page([film]).document.contains("<th scope=\"row\" data-key=\"Heat\">"))
  }

  @Test(arguments: [
    (["1990s", "2000s"], ["90s", "00s"]), (["1920s", "2020s"], ["1920s", "2020s"]),
  ])
  func labelsOfDecadesDiffer(decades: [String], labels: [String]) {
    var page = Page(.statistics, title: "x", madeAt: Self.now)
    page.charts = [
      StatisticsChart(
        .decades, "Films by decade", decades.map { ValueCount(value: $0, count: 1) })
    ]
    let texts = page.document.matches(of: /<text x="[^"]*" y="176">([^<]*)</)
    #expect(texts.map { String($0.output.1) } == labels)
  }

  @Test func everyChartIsDescribedInWords() {
    var page = Page(.statistics, title: "x", madeAt: Self.now)
    page.charts = [
      StatisticsChart(
        .ratings, "Your ratings",
        [ValueCount(value: "9", count: 2), ValueCount(value: "8", count: 0)]),
      StatisticsChart(.directors, "Directors you watch most", [ValueCount(value: "A", count: 1)]),
    ]
    #expect(page.document.contains("role=\"img\" aria-label=\"Ratings: 9: 2, 8: 0\""))
    #expect(page.document.contains("aria-label=\"Most watched directors: A: 1\""))
  }

  @Test func documentIsRecognizedAsAPage() {
    let document = Self.page([Self.film("Heat")]).document
    let start = String(document.prefix(Page.markLength))
    #expect(Page.isPage(.list, start) && !Page.isPage(.statistics, start))
    #expect(!Page.isPage(.list, "<!DOCTYPE html><title>My page</title>"))
  }
}
