import FilmzTestSupport
import Testing

@testable import FilmzSync

struct SyncKeyTests {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

  @Test func textIsReadBack() throws {
    for _ in 0..<200 {
      let key = SyncKey()
      #expect(key.text.count == 14 * 6 - 1)
      #expect(key.text.split(separator: "-").allSatisfy { $0.count == 5 })
      #expect(SyncKey(text: key.text) == key)
    }
  }

  @Test func everyKeyIsDifferent() {
    #expect(Set((0..<100).map { _ in SyncKey().text }).count == 100)
    #expect(Set((0..<100).map { _ in SyncKey().fingerprint }).count == 100)
  }

  @Test func textHasAFixedForm() throws {
    let text = """
      AAAAA-AAAAQ-AAAAF-AAAAV-AAAAK-AAAA2-AAAAP-AAAA7-AAAAU-AAAAE-AAAAR-AAAAB-AAAA6-MZUHS
      """
    let key = try #require(SyncKey(text: text))
    #expect(key.text == text)
    #expect(key.fingerprint == [46, 165, 179, 238, 160, 221, 217, 16])
  }

  /// Keys that people have written down, and those in settings files.
  @Test(arguments: [
    (
      "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-MZUH",
      [UInt8](repeating: 0, count: 32)
    ),
    (
      "AAAQ-EAYE-AUDA-OCAJ-BIFQ-YDIO-B4IB-CEQT-CQKR-MFYY-DENB-WHA5-DYPQ-MMG4",
      Array(0..<32)
    ),
  ])
  func keysWithoutCheckCharactersAreRead(text: String, bytes: [UInt8]) {
    #expect(SyncKey(text: text) == SyncKey(bytes: bytes))
    #expect(SyncKey(text: text.lowercased().replacing("-", with: " ")) == SyncKey(bytes: bytes))
    #expect(SyncKey(text: text.replacing("-", with: "")) == SyncKey(bytes: bytes))
    #expect(SyncKey(text: "B" + text.dropFirst()) == nil)
    #expect(SyncKey.wrongGroups(in: "B" + text.dropFirst()).isEmpty)
  }

  private static let text = [
    "AAAQF", "EAYE5", "AUDAY", "OCAJM", "BIFQB", "YDIOC", "B4IBD", "CEQTW", "CQKRP", "MFYYN",
    "DENBS", "WHA5B", "DYPQJ", "MMG42",
  ]

  /// Each case replaces groups of a key; the numbers are those of the groups that the prompt names.
  @Test(
    arguments: [
      ([:], []), (["AUDAY": "AUDAZ"], [3]), (["AUDAY": "AUADY"], [3]), (["AUDAY": "AUDYA"], [3]),
      (["AUDAY": "AUD9Y"], [3]), (["AUDAY": "AUDäY"], [3]), (["AAAQF": "9AAQF"], [1]),
      (["MMG42": "MMG43"], [14]), (["BIFQB": "BIFQ"], [5]), (["BIFQB": "BIFQBB"], [5]),
      (["OCAJM": "DENBS", "DENBS": "OCAJM"], [4, 11]), (["AUDAY": "AUDAA", "CQKRP": "CQKRA"], [3, 9]),
      (["B4IBD": ""], [7]), (["MMG42": ""], [14]), (["MMG42": "MMG42-AAAAA"], [15]),
      (["AUDAY": "", "AAAQF": "", "EAYE5": ""], [1]),
    ] as [([String: String], [Int])])
  func wrongGroupsAreNamed(replacements: [String: String], wrong: [Int]) {
    let groups = Self.text.map { replacements[$0] ?? $0 }.filter { !$0.isEmpty }
    for separator in ["-", " ", "-\n"] {
      let text = groups.joined(separator: separator)
      #expect(SyncKey.wrongGroups(in: text) == wrong, "\(text)")
      #expect((SyncKey(text: text) == nil) == !wrong.isEmpty, "\(text)")
    }
  }

  @Test(arguments: [
    ("AAAQFEAYE5AUDAYOCAJMBIFQBYDIOCB4IBDCEQTWCQKRPMFYYNDENBSWHA5BDYPQJMMG42", []),
    ("AAAQFEAYE5AUDAYOCAJMBIFQYDIOCB4IBDCEQTWCQKRPMFYYNDENBSWHA5BDYPQJMMG42", [5]),
    ("hello", []), ("", []), ("word word word word word word word word word word word word", []),
  ])
  func textsWithoutHyphensAreDividedBySize(text: String, wrong: [Int]) {
    #expect(SyncKey.wrongGroups(in: text) == wrong)
  }

  /// Each single wrong character and each exchange of two characters in a group are found in this group.
  @Test func everyTypingErrorNamesItsGroup() {
    for (number, group) in Self.text.enumerated() {
      let characters = Array(group)
      var wrongGroups: Set<[Character]> = []
      for position in characters.indices {
        for letter in Self.alphabet {
          var wrong = characters
          wrong[position] = letter
          wrongGroups.insert(wrong)
        }
        for other in characters.indices {
          var wrong = characters
          wrong.swapAt(position, other)
          wrongGroups.insert(wrong)
        }
      }
      wrongGroups.remove(characters)
      for wrong in wrongGroups {
        var groups = Self.text
        groups[number] = String(wrong)
        #expect(SyncKey.wrongGroups(in: groups.joined(separator: "-")) == [number + 1], "\(wrong)")
      }
    }
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
    for text in ["\(key)", String(reflecting: key), dumped, "\(folder)", String(describing: [key])] {
      #expect(!text.contains(key.text.prefix(4)))
      #expect(!text.contains("32 bytes") && !text.contains("Symmetric"))
    }
    #expect("\(key)" == "SyncKey")
    #expect(Mirror(reflecting: key).children.isEmpty)
  }
}
