import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Testing

/// Files that end in their middle.
struct DamagedFileTests {
  /// Each case has two elements of a format in JSON.
  static let elements = [
    (
      #"{"watched_at":"2024-05-18T12:00:00.000Z","movie":{"title":"Heat","year":1995}}"#,
      #"{"watched_at":"2024-05-19T12:00:00.000Z","movie":{"title":"Alien","year":1979}}"#
    ),
    (#"{"_id":"1","title":"Heat","imdb":{}}"#, #"{"_id":"2","title":"Amélie","imdb":{}}"#),
    (
      #"{"title":"Heat","inCollection":true}"#,
      #"{"title":"Alien","inCollection":true,"viewings":[{"date":null,"tags":["a"]}]}"#
    ),
  ]

  /// Returns the error of an import of the bytes, without the path of the file.
  private static func problem(_ bytes: [UInt8]) -> (line: Int, JSONElementReader.Problem)? {
    do {
      _ = try ReadFile(bytes)
      return nil
    } catch ImportError.json(let path, let line, let problem) {
      #expect(path.hasSuffix("/export"))
      return (line, problem)
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test(arguments: elements)
  func arrayThatEndsInItsMiddleIsRefused(first: String, second: String) {
    for separator in [",", ",\n ", "\n,\n"] {
      let bytes = Array("[\(first)\(separator)\(second)]".utf8)
      #expect(Self.problem(bytes) == nil)
      for count in stride(from: first.utf8.count + 1, to: bytes.count, by: 3) {
        let problem = Self.problem(Array(bytes.prefix(count)))
        #expect(problem?.1 == .cutOff, "\(count) bytes")
      }
    }
  }

  @Test(arguments: elements)
  func linesThatEndInTheirMiddleAreRefused(first: String, second: String) {
    let bytes = Array("\(first)\n\(second)".utf8)
    #expect(Self.problem(bytes) == nil)
    for count in stride(from: first.utf8.count + 2, to: bytes.count, by: 3) {
      let problem = Self.problem(Array(bytes.prefix(count)))
      #expect(problem?.line == 2 && problem?.1 == .cutOff, "\(count) bytes")
    }
  }

  /// Each case has the text after the first element of an array, and why the file is refused.
  @Test(
    arguments: [
      (",\n{\"title\":\"Al\n", 2, .unreadableRest), (",{\"a\":1,{\"b\":2}]", 1, .unreadableRest),
      ("]\n[{}]", 2, .trailingText), (",\n{}\n\n", 4, .cutOff),
    ] as [(String, Int, JSONElementReader.Problem)])
  func fileOfWhichAPartCannotBeReadIsRefused(
    text: String, line: Int, problem: JSONElementReader.Problem
  ) throws {
    let refusal = try #require(Self.problem(Array("[\(Self.elements[0].0)\(text)".utf8)))
    #expect(refusal.line == line && refusal.1 == problem)
  }

  /// A quote that is never closed costs its row, whatever ends the lines.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func csvWithAnUnclosedQuoteCostsTheRow(lineBreak: String) throws {
    let lines = ["Title,Year,Review", "Heat,1995,Good", "Alien,1979,\"Sca", "Jaws,1975,Wet", "Tron,1982,Neon"]
    let read = try ReadFile(lines.joined(separator: lineBreak))
    #expect(read.rows.map(\.film.title) == ["Heat", "Jaws", "Tron"])
    #expect(read.problems == [3: .unreadable(.unterminatedQuote)])
  }

  @Test func csvThatEndsInAQuotedFieldCostsTheRow() throws {
    let read = try ReadFile("Title,Year,Review\nHeat,1995,\"Good\"\nAlien,1979,\"Sca")
    #expect(read.rows.map(\.film.title) == ["Heat"])
    #expect(read.problems == [3: .unreadable(.unterminatedQuote)])
  }
}
