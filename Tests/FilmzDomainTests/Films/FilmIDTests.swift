import FilmzDomain
import Foundation
import Testing

struct FilmIDTests {
  @Test(arguments: [
    ("tt0133093", "tt0133093"), ("tt133093", "tt0133093"), ("TT0133093", "tt0133093"),
    ("Tt1", "tt0000001"), ("tt00133093", "tt0133093"), ("tt15239678", "tt15239678"),
    ("tt0015239678", "tt15239678"), ("tt1234567890", "tt1234567890"),
  ])
  func imdbIDIsPaddedToSevenDigits(text: String, id: String) throws {
    #expect(try #require(FilmID(text)).rawValue == id)
  }

  @Test(arguments: [
    "https://www.imdb.com/title/tt0133093/", "https://m.imdb.com/title/tt0133093/",
    "http://imdb.com/title/tt0133093", "www.imdb.com/title/tt133093/reference",
    "imdb.com/title/tt0133093?ref_=fn_al_tt_1", "HTTPS://WWW.IMDB.COM/TITLE/TT0133093/",
    "https://www.imdb.com/de/title/tt0133093/#cast",
  ])
  func imdbURLIsParsed(text: String) {
    #expect(FilmID(text)?.rawValue == "tt0133093")
  }

  @Test(arguments: [
    "tmdb:movie:603", "tmdb:tv:1399", "own:3F2504E0-4F89-41D3-9A0C-0305E82C3301",
  ])
  func canonicalIDsOfOtherSourcesAreUnchanged(text: String) {
    #expect(FilmID(text)?.rawValue == text)
  }

  @Test(arguments: [
    ("https://www.themoviedb.org/movie/603-the-matrix", "tmdb:movie:603"),
    ("https://www.themoviedb.org/movie/603", "tmdb:movie:603"),
    ("themoviedb.org/tv/1399-game-of-thrones?language=de-DE", "tmdb:tv:1399"),
    ("HTTP://THEMOVIEDB.ORG/TV/1399/season/1", "tmdb:tv:1399"),
    ("https://m.themoviedb.org/movie/603#cast", "tmdb:movie:603"),
    ("TMDB:Movie:603", "tmdb:movie:603"),
  ])
  func tmdbAddressIsParsed(text: String, id: String) throws {
    let parsedID = try #require(FilmID(text))
    #expect(parsedID.rawValue == id && parsedID.isCanonical)
    let tmdb = try #require(parsedID.tmdb)
    #expect(FilmID(tmdb: tmdb.kind, tmdb.number) == parsedID)
  }

  @Test(arguments: [
    "https://www.themoviedb.org/person/6384-keanu-reeves", "https://www.themoviedb.org/movie/",
    "https://www.themoviedb.org/movie/top-rated", "https://www.themoviedb.org/movie/603abc",
    "https://themoviedb.org.example.org/movie/603", "https://example.org/themoviedb.org/movie/603",
    "https://eviltheovemoviedb.org/movie/603", "https://www.themoviedb.org/movie/0",
    "https://www.themoviedb.org/movie/99999999999999999999",
  ])
  func otherAddressesAreNoIDs(text: String) {
    #expect(FilmID(text) == nil)
  }

  @Test(arguments: [
    "", " ", "tt", "tt0", "tt0000000", "t0133093", "0133093", "1917", "tt01330a3", "tt-133093",
    "tt+133093", "tt12345678901", "tt٣٣", "nm0000206", "ttitle", "The Matrix",
    "imdb.com.evil/title/tt1", "https://evil.com/imdb.com/title/tt0133093",
    "https://evilimdb.com/title/tt0133093", "https://imdb.com@evil.com/title/tt0133093",
    "ftp://imdb.com/title/tt0133093", "https://www.imdb.com/name/nm0000206/",
    "https://www.imdb.com/title/", "https://www.imdb.com/title/tt0133093abc",
    "tmdb:movie:0", "tmdb:movie:-603", "tmdb:movie:abc", "tmdb:person:603", "tmdb:603", "tmdb:",
    "own:", "own:3F2504E0", "own:3F2504E0-4F89-41D3-9A0C-0305E82C33ZZ", "foo:movie:603",
  ])
  func invalidIDIsRejected(text: String) {
    #expect(FilmID(text) == nil)
  }

  @Test func ownIDContainsAUUID() {
    #expect(FilmID("own:" + String(repeating: "-", count: 36)) == nil)
    let lowercased = FilmID("own:3f2504e0-4f89-41d3-9a0c-0305e82c3301")
    #expect(lowercased?.rawValue == "own:3F2504E0-4F89-41D3-9A0C-0305E82C3301")
  }

  @Test(arguments: [
    ("tt0133093", "tt0133093"), ("tmdb:movie:603", nil),
    ("own:3F2504E0-4F89-41D3-9A0C-0305E82C3301", nil),
  ])
  func onlyIMDbIDsHaveAnIMDbID(text: String, imdbID: String?) {
    #expect(FilmID(text)?.imdbID == imdbID)
  }

  @Test func idIsEncodedAsText() throws {
    let data = try JSONEncoder().encode([FilmID(unchecked: "tt0133093")])
    #expect(String(decoding: data, as: UTF8.self) == #"["tt0133093"]"#)
    let ids = try JSONDecoder().decode([FilmID].self, from: data)
    #expect(ids == [FilmID(unchecked: "tt0133093")])
  }

  @Test func idsAreSortedByText() {
    let ids = ["tt0133093", "own:x", "tmdb:tv:1"].map(FilmID.init(unchecked:))
    #expect(ids.sorted().map(\.description) == ["own:x", "tmdb:tv:1", "tt0133093"])
  }
}
