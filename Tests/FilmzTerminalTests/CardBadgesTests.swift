import FilmzTerminal
import Testing

struct CardBadgesTests {
  private static let card = Card(
    title: "Jaws (1975)", subtitle: "movie • PG • 124 min • Adventure, Thriller",
    badges: [
      .init("Mine", "9/10", .cyan), .init("IMDb", "8.1/10 (1,234 votes)", .yellow),
      .init("Rotten Tomatoes", "97% fresh", .green), .init("Metacritic", "87/100", .blue),
    ],
    paragraphs: ["A shark."], fields: [.init("Id", "tt0073195")])

  @Test(arguments: [
    (
      100,
      ["Mine 9/10  IMDb 8.1/10 (1,234 votes)  Rotten Tomatoes 97% fresh  Metacritic 87/100"]
    ),
    (
      60,
      ["Mine 9/10  IMDb 8.1/10 (1,234 votes)", "Rotten Tomatoes 97% fresh  Metacritic 87/100"]
    ),
    (
      36,
      [
        "Mine 9/10  IMDb 8.1/10 (1,234 votes)", "Rotten Tomatoes 97% fresh", "Metacritic 87/100",
      ]
    ),
    (
      35,
      [
        "Mine 9/10", "IMDb 8.1/10 (1,234 votes)", "Rotten Tomatoes 97% fresh",
        "Metacritic 87/100",
      ]
    ),
  ])
  func everyLineHasAsManyBadgesAsFit(width: Int, lines: [String]) {
    let text = Self.card.rendered(on: RenderTarget(width: width))
    let badges = text.split(separator: "\n").map(String.init).filter {
      $0.contains("/10") || $0.contains("%")
    }
    #expect(badges == lines)
  }

  @Test(arguments: [16, 20, 30, 60], [false, true])
  func noLineIsWiderThanTheTarget(width: Int, usesColor: Bool) {
    let text = Self.card.rendered(
      on: RenderTarget(width: width, style: Style(usesColor: usesColor)))
    for line in text.split(separator: "\n") {
      #expect(line.withoutCodes.displayWidth <= width, "\(line)")
    }
  }

  @Test func cardWithoutBadgesHasNoBadgeLine() {
    let card = Card(title: "Jaws (1975)", paragraphs: ["A shark."])
    #expect(card.rendered(on: RenderTarget(width: 40)) == "Jaws (1975)\n\nA shark.")
  }

  @Test func badgesHaveADimLabelAndAnEmphasizedValue() {
    let style = Style(usesColor: true)
    let card = Card(title: "T", badges: [.init("IMDb", "8.1/10", .yellow)])
    #expect(
      card.rendered(on: RenderTarget(style: style))
        == "\(style.bold("T"))\n\(style.dim("IMDb")) \(style.emphasized("8.1/10", .yellow))")
  }

  @Test func badgesAndSubtitlesAreSanitized() {
    let card = Card(
      title: "T", subtitle: "a\u{1B}[2J", badges: [.init("l\u{7}", "v\u{9B}1\n2")])
    let text = card.rendered(on: RenderTarget())
    #expect(!text.unicodeScalars.contains { [0x1B, 0x07, 0x9B].contains($0.value) })
    #expect(text.split(separator: "\n").count == 3)
  }
}
