import FilmzDomain
import FilmzViewModels
import Foundation
import Testing

struct SharedTextTests {
  private static func item(_ number: Int, title: String = "Film") -> FilmItem {
    let id = FilmID(imdbNumber: 9_000_000 + number)
    var entry = CollectionEntry(
      id: id, caption: Caption(title: title, year: 1995), addedAt: Date(timeIntervalSince1970: 0))
    entry.rating = number == 1 ? Rating(tenths: 90) : nil
    return FilmItem(id: id, film: nil, entry: entry)
  }

  @Test func filmsHaveYearsAndStars() {
    let items = [Self.item(1, title: "Heat"), Self.item(2, title: "Jaws\n  again")]
    let text = items.sharedText(listName: "Noir")
    #expect(text == "Noir · 2 films\n\n• Heat (1995) ★★★★½\n• Jaws again (1995)")
  }

  @Test(arguments: [(0, "0 films"), (1, "1 film"), (3, "3 films")])
  func filmsOfNoListAreOnlyCounted(count: Int, header: String) {
    let items = (0..<count).map { Self.item($0 + 10) }
    let lines = items.sharedText(listName: nil).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first.map(String.init) == header)
    #expect(lines.count == (count == 0 ? 1 : count + 2))
  }

  @Test(arguments: [(50, 52, "• Film (1995)"), (51, 53, "…and 1 more"), (62, 53, "…and 12 more")])
  func moreThanFiftyFilmsAreCounted(count: Int, lines: Int, last: String) {
    let items = (0..<count).map { Self.item($0 + 10) }
    let text = items.sharedText(listName: "Noir").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(text.first == "Noir · \(count) films" && text.count == lines)
    #expect(text.last.map(String.init) == last)
  }
}
