import FilmzTerminal
import Testing

struct NastyTextTests {
  private static let widths: [Int?] = [1, 2, 3, 5, 8, 13, 20, 40, 60, 80, 120, 200, nil]

  private static func table(_ text: inout NastyText) -> Table {
    let flags = (0..<5).map { _ in text.number(below: 8) }
    let columns = flags.enumerated().map { index, flag in
      Column(
        text.next(upTo: 4), alignment: flag & 1 == 0 ? .leading : .trailing,
        priority: index == 0 ? 0 : flag, isFlexible: flag & 2 == 0,
        minimumWidth: flag * 3, hidesWhenEmpty: flag & 4 == 0)
    }
    let rows = (0..<text.number(below: 6)).map { _ in
      columns.map { _ in Cell(text.next(), .green) } + [Cell("|", .red)]
    }
    return Table(columns: columns + [Column("|")], rows: rows)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { withoutCodes($0) }
  }

  /// Scalar by scalar, because a mark may follow a code.
  private static func withoutCodes(_ line: Substring) -> String {
    var text = String.UnicodeScalarView()
    var rest = line.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" {
        rest = rest[(rest.firstIndex(of: "m") ?? rest.endIndex)...].dropFirst()
      }
      if scalar != "\u{1B}" { text.append(scalar) }
    }
    return String(text)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func everyLineOfATableFitsAndItsColumnsStandUpright(seed: UInt64) {
    var text = NastyText(seed: seed)
    let table = Self.table(&text)
    for width in Self.widths {
      let style = Style(isOn: seed % 2 == 0)
      let canvas = RenderTarget(width: width, style: style, isTerminal: seed % 3 == 0)
      let lines = Self.lines(table.rendered(on: canvas))
      #expect(lines.count == table.rows.count + 1)
      #expect(lines.allSatisfy { $0.displayWidth <= width ?? .max }, "seed \(seed), \(width ?? 0)")
      guard lines.allSatisfy({ $0.last == "|" }) else { continue }
      #expect(Set(lines.map(\.displayWidth)).count == 1, "seed \(seed), \(width ?? 0)")
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func everyLineOfACardFits(seed: UInt64) {
    var text = NastyText(seed: seed)
    let fields = (0..<3).map { _ in Card.Field(text.next(upTo: 5), text.next()) }
    let card = Card(
      title: text.next(), subtitle: text.next(), badges: fields, paragraphs: [text.next(upTo: 90)],
      fields: fields, charts: [BarChart(text.next(), fields.map { .init($0.label, 3) })])
    for width in Self.widths {
      let lines = Self.lines(card.rendered(on: RenderTarget(width: width, isTerminal: true)))
      #expect(lines.allSatisfy { $0.displayWidth <= width ?? .max }, "seed \(seed), \(width ?? 0)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func inertTextIsHarmlessAndStaysAsItIs(seed: UInt64) {
    var text = NastyText(seed: seed)
    let inert = text.next(upTo: 60).sanitizedForTerminal
    #expect(Array(inert.sanitizedForTerminal.unicodeScalars) == Array(inert.unicodeScalars))
    for scalar in inert.unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(![.control, .lineSeparator, .paragraphSeparator].contains(category))
      #expect(!scalar.properties.isBidiControl, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func aCutFallsBetweenGraphemes(seed: UInt64) {
    var text = NastyText(seed: seed)
    let whole = text.next(upTo: 60).sanitizedForTerminal
    for width in 0..<min(40, whole.displayWidth) {
      let cut = whole.truncated(toWidth: width)
      #expect(cut.displayWidth <= width)
      guard width > 0 else { continue }
      // The ending may join a sign before it to one grapheme.
      #expect(cut.unicodeScalars.last == "…", "seed \(seed), \(width)")
      let kept = String(String.UnicodeScalarView(cut.unicodeScalars.dropLast()))
      var beginning = Array(whole.prefix(kept.count).unicodeScalars)
      while beginning.last == " " { beginning.removeLast() }
      #expect(beginning == Array(kept.unicodeScalars), "seed \(seed), \(width)")
    }
  }
}
