import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct CSVReaderTests {
  /// The fields of the records of a text, with their lines; a record with a problem has no fields.
  private static func records(
    _ text: String, chunk: Int = 3, separator: Character = ","
  ) throws -> [(line: Int, fields: [String])] {
    let bytes = Array(text.utf8)
    var position = 0
    let stream = ByteStream {
      guard position < bytes.count else { return nil }
      defer { position += chunk }
      return Array(bytes[position..<min(position + chunk, bytes.count)])
    }
    var reader = CSVReader(stream, separator: separator.asciiValue ?? 44)
    var records: [(Int, [String])] = []
    while let (line, record) = try reader.next() {
      let fields = (try? record.get()).map { record in
        (0..<record.count).map { record[$0].decodedText.text }
      }
      records.append((line, fields ?? []))
    }
    return records
  }

  @Test(
    arguments: [
      ("", []), ("a", [["a"]]), ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\rc,d", [["a", "b"], ["c", "d"]]),
      ("\n\na\n \n\nb\n", [["a"], ["b"]]), (",\n", []), ("a,\n", [["a", ""]]),
      ("\"a,b\",c", [["a,b", "c"]]), ("\"a\nb\",c\nd", [["a\nb", "c"], ["d"]]),
      ("\"a\"\"b\",\"\"", [["a\"b", ""]]), ("a\"b\",c", [["a\"b\"", "c"]]),
      ("\"a\"b,c", [["ab", "c"]]), ("é,七", [["é", "七"]]),
      // The quote is not closed: only its line is lost.
      ("a,\"b\nc,d\n", [[], ["c", "d"]]), ("\"", [[]]),
    ] as [(String, [[String]])], [1, 3, 100])
  func fieldsAreSeparated(table: (text: String, fields: [[String]]), chunk: Int) throws {
    let records = try Self.records(table.text, chunk: chunk)
    #expect(records.map(\.fields) == table.fields)
  }

  @Test func linesAreNumberedByTheirFirstLine() throws {
    let text = "a\r\n\r\n\"b\r\nb\",c\r\nd,\"e\nf\ng"
    #expect(try Self.records(text).map(\.line) == [1, 3, 5, 6, 7])
  }

  @Test(arguments: [";", "\t"] as [Character])
  func separatorCanBeAnother(separator: Character) throws {
    let records = try Self.records("a,b\(separator)c", separator: separator)
    #expect(records.map(\.fields) == [["a,b", "c"]])
  }

  @Test func tooLongRecordIsSkippedAndReadingContinues() throws {
    let long = String(repeating: "x", count: CSVReader.maximumSize + 10)
    let records = try Self.records("a\n\(long)\nb\n\"\(long)\nc\n", chunk: 65_536)
    #expect(records.map(\.fields) == [["a"], [], ["b"], [], ["c"]])
    #expect(records.map(\.line) == [1, 2, 3, 4, 5])
  }

  /// Whatever the bytes are, every line with text is part of a record, and reading ends.
  @Test(arguments: Seeds.of(1...40))
  func anyBytesAreRead(seed: UInt64) throws {
    var random = SplitMix(seed)
    let alphabet = Array("ab,;\"\"\r\n\n \u{FF}é".utf8)
    for _ in 1...50 {
      let bytes: [UInt8] = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      var reader = CSVReader(ByteStream(bytes), separator: UInt8(ascii: ","))
      var lastLine = 0
      var count = 0
      while let (line, record) = try reader.next() {
        #expect(line > lastLine)
        lastLine = line
        count += 1
        if case .success(let record) = record { #expect(record.count > 0) }
      }
      #expect(count <= bytes.count)
    }
  }
}

struct TextDecoderTests {
  private static func text(_ bytes: [UInt8]) throws -> String {
    var stream = try ByteStream(bytes).normalized()
    var result: [UInt8] = []
    while let byte = try stream.next() { result.append(byte) }
    return result[...].decodedText.text
  }

  @Test(
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x61], "a"), ([0xFF, 0xFE, 0x61, 0x00, 0xAC, 0x20], "a€"),
      ([0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3D, 0xDE, 0x00], "a😀"), ([0x61, 0xE9, 0x80], "aé€"),
      ([0xC3, 0xA9], "é"), ([], ""), ([0xFF, 0xFE], ""), ([0xFF, 0xFE, 0x61], "a"),
    ] as [([UInt8], String)])
  func encodingIsRecognized(bytes: [UInt8], text: String) throws {
    #expect(try Self.text(bytes) == text)
  }

  @Test func surrogatesAtTheEndOfAChunkAreJoined() throws {
    let text = String(repeating: "a", count: 32_767) + "😀" + String(repeating: "b", count: 10)
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    #expect(try Self.text(bytes) == text)
  }
}
