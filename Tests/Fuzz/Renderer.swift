import FilmzTerminal
import Foundation

@testable import FilmzCommands

/// Checks that output with any text contains no control characters, fits the width, and can be parsed
/// in the machine-readable formats.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let width = input.byte()
  let renderTarget = RenderTarget(
    width: width == 0 ? nil : width, style: Style(usesColor: input.bool()),
    isTerminal: input.bool(), isUTF8: input.bool())
  let rows = Rows((0..<(input.byte() % 5)).map { _ in FuzzedRow(&input) }, FuzzedRow.fields)
  check(.list(rows), on: renderTarget, names: rows.names.count, rows.count)
  let card = FuzzedCard(&input)
  check(.card(card.members, card.card), on: renderTarget, names: card.members.count, 1)
  check(.report(rows, card.card), on: renderTarget, names: rows.names.count, rows.count)
  check(.text(card.text), on: RenderTarget(isTerminal: true), names: 0, 0)
  return 0
}

private func check(
  _ content: Output.Content, on renderTarget: RenderTarget, names: Int, _ rows: Int
) {
  func text(_ format: OutputFormat) -> String {
    Renderer.text(of: content, as: format, on: renderTarget)
  }
  let table = lines(text(.table))
  for line in table {
    require(line.displayWidth <= renderTarget.width ?? .max, "too wide: \(line.debugDescription)")
    require(containsNoControls(line), "control characters: \(line.debugDescription)")
  }
  if case .list = content { checkLastColumn(of: table) }
  let markdown = lines(text(.markdown))
  require(
    markdown.allSatisfy(containsNoControls), "control characters: \(markdown.debugDescription)")
  guard names > 0 else { return }
  require(
    Set(markdown.map(separatorCount)).count == 1,
    "other number of columns: \(markdown.debugDescription)")
  require(elementCount(of: text(.json)) == rows, "invalid JSON: \(text(.json).debugDescription)")
  let documentCounts = text(.jsonl).split(separator: "\n").map { elementCount(of: String($0)) }
  require(
    documentCounts == Array(repeating: 1, count: rows),
    "invalid JSON lines: \(text(.jsonl).debugDescription)")
  for (format, separator) in [(OutputFormat.csv, UInt8(ascii: ",")), (.tsv, UInt8(ascii: "\t"))] {
    let records = fieldCounts(of: text(format), separator)
    require(
      records == Array(repeating: names, count: rows + 1),
      "\(records) fields: \(text(format).debugDescription)")
    if renderTarget.isTerminal {
      require(
        containsNoControls(text(format), except: ["\t", "\r", "\n"]), "control characters")
    }
  }
}

/// Checks that the last column has the same position in every row.
private func checkLastColumn(of table: [String]) {
  guard table.allSatisfy({ $0.last == "|" }) else { return }
  require(Set(table.map(\.displayWidth)).count < 2, "not aligned: \(table.debugDescription)")
}

/// Returns the lines without the colors and direction marks of filmz.
private func lines(_ text: String) -> [String] {
  text.split(separator: "\n").map { line in
    var plain = String.UnicodeScalarView()
    var remaining = line.unicodeScalars
    while let scalar = remaining.popFirst() {
      if scalar == "\u{1B}", let length = lengthOfColorCode(at: remaining) {
        remaining = remaining.dropFirst(length)
      } else if scalar != "\u{200E}" {
        plain.append(scalar)
      }
    }
    return String(plain)
  }
}

/// Returns the length of `[`, a number, and `m`; returns `nil` if there is other text.
private func lengthOfColorCode(at text: Substring.UnicodeScalarView) -> Int? {
  guard text.first == "[" else { return nil }
  let digits = text.dropFirst().prefix { ("0"..."9").contains($0) }.count
  return text.dropFirst(1 + digits).first == "m" ? digits + 2 : nil
}

private func containsNoControls(_ text: String) -> Bool { containsNoControls(text, except: []) }

/// Returns whether a text has no control characters, line separators, or direction marks.
private func containsNoControls(_ text: String, except allowed: Set<Unicode.Scalar>) -> Bool {
  text.unicodeScalars.allSatisfy { scalar in
    if allowed.contains(scalar) { return true }
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      return false
    default: return true
    }
  }
}

/// Returns the number of unescaped `|` characters in a line.
private func separatorCount(_ line: String) -> Int {
  var count = 0
  var isEscaped = false
  for byte in line.utf8 {
    if byte == UInt8(ascii: "|"), !isEscaped { count += 1 }
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
  }
  return count
}

/// Returns the number of elements of an array, 1 for an object, or -1 if the text is not JSON.
private func elementCount(of text: String) -> Int {
  switch try? JSONSerialization.jsonObject(with: Data(text.utf8)) {
  case let list as [Any]: list.count
  case is [String: Any]: 1
  default: -1
  }
}

/// Returns the number of fields of each record, according to RFC 4180.
private func fieldCounts(of text: String, _ separator: UInt8) -> [Int] {
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

/// A row of fuzzed text, with columns of different kinds.
private struct FuzzedRow {
  static let fields: [Field<FuzzedRow>] = [
    Field(
      "number", Column("#", alignment: .trailing, hidesWhenEmpty: true),
      value: { .integer($0.number) }, cell: { Cell($0.number == 0 ? "" : String($0.number), .dim) }),
    Field("title", Column("Title", isFlexible: true, minimumWidth: 12), .bold) {
      .text($0.texts[0])
    },
    Field("note", Column("Year", alignment: .trailing, dropPriority: 1)) {
      $0.number == 0 ? .null : .text($0.texts[1])
    },
    Field(
      "tags",
      Column("Note", dropPriority: 2, isFlexible: true, minimumWidth: 6, hidesWhenEmpty: true),
      .green
    ) { .list($0.texts) },
    Field(
      "viewings", Column("|"),
      value: { .array([.object([.init("note", .text($0.texts[2]))])]) },
      cell: { _ in "|" }),
  ]

  let number: Int
  let texts: [String]

  init(_ input: inout FuzzInput) {
    number = input.byte()
    texts = [input.shortText(), input.shortText(), input.shortText()]
  }
}

/// A card of fuzzed text.
private struct FuzzedCard {
  let text: String
  private let texts: [String]

  init(_ input: inout FuzzInput) {
    texts = (0..<6).map { _ in input.shortText() }
    text = input.text
  }

  var members: [JSONValue.Member] {
    [.init("title", .text(texts[0])), .init("text", .text(text))]
  }

  var card: Card {
    Card(
      title: texts[0], subtitle: texts[1],
      badges: [.init(texts[2], texts[3], .yellow), .init("Mine", texts[4])], paragraphs: [text],
      fields: [.init("For", texts[4]), .init(texts[5], texts[3], .dim)],
      charts: [BarChart(texts[2], [(texts[3], texts.count), (texts[4], text.count)])])
  }
}
