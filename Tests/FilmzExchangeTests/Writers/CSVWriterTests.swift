import FilmzDomain
import FilmzExchange
import Foundation
import Testing

struct CSVWriterTests {
  private static let header = """
    id,imdbID,tmdbID,title,originalTitle,year,endYear,type,imdbRating,imdbVotes,runtimeMinutes,genres,\
    directors,inCollection,watched,myRating,dateRated,dateAdded,platform,audience,recommendedBy,tags,notes,\
    lists,viewing,dateWatched,viewingRating,viewingTags,viewingNote\r\n
    """

  @Test func everyViewingIsARow() {
    var film = ExportedFilm.sample(
      "tmdb:movie:949", alias: "tt0113277", rating: 85,
      viewings: [.sample("2024-05", rating: 72, note: "a\nb", tags: ["cinema", "x"]), .sample()])
    film.ratedOn = PartialDate("2024-05-02")
    film.entry.audience = .family
    film.entry.recommendedBy = "=Ana"
    film.entry.tags = ["noir"]
    film.entry.notes = "\"good\""
    film.entry.platform = "Netflix"
    film.film?.originalTitle = "Heat, the"
    film.film?.genres = ["Crime", "Drama"]
    let lists = [
      ExportedList.sample("best", "tt0113277"), .sample("crime", "tmdb:movie:949"), .sample("none"),
    ]
    let result = ExportResult.csv(ExportedCollection(films: [film], lists: lists))
    let values = """
      tmdb:movie:949,tt0113277,949,Heat,"Heat, the",1995,,movie,,,,"Crime, Drama",,true,true,8.5,2024-05-02,\
      2020-01-02T03:04:05Z,Netflix,family,=Ana,noir,\"""good""\","best, crime"
      """
    #expect(
      result.text("filmz.csv")
        == Self.header + values + ",1,,,,\r\n"
        + values + ",2,2024-05,7.2,\"cinema, x\",\"a\nb\"\r\n")
    #expect(result.files.map(\.rows) == [2] && result.loss == .sample())
    #expect(result.films == 1 && result.viewings == 2 && result.lists == 3)
  }

  @Test func filmWithoutViewingsIsARow() throws {
    let film = ExportedFilm.sample("tt0903747", title: "Breaking Bad", year: 2008, type: .series)
    let result = ExportResult.csv(ExportedCollection(films: [film]))
    let record = try #require(result.records("filmz.csv", lineBreak: "\r\n").first)
    #expect(record[14] == "false" && record[24...].allSatisfy { $0.isEmpty })
    let row = try #require(result.importedRows().first)
    #expect(row.isWanted && !row.isSeen && row.film.type == .series)
  }

  @Test(
    arguments: [
      ("tmdb:movie:5", .movie, "5"), ("tmdb:tv:5", .series, "5"), ("tmdb:tv:5", .miniSeries, "5"),
      ("tmdb:movie:5", nil, "5"), ("tmdb:tv:5", .movie, ""), ("tmdb:movie:5", .series, ""),
      ("tt0113277", .movie, ""),
    ] as [(String, MediaType?, String)])
  func numberAtTMDBBelongsToTheType(id: String, type: MediaType?, number: String) throws {
    let result = ExportResult.csv(ExportedCollection(films: [.sample(id, type: type)]))
    #expect(try result.records("filmz.csv", lineBreak: "\r\n").map { $0[2] } == [number])
  }

  @Test func emptyCollectionIsAHeader() {
    let result = ExportResult.csv(ExportedCollection(films: []))
    #expect(result.text("filmz.csv") == Self.header && result.files.map(\.rows) == [0])
  }
}
