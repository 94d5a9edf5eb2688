import FilmzDomain
import Foundation
import Testing

struct JSONTextTests {
  private static func json(terminalSafe text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(terminalSafeJSONString: text)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("plain", "plain"), ("say \"hi\"", #"say \"hi\""#), (#"a\b"#, #"a\\b"#),
    ("a\nb\rc\td", #"a\nb\rc\td"#), ("\r\n", #"\r\n"#), ("\u{0}\u{7}\u{8}", #"\u0000\u0007\u0008"#),
    ("\u{1B}[31m", #"\u001b[31m"#), ("é 千 🎬 a/b \u{A0}", "é 千 🎬 a/b \u{A0}"), ("", ""),
    ("e\u{301}\"", "e\u{301}\\\""), ("é\n\u{1}", #"é\n\u0001"#),
  ])
  func quotesAndControlCharactersAreEscaped(text: String, escaped: String) {
    #expect(text.jsonLiteral == "\"\(escaped)\"")
    #expect(Self.json(terminalSafe: text) == "\"\(escaped)\"")
  }

  /// U+061C has the Unicode property Bidi_Control, like U+200E and U+200F.
  @Test(arguments: [
    ("\u{7F}", #"\u007f"#), ("\u{9B}2J\u{9F}", #"\u009b2J\u009f"#), ("\u{61C}", #"\u061c"#),
    ("\u{200E}\u{200F}", #"\u200e\u200f"#), ("\u{202A}\u{202E}", #"\u202a\u202e"#),
    ("\u{2066}\u{2069}", #"\u2066\u2069"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
    ("\"é\n\u{85}千", #"\"é\n\u0085千"#),
  ])
  func terminalSafeTextHasNoOtherControls(text: String, escaped: String) throws {
    #expect(Self.json(terminalSafe: text) == "\"\(escaped)\"")
    let plain = try JSONDecoder().decode(String.self, from: Data(text.jsonLiteral.utf8))
    #expect(Array(plain.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    arguments: [
      (.init(old: .null, new: .list(["a", "\""])), #"{"old":null,"new":["a","\""]}"#),
      (.init(old: .integer(-3), new: .text("é")), #"{"old":-3,"new":"é"}"#),
      (.init(old: .list([]), new: .null, day: ""), #"{"old":[],"new":null,"day":""}"#),
      (
        .init(old: .null, new: .integer(85), day: "2024-05"),
        #"{"old":null,"new":85,"day":"2024-05"}"#
      ),
    ] as [(Change.FieldChange, String)])
  func changesOfFieldsAreObjects(change: Change.FieldChange, json: String) {
    #expect(change.jsonLiteral == json)
  }
}
