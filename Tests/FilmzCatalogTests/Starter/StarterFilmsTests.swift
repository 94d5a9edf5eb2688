import FilmzDomain
import Testing

@testable import FilmzCatalog

/// The contents of the starter catalog.
struct StarterFilmsTests {
  private let films = StarterCatalog().films

  @Test func filmsAndSeriesInManyLanguages() {
    #expect(films.count >= 1400)
    #expect(films.count { $0.type == .series } >= 150)
    #expect(films.count { !["English", "None"].contains($0.languages.first) } >= 340)
    #expect(Set(films.compactMap(\.languages.first)).count >= 30)
  }

  @Test(arguments: [1920, 1930, 1940, 1950, 1960, 1970, 1980, 1990, 2000, 2010, 2020])
  func everyDecadeHasFilms(decade: Int) {
    #expect(films.count { $0.year.map { $0 / 10 * 10 } == decade } >= 25)
  }

  @Test(arguments: [
    ("tt0068646", "The Godfather", 1972), ("tt0071562", "The Godfather Part II", 1974),
    ("tt0099674", "The Godfather Part III", 1990), ("tt0133093", "The Matrix", 1999),
    ("tt0087182", "Dune", 1984), ("tt1160419", "Dune: Part One", 2021),
    ("tt0076786", "Suspiria", 1977), ("tt1034415", "Suspiria", 2018),
    ("tt0023427", "Scarface", 1932), ("tt0086250", "Scarface", 1983),
    ("tt0054135", "Ocean's 11", 1960), ("tt0240772", "Ocean's Eleven", 2001),
    ("tt0047478", "Seven Samurai", 1954), ("tt0065234", "Z", 1969), ("tt0138704", "Pi", 1998),
  ])
  func famousFilmsHaveTheirIDs(id: String, title: String, year: Int) throws {
    let film = try #require(films.first { $0.id.rawValue == id })
    #expect(film.title == title)
    #expect(film.year == year)
    #expect(film.type == .movie)
  }

  @Test func idsAndCaptionsAreUnique() {
    let ids = Dictionary(grouping: films, by: \.id).filter { $1.count > 1 }
    #expect(ids.isEmpty)
    let captions = Dictionary(grouping: films, by: \.caption).filter { $1.count > 1 }
    #expect(captions.isEmpty)
  }

  @Test func genresAreThoseOfIMDb() {
    let imdbGenres: Set = [
      "Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama",
      "Family", "Fantasy", "Film-Noir", "History", "Horror", "Music", "Musical", "Mystery",
      "Romance", "Sci-Fi", "Sport", "Thriller", "War", "Western",
    ]
    for film in films {
      #expect(Set(film.genres).isSubset(of: imdbGenres), "\(film.caption)")
      #expect((1...3).contains(film.genres.count), "\(film.caption)")
      #expect(Set(film.genres).count == film.genres.count, "\(film.caption)")
    }
  }

  @Test func idsHaveSevenDigitsOrEightWithoutLeadingZero() {
    for film in films {
      let digits = film.id.rawValue.dropFirst(2)
      #expect(digits.count == 7 || (digits.count == 8 && digits.first != "0"), "\(film.caption)")
    }
  }

  @Test func linesAreSortedByYear() {
    let years = films.compactMap(\.year)
    #expect(years == years.sorted())
  }

  @Test func filmsHaveFactsButNoPlotsOrAwards() {
    for film in films {
      #expect(film.id.imdbID != nil, "\(film.caption)")
      #expect(FilmID(film.id.rawValue) == film.id, "\(film.caption)")
      #expect(film.type == .movie || film.type == .series, "\(film.caption)")
      #expect((1...900).contains(film.runtimeMinutes ?? 0), "\(film.caption)")
      #expect((1920...2025).contains(film.year ?? 0), "\(film.caption)")
      #expect((film.imdbVotes ?? 0) > 0, "\(film.caption)")
      #expect(film.imdbRating != nil, "\(film.caption)")
      #expect(film.origin == .starter && film.isComplete, "\(film.caption)")
      #expect(film.plot == nil && film.awards == nil, "\(film.caption)")
    }
  }

  @Test func listsAreNotEmptyAndTextsAreTrimmed() {
    for film in films {
      let isMovie = film.type == .movie
      #expect(!film.genres.isEmpty && !film.actors.isEmpty, "\(film.caption)")
      #expect(!film.languages.isEmpty && !film.countries.isEmpty, "\(film.caption)")
      #expect(!isMovie || !film.directors.isEmpty, "\(film.caption)")
      let texts =
        film.genres + film.directors + film.actors + film.languages + film.countries
        + [film.title] + (film.originalTitle.map { [$0] } ?? [])
      for text in texts {
        #expect(!text.isEmpty && text.first != " " && text.last != " ", "\(film.caption)")
        #expect(!text.contains("N/A"), "\(film.caption)")
      }
    }
  }

  @Test func onlySeriesHaveAnEndYearAfterTheirStartYear() {
    let ended = films.filter { $0.endYear != nil }
    #expect(!ended.isEmpty)
    for film in ended {
      #expect(film.type == .series, "\(film.caption)")
      #expect((film.endYear ?? 0) >= (film.year ?? .max), "\(film.caption)")
    }
  }

  @Test func originalTitleDiffersFromTitle() {
    let pairs = films.compactMap { film in film.originalTitle.map { (film.title, $0) } }
    #expect(!pairs.isEmpty)
    for (title, original) in pairs { #expect(title != original) }
  }
}
