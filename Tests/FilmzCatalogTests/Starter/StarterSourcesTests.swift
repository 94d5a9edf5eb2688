import FilmzDomain
import Foundation
import Testing

@testable import FilmzCatalog

/// A comparison of the starter catalog with reference lists, for the ids that both contain.
///
/// The tests run only if the folder `shared/data` exists next to the repository. The lists differ from
/// each other, so they are compared differently:
/// - OMDb and IMDb's dataset must agree in title, year, and type.
/// - Lists in IMDb's older export formats contain original titles, and other lists may, too. There,
///   original and local titles match as well: `Twelve Monkeys` for `12 Monkeys`, `Mulholland Dr.` for
///   `Mulholland Drive`, and `Druk` for `Another Round`.
/// - Lists other than OMDb and IMDb's dataset may omit words, such as `Dune` for `Dune: Part One`.
/// - Their years may differ by one, if a film was at a festival in one year and in cinemas in the next:
///   `Ex Machina` (2014) and `Perfect Blue` (1997).
@Suite(
  .enabled(
    if: FilmRecordLoader.isAvailable, "there is no folder shared/data next to the repository"))
struct StarterSourcesTests {
  @Test func starterCatalogAgreesWithReferenceLists() throws {
    let titles = Dictionary(uniqueKeysWithValues: StarterCatalog().titles.map { ($0.film.id, $0) })
    var compared: Set<FilmID> = []
    // TMDB has the IMDb id of Fight Club for this series.
    for record in try FilmRecordLoader.all() where record.title != "一念永恒" {
      guard let id = FilmID(record.id), let title = titles[id] else { continue }
      compared.insert(id)
      #expect(matchesTitle(of: title, record), "\(title.film.caption) is \(record)")
      #expect(matchesYear(of: title.film, record), "\(title.film.caption) is \(record)")
      #expect(matchesType(of: title.film, record), "\(title.film.caption) is \(record)")
    }
    print("\(compared.count) of \(titles.count) films of the starter catalog compared")
    #expect(compared.count >= 900)
  }

  @Test(arguments: [
    FilmRecord(id: "tt0133093", title: "Matrix", years: "1999", isExact: true),
    FilmRecord(id: "tt0133093", title: "The Matrix", years: "1998", isExact: true),
    FilmRecord(id: "tt0133093", title: "The Matrix", years: "1999", kind: "series", isExact: true),
    FilmRecord(id: "tt0133093", title: "Heat", years: "1999", isExact: false),
    FilmRecord(id: "tt0133093", title: "The Matrix", years: "1997", isExact: false),
  ])
  func disagreementsAreDetected(record: FilmRecord) throws {
    let title = try #require(StarterCatalog().titles.first { $0.film.id.rawValue == record.id })
    let matches =
      matchesTitle(of: title, record) && matchesYear(of: title.film, record)
      && matchesType(of: title.film, record)
    #expect(!matches)
  }

  private func matchesTitle(of title: StarterTitle, _ record: FilmRecord) -> Bool {
    let film = title.film
    let otherTitles = [film.originalTitle].compactMap { $0 } + title.localNames
    let titles = [film.title] + (record.isExact ? [] : otherTitles)
    if titles.map(TextFolding.key).contains(TextFolding.key(record.title)) { return true }
    let words = [film.title, record.title].map { Set(TextFolding.words($0)) }
    return !record.isExact && (words[0].isSubset(of: words[1]) || words[1].isSubset(of: words[0]))
  }

  private func matchesYear(of film: Film, _ record: FilmRecord) -> Bool {
    guard let recordYear = Int(record.years.prefix(4)), let filmYear = film.year else {
      return true
    }
    return abs(recordYear - filmYear) <= (record.isExact ? 0 : 1)
  }

  private func matchesType(of film: Film, _ record: FilmRecord) -> Bool {
    guard let kind = record.kind?.lowercased() else { return true }
    let isSeries = kind.contains("series") || kind.hasPrefix("tv mini") || kind == "show"
    return isSeries == (film.type == .series)
  }
}
