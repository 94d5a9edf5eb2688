import FilmzStore
import Foundation
import Testing

struct KidsPINTests {
  /// A file that a filmz with another library for cryptography (swift-crypto 4.5) has written.
  @Test func pinOfAnEarlierFileIsRecognized() throws {
    let file = """
      {"salt":"+U+Z42Wzt8\\/ChL1X5NqIcA==","hash":"mrTOuGk5Atm5x6VlrZrT19GNDJQl4P9u87PjhYsHOvo="}
      """
    let pin = try JSONDecoder().decode(KidsPIN.self, from: Data(file.utf8))
    #expect(pin.matches("2468"))
    for text in ["2469", "02468", "246", ""] { #expect(!pin.matches(text)) }
  }

  @Test func pinIsRecognizedAfterItWasStored() throws {
    let pin = KidsPIN("123456")
    let stored = try JSONDecoder().decode(KidsPIN.self, from: try JSONEncoder().encode(pin))
    #expect(stored == pin && stored.matches("123456") && !stored.matches("123457"))
  }

  @Test func equalPINsHaveDifferentSalts() { #expect(KidsPIN("2468") != KidsPIN("2468")) }
}
