import FilmzTerminal
import Foundation

@testable import FilmzCommands

/// Whatever text stands in rows and cards: nothing of it obeys, no line is too wide, and machines
/// can read what is for them.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let width = input.byte()
  let canvas = RenderTarget(
    width: width == 0 ? nil : width, style: Style(isOn: input.bool()),
    isTerminal: input.bool(), isUTF8: input.bool())
  let rows = Rows((0..<(input.byte() % 5)).map { _ in HostileRow(&input) }, HostileRow.fields)
  look(at: .list(rows), on: canvas, names: rows.names.count, rows.count)
  let card = HostileCard(&input)
  look(at: .card(card.members, card.card), on: canvas, names: card.members.count, 1)
  look(at: .report(rows, card.card), on: canvas, names: rows.names.count, rows.count)
  look(at: .text(card.text), on: RenderTarget(isTerminal: true), names: 0, 0)
  return 0
}

private func look(at content: Output.Content, on canvas: RenderTarget, names: Int, _ rows: Int) {
  func text(_ format: OutputFormat) -> String {
    Renderer.text(of: content, as: format, on: canvas)
  }
  let table = lines(text(.table))
  for line in table {
    require(line.displayWidth <= canvas.width ?? .max, "too wide: \(line.debugDescription)")
    require(isHarmless(line), "harmful: \(line.debugDescription)")
  }
  if case .list = content { lookAtEnds(of: table) }
  let markdown = lines(text(.markdown))
  require(markdown.allSatisfy(isHarmless), "harmful: \(markdown.debugDescription)")
  guard names > 0 else { return }
  require(Set(markdown.map(bars)).count == 1, "other bars: \(markdown.debugDescription)")
  require(elements(of: text(.json)) == rows, "no JSON: \(text(.json).debugDescription)")
  let documents = text(.jsonl).split(separator: "\n").map { elements(of: String($0)) }
  require(
    documents == Array(repeating: 1, count: rows), "no lines: \(text(.jsonl).debugDescription)")
  for (format, separator) in [(OutputFormat.csv, UInt8(ascii: ",")), (.tsv, UInt8(ascii: "\t"))] {
    let records = fields(of: text(format), separator)
    require(
      records == Array(repeating: names, count: rows + 1),
      "\(records) fields: \(text(format).debugDescription)")
    if canvas.isTerminal { require(isHarmless(text(format), but: ["\t", "\r", "\n"]), "harmful") }
  }
}

/// The last column stands at the same place in every row.
private func lookAtEnds(of table: [String]) {
  guard table.allSatisfy({ $0.last == "|" }) else { return }
  require(Set(table.map(\.displayWidth)).count < 2, "crooked: \(table.debugDescription)")
}

/// Lines without our colours and marks of direction.
private func lines(_ text: String) -> [String] {
  text.split(separator: "\n").map { line in
    var plain = String.UnicodeScalarView()
    var rest = line.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", let code = code(at: rest) {
        rest = rest.dropFirst(code)
      } else if scalar != "\u{200E}" {
        plain.append(scalar)
      }
    }
    return String(plain)
  }
}

/// The scalars of `[`, a number and `m`, or nothing where something else stands there.
private func code(at rest: Substring.UnicodeScalarView) -> Int? {
  guard rest.first == "[" else { return nil }
  let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }.count
  return rest.dropFirst(1 + digits).first == "m" ? digits + 2 : nil
}

private func isHarmless(_ text: String) -> Bool { isHarmless(text, but: []) }

private func isHarmless(_ text: String, but known: Set<Unicode.Scalar>) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    if known.contains(scalar) { return true }
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      return false
    default: return true
    }
  }
}

/// The bars of a line that are not escaped.
private func bars(_ line: String) -> Int {
  var count = 0
  var isEscaped = false
  for byte in line.utf8 {
    if byte == UInt8(ascii: "|"), !isEscaped { count += 1 }
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
  }
  return count
}

/// The elements of a list, 1 for an object, -1 where it is no JSON.
private func elements(of text: String) -> Int {
  switch try? JSONSerialization.jsonObject(with: Data(text.utf8)) {
  case let list as [Any]: list.count
  case is [String: Any]: 1
  default: -1
  }
}

/// The fields of each record, as RFC 4180 has them.
private func fields(of text: String, _ separator: UInt8) -> [Int] {
  var counts: [Int] = []
  var count = 1
  var isQuoted = false
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""): isQuoted.toggle()
    case separator where !isQuoted: count += 1
    case UInt8(ascii: "\n") where !isQuoted:
      counts.append(count)
      count = 1
    default: break
    }
  }
  return counts
}

/// A row of foreign text, with a column of every kind.
private struct HostileRow {
  static let fields: [Field<HostileRow>] = [
    Field(
      "number", Column("#", alignment: .trailing, hidesWhenEmpty: true),
      value: { .integer($0.number) }, cell: { Cell($0.number == 0 ? "" : String($0.number), .dim) }),
    Field("title", Column("Title", isFlexible: true, minimumWidth: 12), .bold) {
      .text($0.texts[0])
    },
    Field("note", Column("Year", alignment: .trailing, priority: 1)) {
      $0.number == 0 ? .null : .text($0.texts[1])
    },
    Field(
      "tags", Column("Note", priority: 2, isFlexible: true, minimumWidth: 6, hidesWhenEmpty: true),
      .green
    ) { .list($0.texts) },
    Field(
      "viewings", Column("|"),
      value: { .array([.object([.init(name: "note", value: .text($0.texts[2]))])]) },
      cell: { _ in "|" }),
  ]

  let number: Int
  let texts: [String]

  init(_ input: inout FuzzInput) {
    number = input.byte()
    texts = [input.shortText(), input.shortText(), input.shortText()]
  }
}

/// A card of foreign text.
private struct HostileCard {
  let text: String
  private let texts: [String]

  init(_ input: inout FuzzInput) {
    texts = (0..<6).map { _ in input.shortText() }
    text = input.text
  }

  var members: [JSONValue.Member] {
    [.init(name: "title", value: .text(texts[0])), .init(name: "text", value: .text(text))]
  }

  var card: Card {
    Card(
      title: texts[0], subtitle: texts[1],
      badges: [.init(texts[2], texts[3], .yellow), .init("Mine", texts[4])], paragraphs: [text],
      fields: [.init("For", texts[4]), .init(texts[5], texts[3], .dim)],
      charts: [BarChart(texts[2], [.init(texts[3], texts.count), .init(texts[4], text.count)])])
  }
}
