import FilmzDomain
import Foundation
import Testing

@testable import FilmzCatalog

/// The starter catalog against other people's lists, wherever both know an id; only where the
/// folder `shared/data` lies beside the repository.
///
/// The sources differ among themselves, so not all of them are held to the same:
/// - OMDb and IMDb's dataset must agree in title, year and kind.
/// - Exported lists of IMDb's older forms give the original title instead, and so may any other
///   list: the original title or a local one is good too, as `Twelve Monkeys` is for `12 Monkeys`,
///   `Mulholland Dr.` for `Mulholland Drive` and `Druk` for `Another Round`.
/// - Lists other than those two may leave words out, as `Dune` for `Dune: Part One`.
/// - Lists other than those two may be a year off, where a film went to a festival in one year and
///   to cinemas in the next: `Ex Machina` (2014) and `Perfect Blue` (1997).
@Suite(.enabled(if: FilmRecords.areThere))
struct StarterSourcesTests {
  @Test func noSourceDisagrees() throws {
    let titles = Dictionary(uniqueKeysWithValues: StarterCatalog().titles.map { ($0.film.id, $0) })
    var compared: Set<FilmID> = []
    // TMDB gives IMDb's id of Fight Club to this series.
    for record in try FilmRecords.all() where record.title != "一念永恒" {
      guard let id = FilmID(record.id), let title = titles[id] else { continue }
      compared.insert(id)
      #expect(isTitle(of: title, record), "\(title.film.caption) is \(record)")
      #expect(isYear(of: title.film, record), "\(title.film.caption) is \(record)")
      #expect(isKind(of: title.film, record), "\(title.film.caption) is \(record)")
    }
    print("\(compared.count) of \(titles.count) films of the starter catalog compared")
    #expect(compared.count >= 450)
  }

  @Test(arguments: [
    FilmRecord(id: "tt0133093", title: "Matrix", years: "1999", isExact: true),
    FilmRecord(id: "tt0133093", title: "The Matrix", years: "1998", isExact: true),
    FilmRecord(id: "tt0133093", title: "The Matrix", years: "1999", kind: "series", isExact: true),
    FilmRecord(id: "tt0133093", title: "Heat", years: "1999", isExact: false),
    FilmRecord(id: "tt0133093", title: "The Matrix", years: "1997", isExact: false),
  ])
  func aDisagreementIsSeen(record: FilmRecord) throws {
    let title = try #require(StarterCatalog().titles.first { $0.film.id.rawValue == record.id })
    let isTitle = isTitle(of: title, record)
    let isYear = isYear(of: title.film, record)
    #expect(!(isTitle && isYear && isKind(of: title.film, record)))
  }

  private func isTitle(of title: StarterTitle, _ record: FilmRecord) -> Bool {
    let film = title.film
    let others = [film.originalTitle].compactMap { $0 } + title.localNames
    let names = [film.title] + (record.isExact ? [] : others)
    if names.map(TextFolding.key).contains(TextFolding.key(record.title)) { return true }
    let words = [film.title, record.title].map { Set(TextFolding.words($0)) }
    return !record.isExact && (words[0].isSubset(of: words[1]) || words[1].isSubset(of: words[0]))
  }

  private func isYear(of film: Film, _ record: FilmRecord) -> Bool {
    guard let year = Int(record.years.prefix(4)), let own = film.year else { return true }
    return abs(year - own) <= (record.isExact ? 0 : 1)
  }

  private func isKind(of film: Film, _ record: FilmRecord) -> Bool {
    guard let kind = record.kind?.lowercased() else { return true }
    let isSeries = kind.contains("series") || kind.hasPrefix("tv mini") || kind == "show"
    return isSeries == (film.type == .series)
  }
}
