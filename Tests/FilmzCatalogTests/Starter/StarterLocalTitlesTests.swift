import FilmzDomain
import Testing

@testable import FilmzCatalog

/// The local titles of the films in the starter catalog.
struct StarterLocalTitlesTests {
  private let titles = StarterCatalog().titles

  @Test func mostFilmsHaveLocalTitles() {
    #expect(titles.count { !$0.localTitles.isEmpty } >= 1200)
    #expect(titles.reduce(0) { $0 + $1.localTitles.count } >= 3500)
  }

  @Test func titlesKeepTheirOrder() {
    let jaws = titles.first { $0.film.title == "Jaws" }
    #expect(jaws?.localNames.prefix(2) == ["Der weiße Hai", "Les Dents de la mer"])
  }

  @Test func localTitlesAreUniqueAndDifferFromTitleAndOriginalTitle() {
    for title in titles {
      let film = title.film
      let mainTitles = [film.title, film.originalTitle].compactMap { $0 }.map(TextFolding.key)
      let localTitles = title.localNames.map(TextFolding.key)
      #expect(Set(localTitles).count == localTitles.count, "\(film.caption): \(localTitles)")
      #expect(Set(localTitles).isDisjoint(with: mainTitles), "\(film.caption): \(localTitles)")
    }
  }

  @Test func localTitlesAreTrimmed() {
    for title in titles {
      for name in title.localNames {
        #expect(!TextFolding.words(name).isEmpty, "\(title.film.caption)")
        #expect(name.first != " " && name.last != " ", "\(title.film.caption): \(name)")
        #expect(!name.contains("  ") && !name.contains("/ ") && !name.contains(" /"), "\(name)")
      }
    }
  }
}
