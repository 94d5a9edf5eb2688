import FilmzDomain
import Foundation
import Testing

struct CollectionEntryTests {
  private static func entry(watchedOn dates: [String?]) -> CollectionEntry {
    var entry = CollectionEntry(id: FilmID(unchecked: "tt1"), caption: nil, addedAt: .distantPast)
    entry.viewings = dates.map {
      Viewing(id: UUID(), film: entry.id, date: $0.flatMap(PartialDate.init))
    }
    return entry
  }

  @Test(
    arguments: [
      ([], false, nil), ([nil], true, nil), (["2024"], true, "2024"),
      (["2024-05-01", "2023"], true, "2024-05-01"), ([nil, "1999-12"], true, "1999-12"),
      (["2024-04-30", "2024-05"], true, "2024-05"),
    ] as [([String?], Bool, String?)])
  func watchedStateAndDateAreDerivedFromViewings(dates: [String?], isWatched: Bool, date: String?) {
    let entry = Self.entry(watchedOn: dates)
    #expect(entry.isWatched == isWatched)
    #expect(entry.dateWatched?.text == date)
  }

  @Test(
    arguments: [
      ([], []), (["2024", nil, "1999"], ["1999", "2024", nil]),
      (["2024-05-01", "2024-05", "2024"], ["2024", "2024-05", "2024-05-01"]),
    ] as [([String?], [String?])])
  func viewingsAreSortedByDateWithUnknownDatesLast(dates: [String?], sorted: [String?]) {
    #expect(Self.entry(watchedOn: dates).viewingsByDate.map(\.date?.text) == sorted)
  }

  @Test func viewingsOnTheSameDateKeepTheirOrder() {
    let entry = Self.entry(watchedOn: [nil, "2020", nil, "2020", "2019"])
    let sortedIndices = [4, 1, 3, 0, 2]
    #expect(entry.viewingsByDate == sortedIndices.map { entry.viewings[$0] })
  }

  @Test func unwatchedCountIsTotalMinusWatched() {
    #expect(CollectionCounts(total: 5, watched: 2, rated: 1).unwatched == 3)
  }
}
