import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Foundation
import Testing

struct JSONWriterTests {
  @Test func filmsHaveTheShapeOfRowsAndTheUsersData() {
    var film = ExportedFilm.sample(
      alias: "tmdb:movie:949", rating: 85,
      viewings: [.sample("2024-05-01", rating: 80, note: "a", tags: ["t"]), .sample()])
    film.entry.notes = "\"\\\n\t\u{1B}é\u{202E}"
    film.entry.tags = ["a", "b"]
    film.film?.genres = ["Crime"]
    film.film?.imdbRating = Rating(tenths: 83)
    film.commentCount = 2
    let lists = [ExportedList.sample("best", "tmdb:movie:949")]
    let result = ExportResult.json(
      ExportedCollection(films: [film, .sample("tt0078748")], lists: lists))
    let text = result.text("filmz.json")
    #expect(
      text.hasPrefix(
        """
        [
          {"id":"tt0113277","imdbID":"tt0113277","title":"Heat","year":1995,"endYear":null,"type":"movie",\
        "imdbRating":8.3,"imdbVotes":null,"runtimeMinutes":null,"genres":["Crime"],"inCollection":true,\
        "watched":true,"myRating":8.5,"dateWatched":"2024-05-01","dateAdded":"2020-01-02T03:04:05Z",\
        "skipped":false,"platform":null,"commentCount":2,"identified":true,"originalTitle":null,"directors":[],\
        "dateRated":null,"audience":null,"recommendedBy":null,\
        "notes":"\\"\\\\\\n\\t\\u001bé\\u202e","tags":["a","b"],\
        "viewings":[{"date":null,"rating":null,"note":null,"tags":[]},\
        {"date":"2024-05-01","rating":8.0,"note":"a","tags":["t"]}],\
        "ids":["tt0113277","tmdb:movie:949"],"lists":["best"]},
          {"id":
        """))
    #expect(text.hasSuffix("\"lists\":[]}\n]\n") && result.files.map(\.rows) == [2])
    #expect(result.films == 2 && result.viewings == 2 && result.lists == 1)
  }

  @Test func textsComeBack() throws {
    var random = SplitMix(7)
    for _ in 0..<200 {
      let note = random.text()
      var film = ExportedFilm.sample(title: "x" + note)
      film.entry.notes = note
      let text = ExportResult.json(ExportedCollection(films: [film])).text("filmz.json")
      let element = try #require(JSON.documents(in: text).first?[0])
      #expect(element["notes"]?.string.map { Array($0.utf8) } == Array(note.utf8))
      #expect(element["title"]?.string.map { Array($0.utf8) } == Array("x\(note)".utf8))
    }
  }

  @Test func timesAreInISO8601() throws {
    var random = SplitMix(3)
    for _ in 0..<500 {
      var film = ExportedFilm.sample()
      film.entry.addedAt = Date(
        timeIntervalSince1970: Double.random(in: -5_000_000_000...50_000_000_000, using: &random))
      let text = ExportResult.json(ExportedCollection(films: [film])).text("filmz.json")
      let seconds = film.entry.addedAt.timeIntervalSince1970.rounded(.down)
      let time = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
      #expect(text.contains("\"dateAdded\":\"\(time)\""))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e18, 1e18])
  func timesOutOfRangeAreTimes(seconds: Double) throws {
    var film = ExportedFilm.sample()
    film.entry.addedAt = Date(timeIntervalSince1970: seconds)
    let text = ExportResult.json(ExportedCollection(films: [film])).text("filmz.json")
    #expect(text.contains(/"dateAdded":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/))
  }

  @Test func emptyCollectionIsAnEmptyArray() {
    #expect(ExportResult.json(ExportedCollection(films: [])).text("filmz.json") == "[]\n")
  }
}
