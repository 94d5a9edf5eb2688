import Foundation

/// A title in the spelling of OMDb: every field a text, `N/A` where nothing is known.
struct OMDbFilm: Sendable {
  let id: String
  let title: String
  /// `1974`, or for a series `2011–2014` or `2019–`, with an en dash.
  let year: String
  var type = "movie"
  var rated = "N/A"
  var released = "N/A"
  var runtime = "N/A"
  var genre = "N/A"
  var director = "N/A"
  var actors = "N/A"
  var plot = "N/A"
  /// IMDb's rating, then its votes with commas, then Metacritic's score.
  var ratings = ("N/A", "N/A", "N/A")
  var seasons: String?

  var poster: String { plot == "N/A" ? "N/A" : "https://example.invalid/posters/\(id).jpg" }

  /// What a page of a search holds of it.
  var hit: [String: Any] {
    ["Title": title, "Year": year, "imdbID": id, "Type": type, "Poster": poster]
  }

  /// The answer to a request by id or title.
  var details: [String: Any] {
    let facts: [String: Any] = [
      "Rated": rated, "Released": released, "Runtime": runtime, "Genre": genre,
      "Director": director, "Writer": director, "Actors": actors, "Plot": plot,
      "Language": "English", "Country": "United Kingdom, France", "Awards": "N/A",
      "Ratings": ratingList, "Metascore": ratings.2, "imdbRating": ratings.0,
      "imdbVotes": ratings.1, "Response": "True",
    ]
    return hit.merging(facts) { $1 }.merging(ownFacts) { $1 }
  }

  private var ownFacts: [String: Any] {
    if type == "series" { return ["totalSeasons": seasons ?? "N/A"] }
    return ["DVD": "N/A", "BoxOffice": "N/A", "Production": "N/A", "Website": "N/A"]
  }

  private var ratingList: [[String: String]] {
    let known = [
      ("Internet Movie Database", "\(ratings.0)/10", ratings.0),
      ("Metacritic", "\(ratings.2)/100", ratings.2),
    ]
    return known.filter { $0.2 != "N/A" }.map { ["Source": $0.0, "Value": $0.1] }
  }
}
