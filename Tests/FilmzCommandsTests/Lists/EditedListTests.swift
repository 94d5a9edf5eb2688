import FilmzDomain
import FilmzViewModels
import Foundation
import Testing

@testable import FilmzCommands

struct EditedListTests {
  @Test func textHasOneFilmOnEachLineAndComments() {
    let id = FilmID(unchecked: "tt0113277")
    let entry = CollectionEntry(
      id: id, caption: Caption(title: "Heat\n\u{1B}[2J", year: 1995), addedAt: Date())
    let list = FilmList(
      id: UUID(), name: "Noir", description: nil, createdAt: Date(), changedAt: Date(),
      filmCount: 2, seenCount: 0)
    let other = FilmItem(id: FilmID(unchecked: "tt9999999"), film: nil, entry: nil)
    let text = EditedList.text(of: list, [FilmItem(id: id, film: nil, entry: entry), other])
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 5 && lines.prefix(3).allSatisfy { $0.hasPrefix("#") })
    #expect(lines[3].hasPrefix("tt0113277  Heat") && !text.contains("\u{1B}"))
    #expect(lines[4] == "tt9999999")
    #expect(EditedList.lines(of: text).compactMap(\.id) == [id, other.id])
  }

  @Test(
    arguments: [
      ("", [], []), ("# a\n\n  \n#b", [], []), ("tt0113277  Heat (1995)", [1], ["tt0113277"]),
      ("# x\n\n  Heat (1995) \r\ntt113277", [3, 4], ["-", "tt0113277"]),
      ("1917\nhttps://www.imdb.com/title/tt0113277/", [1, 2], ["-", "tt0113277"]),
    ] as [(String, [Int], [String])])
  func linesAreIdsOrTitles(text: String, numbers: [Int], ids: [String]) {
    let lines = EditedList.lines(of: text)
    #expect(lines.map(\.number) == numbers)
    #expect(lines.map { $0.id?.rawValue ?? "-" } == ids)
  }
}
