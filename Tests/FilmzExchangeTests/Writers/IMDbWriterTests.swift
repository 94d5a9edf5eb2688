import FilmzDomain
import FilmzExchange
import Foundation
import Testing

struct IMDbWriterTests {
  private static func export(
    _ films: ExportedFilm..., lists: [ExportedList] = []
  ) -> ExportResult {
    IMDbWriter.export(ExportedCollection(films: films, lists: lists))
  }

  private static func fullFilm() -> ExportedFilm {
    var film = ExportedFilm.sample(rating: 85, viewings: [.sample("2024")])
    film.ratedOn = PartialDate("2024-05-02")
    film.film?.originalTitle = "Heat, the"
    film.film?.genres = ["Crime", "Drama"]
    film.film?.directors = ["Michael Mann"]
    film.film?.runtimeMinutes = 170
    film.film?.imdbRating = Rating(tenths: 83)
    film.film?.imdbVotes = 700_000
    film.film?.released = PartialDate("1995-12-15")
    return film
  }

  @Test func ratingsHaveTheColumnsOfTheNewestExport() {
    let result = Self.export(Self.fullFilm())
    #expect(
      result.text("ratings.csv") == """
        Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,\
        Genres,Num Votes,Release Date,Directors
        tt0113277,9,2024-05-02,Heat,"Heat, the",https://www.imdb.com/title/tt0113277,Movie,8.3,170,1995,\
        "Crime, Drama",700000,1995-12-15,Michael Mann

        """)
    #expect(result.fileNames == ["ratings.csv"] && result.loss == .sample(ratings: 1))
    #expect(result.films == 1 && result.viewings == 0)
  }

  @Test func wantedFilmsAndListsHaveTheColumnsOfLists() {
    var rated = Self.fullFilm()
    rated.entry.viewings = []
    let result = Self.export(
      .sample("tt0078748", title: "Alien", year: 1979), rated,
      lists: [.sample("ratings & watchlist", "tt0113277", "tt0133093")])
    let header = """
      Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,\
      Runtime (mins),Year,Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated

      """
    #expect(
      result.text("watchlist.csv") == header + """
        1,tt0078748,2020-01-02,2020-01-02,,Alien,Alien,https://www.imdb.com/title/tt0078748,Movie,,,1979,\
        ,,,,,
        2,tt0113277,2020-01-02,2020-01-02,,Heat,"Heat, the",https://www.imdb.com/title/tt0113277,Movie,8.3,\
        170,1995,"Crime, Drama",700000,1995-12-15,Michael Mann,9,2024-05-02

        """)
    #expect(
      result.text("lists/ratings-watch-list.csv") == header + """
        1,tt0113277,2020-09-13,2020-09-13,,Heat,"Heat, the",https://www.imdb.com/title/tt0113277,Movie,8.3,\
        170,1995,"Crime, Drama",700000,1995-12-15,Michael Mann,9,2024-05-02
        2,tt0133093,2020-09-13,2020-09-13,,,,https://www.imdb.com/title/tt0133093,,,,,,,,,,

        """)
    #expect(result.films == 2 && result.lists == 1 && result.loss == .sample(ratings: 1))
  }

  @Test(
    arguments: [
      (.movie, "Movie"), (.series, "TV Series"), (.miniSeries, "TV Mini Series"),
      (.tvMovie, "TV Movie"), (.tvSpecial, "TV Special"), (.short, "Short"),
      (.episode, "TV Episode"), (.video, "Video"), (.game, "Video Game"), (nil, ""),
    ] as [(MediaType?, String)])
  func typeHasTheNameAtIMDb(type: MediaType?, name: String) throws {
    let result = Self.export(.sample(type: type, rating: 80, viewings: [.sample()]))
    #expect(try result.records("ratings.csv").map { $0[6] } == [name])
    #expect(try result.importedRows().map(\.film.type) == [type])
  }

  @Test func filmsWithoutIDAreLeftOutAndMonthsOfRatingsAreEmpty() throws {
    var film = ExportedFilm.sample(rating: 70)
    film.ratedOn = PartialDate("2024-05")
    let result = Self.export(
      film, .sample("tmdb:movie:949", rating: 75, viewings: [.sample()]),
      lists: [.sample("a", "tmdb:movie:949", "tmdb:movie:950", "tt0113277")])
    #expect(result.files.map(\.rows) == [1, 1, 1])
    #expect(try result.records("ratings.csv").map { $0[2] } == [""])
    #expect(try result.records("watchlist.csv").map { $0[17] } == [""])
    #expect(result.loss == .sample(dates: 1, withoutID: 2))
  }
}
