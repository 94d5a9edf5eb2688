import FilmzTerminal
import Testing

/// Cards on narrow targets, and cards with unbreakable values.
struct CardWidthTests {
  private static let address = "https://example.invalid/posters/tt9000001.jpg"

  @Test(arguments: 1...20, [false, true])
  func noLineIsWiderThanTheTarget(width: Int, usesColor: Bool) {
    let card = Card(
      title: "Jaws (1975)", subtitle: "movie • PG • 124 min",
      badges: [
        .init("Mine", "9/10", .cyan), .init("Rotten Tomatoes", "97% fresh, 千と千尋", .green),
        .init("IMDb", "8.1/10", .yellow),
      ],
      paragraphs: ["A shark."], fields: [.init("Id", "tt0073195"), .init("Directed by", "S. S.")])
    let text = card.rendered(on: RenderTarget(width: width, style: Style(usesColor: usesColor)))
    for line in text.split(separator: "\n") {
      // A wide character takes two cells and cannot be broken.
      #expect(line.withoutCodes.displayWidth <= max(2, width), "\(line)")
    }
  }

  @Test func badgeWiderThanTheTargetIsWrapped() {
    let card = Card(
      title: "T",
      badges: [.init("A", "1"), .init("Rotten Tomatoes", "97% fresh"), .init("B", "2")])
    #expect(
      card.rendered(on: RenderTarget(width: 16)) == """
        T
        A 1
        Rotten Tomatoes
        97% fresh
        B 2
        """)
  }

  @Test(arguments: [30, 48, 52])
  func unbreakableValueIsBelowItsLabelIfItDoesNotFitNextToIt(width: Int) {
    #expect(
      Self.poster.rendered(on: RenderTarget(width: width)) == """
        T
        Poster
        \(Self.address)
        Id      x
        """)
  }

  @Test(arguments: [53, 80, nil])
  func unbreakableValueIsNextToItsLabelIfItFits(width: Int?) {
    let lines = Self.poster.rendered(on: RenderTarget(width: width)).split(separator: "\n")
    #expect(lines.contains("Poster  \(Self.address)"))
  }

  @Test func valueIsBrokenUnlessItIsUnbreakable() {
    let card = Card(title: "T", fields: [.init("Poster", Self.address)])
    #expect(!card.rendered(on: RenderTarget(width: 48)).contains(Self.address))
  }

  @Test func unbreakableValueIsSanitizedAndEmphasized() {
    let style = Style(usesColor: true)
    let value = String(repeating: "a", count: 40) + "\u{1B}[2J"
    let card = Card(title: "T", fields: [.init("Poster", value, .dim, isUnbreakable: true)])
    let lines = card.rendered(on: RenderTarget(width: 30, style: style)).split(separator: "\n")
    #expect(lines.last.map(String.init) == style.dim(value.sanitizedForTerminal))
  }

  private static let poster = Card(
    title: "T",
    fields: [.init("Poster", address, .dim, isUnbreakable: true), .init("Id", "x")])
}
