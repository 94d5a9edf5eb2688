import FilmzDomain
import Foundation
import Testing

struct ListAddressTests {
  private func address(_ text: String) throws -> ListAddress {
    try ListAddress(text) { $0.hasPrefix("/") ? $0 : "/home/ada/\($0)" }
  }

  @Test(arguments: [
    ("https://example.org/a/list.json", "https://example.org/a/list.json"),
    ("https://example.org/a/", "https://example.org/a/list.json"),
    ("https://example.org/a/index.html#top", "https://example.org/a/list.json"),
    ("https://example.org/a/INDEX.HTML?x=1", "https://example.org/a/list.json?x=1"),
    ("https://example.org", "https://example.org/list.json"),
    ("http://127.0.0.1:8000/a/", "http://127.0.0.1:8000/a/list.json"),
    ("http://localhost/a/", "http://localhost/a/list.json"),
    (" AAAAAAAAAAAAAAAAAAAAA1 ", "AAAAAAAAAAAAAAAAAAAAA1"),
    ("a/list.json", "/home/ada/a/list.json"), ("a/index.html", "/home/ada/a/list.json"),
    ("a/", "/home/ada/a/list.json"), ("/x/../y/list.json", "/y/list.json"),
    ("AAAAAAAAAAAAAAAAAAAAA", "/home/ada/AAAAAAAAAAAAAAAAAAAAA"),
  ])
  func addressIsThatOfTheData(typed: String, text: String) throws {
    let address = try address(typed)
    #expect(address.text == text)
    #expect(ListAddress(stored: text) == address)
  }

  @Test(arguments: [
    "", "http://example.org/", "http://127.0.0.1.example.org/", "ftp://example.org/",
    "file:///etc/passwd", "https://ada:secret@example.org/", "https://ada@example.org/", "https://",
  ])
  func otherAddressesAreRefused(typed: String) {
    #expect(throws: DomainError.self) { try address(typed) }
  }
}
