import FilmzTerminal
import Testing

struct CardTests {
  static let film = Card(
    title: "千と千尋の神隠し (2001)",
    fields: [
      Card.Field("Directors", "Hayao Miyazaki"),
      Card.Field("Actors", "Rumi Hiiragi, Miyu Irino, Mari Natsuki, Takashi Naitô"),
      Card.Field("Notes", "first line\r\n\nthird \u{1B}[2Jline\n"),
      Card.Field("Tags", ""),
    ],
    paragraphs: ["During her family's move to the suburbs, a girl wanders into a world of spirits."]
  )

  @Test func labelsStandInAColumnAndValuesHang() {
    #expect(
      Self.film.rendered(on: Canvas(width: 48)) == """
        千と千尋の神隠し (2001)
        Directors  Hayao Miyazaki
        Actors     Rumi Hiiragi, Miyu Irino, Mari
                   Natsuki, Takashi Naitô
        Notes      first line

                   third ␛[2Jline
        Tags

        During her family's move to the suburbs, a girl
        wanders into a world of spirits.
        """)
  }

  @Test func narrowLabelsStandOnTheirOwnLines() {
    #expect(
      Self.film.rendered(on: Canvas(width: 20)) == """
        千と千尋の神隠し
        (2001)
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

        During her family's
        move to the suburbs,
        a girl wanders into
        a world of spirits.
        """)
  }

  @Test func nothingIsWrappedWithoutAWidth() {
    #expect(
      Self.film.rendered(on: Canvas()) == """
        千と千尋の神隠し (2001)
        Directors  Hayao Miyazaki
        Actors     Rumi Hiiragi, Miyu Irino, Mari Natsuki, Takashi Naitô
        Notes      first line

                   third ␛[2Jline
        Tags

        During her family's move to the suburbs, a girl wanders into a world of spirits.
        """)
  }

  @Test(arguments: [1, 2, 5, 10, 20, 29, 30, 48, 80, 120], [false, true])
  func noLineIsWiderThanTheCanvas(width: Int, isOn: Bool) {
    let text = Self.film.rendered(on: Canvas(width: width, style: Style(isOn: isOn)))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      #expect(line.withoutCodes.displayWidth <= width)
    }
  }

  @Test func titleIsBoldLabelsAreDimValuesHaveTheirEmphasis() {
    let style = Style(isOn: true)
    let card = Card(title: "T", fields: [Card.Field("A", "x", .yellow)])
    #expect(
      card.rendered(on: Canvas(style: style))
        == "\(style.bold("T"))\n\(style.dim("A"))  \(style.yellow("x"))")
  }

  @Test func foreignTitlesAndLabelsAreInert() {
    let card = Card(title: "a\nb\u{1B}", fields: [Card.Field("l\u{7}\n", "v")])
    #expect(card.rendered(on: Canvas()) == "a b␛\nl␇   v")
  }
}
