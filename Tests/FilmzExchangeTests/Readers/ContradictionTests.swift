import FilmzDomain
import Testing

@testable import FilmzExchange

/// Rows of tables whose values contradict each other.
struct ContradictionTests {
  /// Each case has the ids of a row, those of the film, and those that are left out.
  @Test(
    arguments: [
      ("tt0113277,949,https://www.imdb.com/title/tt0133093/", ["tt0113277", "tmdb:movie:949"], ["tt0133093"]),
      ("tt0113277,603,https://www.themoviedb.org/movie/949-heat", ["tt0113277", "tmdb:movie:949"], ["tmdb:movie:603"]),
      ("tt0903747,1396,https://www.themoviedb.org/tv/1396", ["tt0903747", "tmdb:tv:1396"], []),
      ("tt0113277,949,imdb://tt0113277", ["tt0113277", "tmdb:movie:949"], []),
    ] as [(String, [String], [String])])
  func furtherIDsOfARowAreLeftOut(row: String, ids: [String], others: [String]) throws {
    let rows = try ReadFile.rows("imdbID,tmdbID,URL\n\(row)\n")
    #expect(rows.map { $0.film.ids.map(\.rawValue) } == [ids])
    let leftOut = rows[0].leftOut.map { if case .furtherID(let id, _) = $0 { id.rawValue } else { "" } }
    #expect(leftOut == others)
  }

  /// Each case has a row, whether the film has been seen, and the column of the value that contradicts another one.
  @Test(
    arguments: [
      ("No,8,", true, "Watched"), ("No,,2024-05-01", false, "Watched Date"), ("0,8,2024-05-01", true, "Watched"),
      ("No,,", false, nil), ("No,0,", false, nil), ("Yes,8,2024-05-01", true, nil), (",8,", true, nil),
    ] as [(String, Bool, String?)])
  func contradictionIsTold(row: String, isSeen: Bool, column: String?) throws {
    let rows = try ReadFile.rows("Title,Watched,Rating10,Watched Date\nHeat,\(row)\n")
    #expect(rows.map(\.isSeen) == [isSeen] && (rows[0].viewing != nil) == row.hasPrefix("Yes"))
    let columns = rows[0].leftOut.map { if case .contradiction(let value, _) = $0 { value.column } else { "" } }
    #expect(columns.first == column && columns.count == (row.hasPrefix("0") ? 2 : column == nil ? 0 : 1))
  }

  /// In filmz, a rated film need not have been seen.
  @Test func ratingOfFilmzContradictsNothing() throws {
    let rows = try ReadFile.rows("title,inCollection,watched,myRating\nHeat,true,false,8\n")
    #expect(rows.map(\.isSeen) == [false] && rows.map(\.rating?.tenths) == [80] && rows[0].leftOut.isEmpty)
  }

  /// The rating of a viewing is not that of the film, in whatever order the rows are.
  @Test func ratingOfARowWithAViewingBelongsToIt() throws {
    let rows = try ReadFile.rows(
      "Title,Rating10,Watched Date,myRating\nHeat,8,2024-05-01,\nHeat,6,,\nAlien,,2024-05-01,9\n")
    #expect(rows.map(\.rating?.tenths) == [nil, 60, 90] && rows.map(\.viewing?.rating?.tenths) == [80, nil, 90])
  }
}
