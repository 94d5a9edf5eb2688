import FilmzDomain
import Foundation
import Testing

@testable import FilmzExchange

/// The conversion of MFlix's movies and comments into imported records and comments.
struct MFlixFilmTests {
  private static let id = FilmID(imdbNumber: 15_864)

  @Test func movieIsARecordWithAllItsFacts() throws {
    let json = """
      {"_id":{"$oid":"573a1390f29313caabcd4135"},"title":"The Gold Rush","year":1925,"runtime":95,
      "released":{"$date":"1925-06-26T00:00:00Z"},"genres":["Adventure","Comedy"],"type":"movie",
      "directors":["Charles Chaplin"],"writers":["Charles Chaplin"],"cast":["Mack Swain"],
      "plot":"A prospector.","fullplot":"A lone prospector.","languages":["English"],"countries":["USA"],"rated":"G",
      "awards":{"text":"3 wins."},"poster":"https://example.com/p.jpg",
      "imdb":{"rating":8.3,"votes":60000,"id":15864},"tomatoes":{"viewer":{"rating":3.7,"meter":75}}}
      """
    guard case .movie(let movie) = try ImportedElement(mflix: LenientJSON(Array(json.utf8)))
    else {
      Issue.record("no movie")
      return
    }
    var film = Film(
      id: Self.id, title: "The Gold Rush", year: 1925, type: .movie, origin: .mflix)
    film.runtimeMinutes = 95
    film.released = PartialDate("1925-06-26")
    film.genres = ["Adventure", "Comedy"]
    film.directors = ["Charles Chaplin"]
    film.writers = ["Charles Chaplin"]
    film.actors = ["Mack Swain"]
    film.plot = "A prospector."
    film.fullPlot = "A lone prospector."
    film.languages = ["English"]
    film.countries = ["USA"]
    film.rated = "G"
    film.awards = "3 wins."
    film.poster = "https://example.com/p.jpg"
    film.imdbRating = Rating(tenths: 83)
    film.imdbVotes = 60_000
    film.ratings = [
      .init(source: "Rotten Tomatoes viewers", value: "3.7/5"),
      .init(source: "Rotten Tomatoes viewers who liked it", value: "75%"),
    ]
    #expect(film.viewerRating == Rating(tenths: 37))
    let record = movie.record(of: Self.id)
    #expect(record.facts == film)
    #expect(record == ImportedRecord(film: Self.id, source: .mflix, json: record.json))
  }

  @Test(arguments: [("Ann", "Ann"), (" ", "someone"), ("", "someone")])
  func commentKeepsItsNameAndTime(name: String, expected: String) throws {
    let comment = MFlixComment(
      id: "5a9427648b0beebeb69579e7", movie: "1", name: name, text: "Fine", time: "about 1995")
    let id = UUID()
    #expect(
      comment.comment(on: Self.id, id: id)
        == FilmComment(
          id: id, film: Self.id, name: expected, time: "about 1995", text: "Fine", source: "mflix"))
  }

  @Test(arguments: ["", " "])
  func commentMayBeWithoutATime(time: String) {
    let comment = MFlixComment(id: "1", movie: "1", name: "Ann", text: "Fine", time: time)
      .comment(on: Self.id, id: UUID())
    #expect(comment.knownTime == nil && comment.age(at: .now) == "date unknown")
  }
}
