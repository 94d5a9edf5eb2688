import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Ids that are the same on every computer, and in every version of filmz.
struct ViewingIDTests {
  /// Ids that a filmz with another library for cryptography (swift-crypto 4.5) has made.
  @Test(arguments: [
    ("tt0133093", "2024-05-01", "56698217-C983-572F-8FBE-2A6F40432E4B"),
    ("tt0133093", "2026-11-29", "B2D677A4-C036-5BB1-9A7F-B5B814D28317"),
    ("tt0068646", "2019", "C83FFD43-ADDC-5964-8989-DD6261B2B80E"),
  ])
  func viewingsHaveTheIDsOfEarlierVersions(film: String, date: String, id: String) throws {
    let date = try #require(PartialDate(date))
    #expect(Viewing.id(film: FilmID(unchecked: film), date: date, number: 1).uuidString == id)
  }

  /// Source: RFC 9562, appendix A.4.
  @Test func nameBasedIDIsThatOfTheStandard() throws {
    let namespace = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    let id = UUID(
      nameBased: Array("www.example.com".utf8),
      in: withUnsafeBytes(of: namespace.uuid) { Array($0) })
    #expect(id.uuidString == "2ED6657D-E927-568B-95E1-2665A8AEA6A2")
  }
}
