import FilmzDomain
import Foundation
import Testing

/// The names by which commands address lists.
struct ListNamesTests {
  private func names(_ stored: [String]) -> (ListNames, [UUID]) {
    let ids = stored.map { _ in UUID() }
    let lists = zip(ids, stored).enumerated().map { index, list in
      (id: list.0, name: list.1, createdAt: Date(timeIntervalSince1970: Double(index)))
    }
    return (ListNames(lists.reversed()), ids)
  }

  @Test(arguments: [
    (["Noir", "To lend"], ["Noir", "To lend"]),
    (["Noir", "noir", "NOIR"], ["Noir", "noir (2)", "NOIR (3)"]),
    (["Noir", "noir", "Noir (2)"], ["Noir", "noir (3)", "Noir (2)"]),
    (["Noir (2)", "Noir (2)", "Noir"], ["Noir (2)", "Noir (2) (2)", "Noir"]),
  ])
  func youngerListsOfTheSameNameHaveANumber(stored: [String], expected: [String]) {
    let (names, ids) = names(stored)
    #expect(ids.map(names.name(of:)) == expected)
    #expect(expected.map { names.id(named: "  \($0.uppercased()) ") } == ids)
    #expect(names.all.sorted() == expected.sorted())
  }

  @Test func otherNamesAddressNoList() {
    let (names, _) = names(["Noir"])
    #expect(names.id(named: "Noi") == nil && names.id(named: "") == nil)
  }

  @Test(arguments: [
    ("Noir-best-of", "Noir: best of!"), ("noir-BEST-of", "Noir: best of!"), ("Sci-Fi", nil),
    ("Noir best of", nil), ("Noir-best", nil),
    (String(repeating: "x", count: 60), String(repeating: "x", count: 70)),
  ])
  func namesOfFilesAddressTheListTheyWereMadeFrom(file: String, expected: String?) {
    let stored = ["Noir: best of!", "Sci Fi", "Sci-fi!", String(repeating: "x", count: 70)]
    let (names, _) = names(stored)
    #expect(names.id(ofFileNamed: file).flatMap(names.name(of:)) == expected)
  }

  @Test(arguments: [("  Noir ", "Noir"), ("Zu verleihen!", "Zu verleihen!"), ("é", "é")])
  func namesAreTrimmed(typed: String, name: String) throws {
    #expect(try FilmList.validName(typed) == name)
  }

  @Test(arguments: ["", "  ", "a\nb", "a\0b", String(repeating: "x", count: 201)])
  func namesOfWrongLengthOrWithSeveralLinesAreInvalid(typed: String) {
    #expect(throws: DomainError.invalidListName) { try FilmList.validName(typed) }
  }
}
