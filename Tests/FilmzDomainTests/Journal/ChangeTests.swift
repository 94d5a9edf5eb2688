import FilmzDomain
import Foundation
import Testing

struct ChangeTests {
  @Test(arguments: [
    (FieldValue.null, "null"), (.integer(85), "85"), (.integer(-1), "-1"), (.integer(0), "0"),
    (.integer(1), "1"), (.integer(.max), "9223372036854775807"), (.text("85"), #""85""#),
    (.text(""), #""""#), (.text("é\n"), #""é\n""#), (.list([]), "[]"),
    (.list(["a", "b"]), #"["a","b"]"#),
  ])
  func fieldValueIsEncodedAsPlainJSON(value: FieldValue, json: String) throws {
    let data = try JSONEncoder().encode(value)
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(FieldValue.self, from: data) == value)
  }

  @Test(arguments: ["1.5", "{}", "[1]"])
  func otherJSONIsNotAFieldValue(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FieldValue.self, from: Data(json.utf8))
    }
  }

  @Test func fieldChangeRoundTripsThroughJSON() throws {
    let change = Change.FieldChange(old: .null, new: .list(["x"]))
    let data = try JSONEncoder().encode(change)
    #expect(try JSONDecoder().decode(Change.FieldChange.self, from: data) == change)
  }
}
