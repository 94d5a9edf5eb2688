import FilmzTerminal
import Testing

struct CardTests {
  static let film = Card(
    title: "千と千尋の神隠し (2001)",
    paragraphs: [
      "During her family's move to the suburbs, a girl wanders into a world of spirits."
    ],
    fields: [
      Card.Field("Directors", "Hayao Miyazaki"),
      Card.Field("Actors", "Rumi Hiiragi, Miyu Irino, Mari Natsuki, Takashi Naitô"),
      Card.Field("Notes", "first line\r\n\nthird \u{1B}[2Jline\n"),
      Card.Field("Tags", ""),
    ])

  @Test func labelsAreInAColumnAndValuesHaveAHangingIndent() {
    #expect(
      Self.film.rendered(on: RenderTarget(width: 48)) == """
        千と千尋の神隠し (2001)

        During her family's move to the suburbs, a girl
        wanders into a world of spirits.

        Directors  Hayao Miyazaki
        Actors     Rumi Hiiragi, Miyu Irino, Mari
                   Natsuki, Takashi Naitô
        Notes      first line

                   third ␛[2Jline
        Tags
        """)
  }

  @Test func labelsAreOnLinesOfTheirOwnOnANarrowTarget() {
    #expect(
      Self.film.rendered(on: RenderTarget(width: 20)) == """
        千と千尋の神隠し
        (2001)

        During her family's
        move to the suburbs,
        a girl wanders into
        a world of spirits.

        Directors
          Hayao Miyazaki
        Actors
          Rumi Hiiragi, Miyu
          Irino, Mari
          Natsuki, Takashi
          Naitô
        Notes
          first line

          third ␛[2Jline
        Tags
        """)
  }

  @Test func nothingIsWrappedWithoutAWidth() {
    #expect(
      Self.film.rendered(on: RenderTarget()) == """
        千と千尋の神隠し (2001)

        During her family's move to the suburbs, a girl wanders into a world of spirits.

        Directors  Hayao Miyazaki
        Actors     Rumi Hiiragi, Miyu Irino, Mari Natsuki, Takashi Naitô
        Notes      first line

                   third ␛[2Jline
        Tags
        """)
  }

  @Test func subtitleAndUnbrokenBadgesFollowTheTitle() {
    let card = Card(
      title: "Jaws (1975)", subtitle: "movie • PG • 124 min",
      badges: [
        .init("Mine", "9/10"), .init("IMDb", "8.1/10 (1,234 votes)"),
        .init("Rotten Tomatoes", "97% fresh"),
      ], fields: [.init("Id", "tt0073195")])
    #expect(
      card.rendered(on: RenderTarget(width: 40)) == """
        Jaws (1975)
        movie • PG • 124 min
        Mine 9/10  IMDb 8.1/10 (1,234 votes)
        Rotten Tomatoes 97% fresh

        Id  tt0073195
        """)
    #expect(
      card.rendered(on: RenderTarget(width: 18)).split(separator: "\n").allSatisfy {
        $0.count <= 18
      })
  }

  @Test(arguments: [1, 2, 5, 10, 20, 29, 30, 48, 80, 120], [false, true])
  func noLineIsWiderThanTheTarget(width: Int, usesColor: Bool) {
    let text = Self.film.rendered(
      on: RenderTarget(width: width, style: Style(usesColor: usesColor)))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.withoutCodes.displayWidth <= width)
    }
  }

  @Test func titleIsBoldLabelsAreDimAndValuesAreEmphasized() {
    let style = Style(usesColor: true)
    let card = Card(title: "T", fields: [Card.Field("A", "x", .yellow)])
    #expect(
      card.rendered(on: RenderTarget(style: style))
        == "\(style.bold("T"))\n\(style.dim("A"))  \(style.emphasized("x", .yellow))")
  }

  @Test func titlesAndLabelsAreSanitized() {
    let card = Card(title: "a\nb\u{1B}", fields: [Card.Field("l\u{7}\n", "v")])
    #expect(card.rendered(on: RenderTarget()) == "a b␛\nl␇   v")
  }
}
