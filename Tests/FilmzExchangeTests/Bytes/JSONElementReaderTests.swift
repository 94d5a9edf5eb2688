import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct JSONElementReaderTests {
  @Test(
    arguments: [
      ("", []),
      (" \n\t\r\n", []),
      ("[]", []),
      ("\n[ ]\n", []),
      // Arrays
      (#"[{"a":1},{"b":2}]"#, [#"1 {"a":1}"#, #"1 {"b":2}"#]),
      ("[\n  {\n    \"a\": [1, {}]\n  },\n  {}\n]\n", ["2 {\n    \"a\": [1, {}]\n  }", "5 {}"]),
      (
        "[1,\"x\" , null,-2.5e3 ,[[]],true]",
        ["1 1", #"1 "x""#, "1 null", "1 -2.5e3", "1 [[]]", "1 true"]
      ),
      (#"[{"a":"]},{\"[\\"},{"\\\"":""}]"#, [#"1 {"a":"]},{\"[\\"}"#, #"1 {"\\\"":""}"#]),
      ("[{},\r\n{},\r{},\n{}]", ["1 {}", "2 {}", "3 {}", "4 {}"]),
      (#"["é","\u00e9"]"#, [#"1 "é""#, #"1 "\u00e9""#]),
      // JSON lines
      ("{\"a\":1}\n{\"b\":[2]}\n", [#"1 {"a":1}"#, #"2 {"b":[2]}"#]),
      ("\n\n{}\n \n{} \r\n\r\n\t{}", ["3 {}", "5 {}", "7 {}"]),
      ("{}\r{}\r", ["1 {}", "2 {}"]),
      ("{}\n[1,2]\n3\n\"x y\"\nnull", ["1 {}", "2 [1,2]", "3 3", #"4 "x y""#, "5 null"]),
      // A single value
      ("{\"a\":\n{\"b\":2}}\n", ["1 {\"a\":\n{\"b\":2}}"]),
      (
        "{\n\"a\": [\n{\n\"b\": 1\n},\n{\n\"b\": 2\n}\n]\n}",
        ["1 {\n\"a\": [\n{\n\"b\": 1\n},\n{\n\"b\": 2\n}\n]\n}"]
      ),
      ("{\n}\n{\n}\n", ["1 {\n}", "3 {\n}"]),
      ("12", ["1 12"]),
    ] as [(String, [String])])
  func elementsAreSeparated(text: String, expected: [String]) throws {
    for chunkSize in [1, 2, 3, 1_000] {
      #expect(try outcomes(of: text, chunkSize: chunkSize) == expected)
    }
  }

  @Test(
    arguments: [
      // Between the elements of an array
      ("[{},,{}]", ["1 {}", "1 unexpectedText", "1 {}"]),
      ("[,{}]", ["1 unexpectedText", "1 {}"]),
      ("[{},\n]", ["1 {}", "2 unexpectedText"]),
      ("[{}\n{},{}]", ["1 {}", "2 unexpectedText", "2 {}", "2 {}"]),
      ("[{} x: y, {}]", ["1 {}", "1 unexpectedText", "1 {}"]),
      ("[{}}, {}]", ["1 {}", "1 unexpectedText", "1 {}"]),
      ("[}, {}]", ["1 unbalanced", "1 {}"]),
      // In an element of an array
      (#"[{"a":[1},{"b":2}]"#, ["1 unbalanced", #"1 {"b":2}"#]),
      (
        "[\n {\"a\":1,\n {\"b\":2},\n {\"c\":3}\n]", ["2 unbalanced", #"3 {"b":2}"#, #"4 {"c":3}"#]
      ),
      ("[{\"a\":1,\n{\"b\":2}]", ["1 unbalanced", #"2 {"b":2}"#]),
      ("[\n {\n  \"a\": \"x\n  {\n }},\n {\"b\":2}]", ["2 unbalanced", #"6 {"b":2}"#]),
      // Where an array ends
      ("[", ["1 cutOff"]),
      ("[{}\n", ["1 {}", "2 cutOff"]),
      ("[{},\n{\"a\":1", ["1 {}", "2 cutOff"]),
      (#"[{"a":"x"#, ["1 cutOff"]),
      ("[{}]\n\n[{}]", ["1 {}", "3 trailingText"]),
      ("[{}]]", ["1 {}", "1 trailingText"]),
      (#"[{"a":1,{"b":2}]"#, ["1 unreadableRest"]),
      // JSON lines
      ("{}\n{\"a\":1\n{\"b\":2}\n", ["1 {}", "2 unbalanced", #"3 {"b":2}"#]),
      ("{}\n{\"a\":\n{\"b\":2}\n", ["1 {}", "2 unbalanced", #"3 {"b":2}"#]),
      ("{}\n{\"a\":\"x\n{\"b\":2}\n", ["1 {}", "2 unbalanced", #"3 {"b":2}"#]),
      ("{}\n{\"a\":[}\n{}", ["1 {}", "2 unbalanced", "3 {}"]),
      ("{}\n}\n{}", ["1 {}", "2 unbalanced", "3 {}"]),
      (
        "{} x\n{} {}\n{},\n{}",
        ["1 unexpectedText", "2 unexpectedText", "3 unexpectedText", "4 {}"]
      ),
      ("{}\n{\"a\":", ["1 {}", "2 cutOff"]),
      // The first line
      ("{\"a\":1\n{\"b\":2}\n{\"c\":3", ["1 unbalanced", #"2 {"b":2}"#, "3 cutOff"]),
      ("{\"a\":\"x\n{\"b\":2}\n", ["1 unbalanced", #"2 {"b":2}"#]),
      ("# films\n{}\n", ["1 unexpectedText", "2 {}"]),
      // A single value
      ("{\n \"a\": 1", ["1 cutOff"]),
      ("{\n \"a\": \"x\n}", ["1 unreadableRest"]),
      ("{\n} {\n}", ["1 unexpectedText", "3 unbalanced"]),
    ] as [(String, [String])])
  func failuresAreReportedAndSkipped(text: String, expected: [String]) throws {
    for chunkSize in [1, 2, 3, 1_000] {
      #expect(try outcomes(of: text, chunkSize: chunkSize) == expected)
    }
  }

  @Test(arguments: [
    (0, ["1 success", "2 success"]), (1, ["1 tooLong", "2 success"]),
  ])
  func elementIsAtMost16MB(excess: Int, expected: [String]) throws {
    let element =
      "\"" + String(repeating: "x", count: JSONElementReader.maximumSize - 2 + excess) + "\""
    #expect(try outcomes(of: "[" + element + ",\n{}]", chunkSize: 65_536).map(kind) == expected)
    #expect(try outcomes(of: element + "\n{}\n", chunkSize: 65_536).map(kind) == expected)
  }

  @Test(arguments: [
    (200, ["1 success", "2 success"]), (201, ["1 tooDeep", "2 success"]),
    (100_000, ["1 tooDeep", "2 success"]),
  ])
  func nestingIsAtMost200(depth: Int, expected: [String]) throws {
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let objects =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    #expect(try outcomes(of: "[" + arrays + ",\n{}]").map(kind) == expected)
    #expect(try outcomes(of: "[" + objects + ",\n{}]").map(kind) == expected)
    #expect(try outcomes(of: objects + "\n{}\n").map(kind) == expected)
  }

  @Test(
    arguments: [
      (.tooLong, false), (.tooDeep, false), (.unbalanced, false), (.unexpectedText, false),
      (.cutOff, true), (.unreadableRest, true), (.trailingText, true),
    ] as [(JSONElementReader.Problem, Bool)])
  func problemsThatEndReadingConcernFile(problem: JSONElementReader.Problem, expected: Bool) {
    #expect(problem.concernsFile == expected)
  }

  @Test func errorOfStreamIsPassedOn() throws {
    struct Damaged: Error {}
    var chunks: [[UInt8]] = [Array("[{},{".utf8)]
    var reader = JSONElementReader(
      ByteStream {
        guard let chunk = chunks.popLast() else { throw Damaged() }
        return chunk
      })
    #expect(try reader.next()?.line == 1)
    #expect(throws: Damaged.self) { try reader.next() }
  }

  @Test func randomElementsAreSeparated() throws {
    var random = SplitMix(7)
    for _ in 0..<300 {
      let elements = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        random.jsonValue(depth: 4)
      }
      let compact = elements.map { "1 " + $0 }
      let chunkSize = Int.random(in: 1...40, using: &random)
      #expect(
        try outcomes(of: "[" + elements.joined(separator: ",") + "]", chunkSize: chunkSize)
          == compact)
      let lines = elements.map { "{\"v\":" + $0 + "}" }
      #expect(
        try outcomes(of: lines.joined(separator: "\n"), chunkSize: chunkSize)
          == lines.enumerated().map { "\($0 + 1) \($1)" })
    }
  }

  @Test(arguments: Seeds.of(0...3))
  func mutatedFileIsReadToItsEnd(seed: UInt64) throws {
    var random = SplitMix(seed)
    for _ in 0..<500 {
      let elements = (0..<6).map { _ in "{\"v\":" + random.jsonValue(depth: 3) + "}" }
      let text = random.element(of: [
        "[" + elements.joined(separator: ",") + "]", elements.joined(separator: "\n"),
        "[\n  " + elements.joined(separator: ",\n  ") + "\n]",
      ])
      var file = Array(text.utf8)
      for _ in 0..<3 { random.mutate(&file) }
      var reader = JSONElementReader(ByteStream(file))
      var lines: [Int] = []
      while let (line, element) = try reader.next() {
        lines.append(line)
        if case .success(let bytes) = element, bytes.isEmpty { Issue.record("an empty element") }
      }
      if lines != lines.sorted() || lines.count > file.count { Issue.record("lines \(lines)") }
      #expect(try reader.next() == nil)
    }
  }

  /// Returns each element or problem with its line.
  private func outcomes(of text: String, chunkSize: Int = 1_000) throws -> [String] {
    var rest = Array(text.utf8)[...]
    var reader = JSONElementReader(
      ByteStream {
        defer { rest = rest.dropFirst(chunkSize) }
        return rest.isEmpty ? nil : Array(rest.prefix(chunkSize))
      })
    var outcomes: [String] = []
    while let (line, element) = try reader.next() {
      switch element {
      case .success(let bytes): outcomes.append("\(line) " + String(decoding: bytes, as: UTF8.self))
      case .failure(let problem): outcomes.append("\(line) \(problem)")
      }
    }
    return outcomes
  }

  /// Returns an outcome with `success` in place of the element.
  private func kind(_ outcome: String) -> String {
    outcome.hasSuffix("tooLong") || outcome.hasSuffix("tooDeep")
      ? outcome : outcome.prefix { $0 != " " } + " success"
  }
}

extension SplitMix {
  /// Returns a JSON value on one line.
  fileprivate mutating func jsonValue(depth: Int) -> String {
    let count = Int.random(in: 0...3, using: &self)
    switch Int.random(in: depth == 0 ? 2..<5 : 0..<5, using: &self) {
    case 0:
      return "[" + (0..<count).map { _ in jsonValue(depth: depth - 1) }.joined(separator: ", ")
        + "]"
    case 1:
      return "{"
        + (0..<count).map { "\"k\($0)\": " + jsonValue(depth: depth - 1) }.joined(separator: ",")
        + "}"
    case 2:
      return element(of: ["0", "-1.5e7", "true", "null"])
    default:
      let parts = ["x", "[", "]", "{", "}", ",", ":", " ", #"\""#, #"\\"#, #"\n"#, "é", "\u{2028}"]
      return "\"" + (0..<count).map { _ in element(of: parts) }.joined() + "\""
    }
  }
}
