import FilmzDomain
import Testing

@testable import FilmzCatalog

/// What the films of the starter catalog are called elsewhere.
struct StarterLocalTitlesTests {
  private let titles = StarterCatalog().titles

  @Test func mostFilmsAreKnownByOthers() {
    #expect(titles.count { !$0.localTitles.isEmpty } >= 1200)
    #expect(titles.reduce(0) { $0 + $1.localTitles.count } >= 3500)
  }

  @Test func theyStandBesideTheFilmsInTheirOrder() {
    #expect(titles.map(\.film) == StarterCatalog().films)
    let jaws = titles.first { $0.film.title == "Jaws" }
    #expect(jaws?.localNames.prefix(2) == ["Der weiße Hai", "Les Dents de la mer"])
  }

  @Test func noneRepeatsTheTitleTheOriginalTitleOrAnother() {
    for title in titles {
      let film = title.film
      let own = [film.title, film.originalTitle].compactMap { $0 }.map(TextFolding.key)
      let others = title.localNames.map(TextFolding.key)
      #expect(Set(others).count == others.count, "\(film.caption): \(others)")
      #expect(Set(others).isDisjoint(with: own), "\(film.caption): \(others)")
    }
  }

  @Test func theyAreTidy() {
    for title in titles {
      for name in title.localNames {
        #expect(!TextFolding.words(name).isEmpty, "\(title.film.caption)")
        #expect(name.first != " " && name.last != " ", "\(title.film.caption): \(name)")
        #expect(!name.contains("  ") && !name.contains("/ ") && !name.contains(" /"), "\(name)")
      }
    }
  }
}
