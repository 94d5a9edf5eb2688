import FilmzTerminal
import FilmzTestSupport
import Testing

struct HostileTextTests {
  private static let widths: [Int?] = [1, 2, 3, 5, 8, 13, 20, 40, 60, 80, 120, 200, nil]

  private static func table(_ generator: inout HostileTextGenerator) -> Table {
    let flags = (0..<5).map { _ in generator.number(below: 8) }
    let columns = flags.enumerated().map { index, flag in
      Column(
        generator.next(upTo: 4), alignment: flag & 1 == 0 ? .leading : .trailing,
        dropPriority: index == 0 ? 0 : flag, isFlexible: flag & 2 == 0,
        minimumWidth: flag * 3, hidesWhenEmpty: flag & 4 == 0)
    }
    let rows = (0..<generator.number(below: 6)).map { _ in
      columns.map { _ in Cell(generator.next(), .green) } + [Cell("|", .red)]
    }
    return Table(columns: columns + [Column("|")], rows: rows)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { withoutCodes($0) }
  }

  /// Returns a line without SGR codes.
  ///
  /// Works on scalars, because a combining mark may follow a code.
  private static func withoutCodes(_ line: Substring) -> String {
    var text = String.UnicodeScalarView()
    var remainingScalars = line.unicodeScalars
    while let scalar = remainingScalars.popFirst() {
      if scalar == "\u{1B}" {
        remainingScalars = remainingScalars.drop { $0 != "m" }.dropFirst()
      }
      if scalar != "\u{1B}" { text.append(scalar) }
    }
    return String(text)
  }

  @Test(arguments: Seeds.of(0...59))
  func tableLinesFitAndTheirColumnsAreAligned(seed: UInt64) {
    var generator = HostileTextGenerator(seed: seed)
    let table = Self.table(&generator)
    for width in Self.widths {
      let style = Style(usesColor: seed % 2 == 0)
      let target = RenderTarget(width: width, style: style, isTerminal: seed % 3 == 0)
      let lines = Self.lines(table.rendered(on: target))
      #expect(lines.count == table.rows.count + 1)
      #expect(lines.allSatisfy { $0.displayWidth <= width ?? .max }, "seed \(seed), \(width ?? 0)")
      guard lines.allSatisfy({ $0.last == "|" }) else { continue }
      #expect(Set(lines.map(\.displayWidth)).count == 1, "seed \(seed), \(width ?? 0)")
    }
  }

  @Test(arguments: Seeds.of(0...59))
  func cardLinesFit(seed: UInt64) {
    var generator = HostileTextGenerator(seed: seed)
    let fields = (0..<3).map { _ in Card.Field(generator.next(upTo: 5), generator.next()) }
    let card = Card(
      title: generator.next(), subtitle: generator.next(), badges: fields,
      paragraphs: [generator.next(upTo: 90)],
      fields: fields, charts: [BarChart(generator.next(), fields.map { ($0.label, 3) })])
    for width in Self.widths {
      let lines = Self.lines(card.rendered(on: RenderTarget(width: width, isTerminal: true)))
      #expect(lines.allSatisfy { $0.displayWidth <= width ?? .max }, "seed \(seed), \(width ?? 0)")
    }
  }

  @Test(arguments: Seeds.of(0...199))
  func sanitizedTextIsHarmlessAndNotChangedAgain(seed: UInt64) {
    var generator = HostileTextGenerator(seed: seed)
    let sanitized = generator.next(upTo: 60).sanitizedForTerminal
    #expect(Array(sanitized.sanitizedForTerminal.unicodeScalars) == Array(sanitized.unicodeScalars))
    for scalar in sanitized.unicodeScalars {
      let category = scalar.properties.generalCategory
      #expect(![.control, .lineSeparator, .paragraphSeparator].contains(category))
      #expect(!scalar.properties.isBidiControl, "seed \(seed)")
    }
  }

  @Test(arguments: Seeds.of(0...199))
  func textIsCutBetweenGraphemeClusters(seed: UInt64) {
    var generator = HostileTextGenerator(seed: seed)
    let text = generator.next(upTo: 60).sanitizedForTerminal
    for width in 0..<min(40, text.displayWidth) {
      let truncatedText = text.truncated(toWidth: width)
      #expect(truncatedText.displayWidth <= width)
      guard width > 0 else { continue }
      // The ending may form a grapheme cluster with the character before it.
      #expect(truncatedText.unicodeScalars.last == "…", "seed \(seed), \(width)")
      let prefix = String(String.UnicodeScalarView(truncatedText.unicodeScalars.dropLast()))
      var expectedPrefix = Array(text.prefix(prefix.count).unicodeScalars)
      while expectedPrefix.last == " " { expectedPrefix.removeLast() }
      #expect(expectedPrefix == Array(prefix.unicodeScalars), "seed \(seed), \(width)")
    }
  }
}
