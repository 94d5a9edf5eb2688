import FilmzTestSupport
import Testing

@testable import FilmzSync

struct SyncKeyTests {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

  @Test func textIsReadBack() throws {
    for _ in 0..<200 {
      let key = SyncKey()
      #expect(key.text.count == 14 * 5 - 1)
      #expect(key.text.split(separator: "-").allSatisfy { $0.count == 4 })
      #expect(SyncKey(text: key.text) == key)
    }
  }

  @Test func everyKeyIsDifferent() {
    #expect(Set((0..<100).map { _ in SyncKey().text }).count == 100)
    #expect(Set((0..<100).map { _ in SyncKey().fingerprint }).count == 100)
  }

  @Test func textHasAFixedForm() throws {
    let text = "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-MZUH"
    let key = try #require(SyncKey(text: text))
    #expect(key.text == text)
    #expect(key.fingerprint.bytes == [46, 165, 179, 238, 160, 221, 217, 16])
  }

  @Test func spellingDoesNotMatter() throws {
    for _ in 0..<50 {
      let key = SyncKey()
      let digits = key.text.replacing("O", with: "0").replacing("I", with: "1")
        .replacing("B", with: "8")
      for text in [
        key.text.lowercased(), key.text.replacing("-", with: ""), digits, digits.lowercased(),
        key.text.replacing("-", with: " \t"), " \r\n" + key.text + "\n",
        key.text.replacing("-", with: "-\r\n"),
      ] {
        #expect(SyncKey(text: text) == key)
      }
    }
  }

  @Test(arguments: ["", "-", "AAAA", "hello", String(repeating: "A", count: 56), "ſ", "\0"])
  func otherTextsAreRefused(text: String) {
    #expect(SyncKey(text: text) == nil)
    #expect(SyncKey(text: SyncKey().text + text) == nil || text.allSatisfy { $0 == "-" })
  }

  @Test func lettersThatOnlyLookAlikeAreRefused() {
    let text = SyncKey().text
    #expect(SyncKey(text: text.replacing(/[A-Z2-7]/, with: "\u{130}", maxReplacements: 1)) == nil)
    #expect(SyncKey(text: text.replacing("-", with: "9", maxReplacements: 1)) == nil)
  }

  /// About one in a million errors is not found; the seeds are such that all are.
  @Test func typingErrorsAreFound() throws {
    var errors = 0
    var undetected = 0
    for text in Self.fixedTexts() {
      let characters = Array(text)
      for position in characters.indices where characters[position] != "-" {
        for letter in Self.alphabet where letter != characters[position] {
          var wrong = characters
          wrong[position] = letter
          errors += 1
          if SyncKey(text: String(wrong)) != nil { undetected += 1 }
        }
      }
      for position in characters.indices.dropLast() {
        var wrong = characters
        wrong.swapAt(position, position + 1)
        guard String(wrong).replacing("-", with: "") != text.replacing("-", with: "") else {
          continue
        }
        errors += 1
        if SyncKey(text: String(wrong)) != nil { undetected += 1 }
      }
    }
    #expect(errors > 17_000)
    #expect(undetected == 0)
  }

  /// The texts of ten keys that are always the same.
  private static func fixedTexts() -> [String] {
    var random = SplitMix(7)
    return (0..<10).map { _ in
      SyncKey(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }).text
    }
  }

  @Test func descriptionsDoNotContainTheKey() {
    let key = SyncKey()
    var dumped = ""
    dump(key, to: &dumped)
    let folder = SyncFolder(path: "/x", key: key)
    dump(folder, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped, "\(folder)", String(describing: [key])]
    {
      #expect(!text.contains(key.text.prefix(4)))
      #expect(!text.contains("32 bytes") && !text.contains("Symmetric"))
    }
    #expect("\(key)" == "SyncKey")
    #expect(Mirror(reflecting: key).children.isEmpty)
  }
}
