import Foundation

/// A title in OMDb's format: all fields are strings, and unknown ones are `N/A`.
struct OMDbFilm: Sendable {
  let id: String
  let title: String
  /// The year, such as `1974`, or a series' years with an en dash, such as `2011–2014` or `2019–`.
  let year: String
  var type = "movie"
  var rated = "N/A"
  var released = "N/A"
  var runtime = "N/A"
  var genre = "N/A"
  var director = "N/A"
  var actors = "N/A"
  var plot = "N/A"
  /// The rating of IMDb, the votes with thousands separators, and the score of Metacritic.
  var ratings: (imdb: String, votes: String, metascore: String) = ("N/A", "N/A", "N/A")
  var seasons: String?

  var poster: String { plot == "N/A" ? "N/A" : "https://example.invalid/posters/\(id).jpg" }

  /// The title's JSON object in a page of search results.
  var searchResult: [String: Any] {
    ["Title": title, "Year": year, "imdbID": id, "Type": type, "Poster": poster]
  }

  /// The response to a request by id or title.
  var details: [String: Any] {
    let facts: [String: Any] = [
      "Rated": rated, "Released": released, "Runtime": runtime, "Genre": genre,
      "Director": director, "Writer": director, "Actors": actors, "Plot": plot,
      "Language": "English", "Country": "United Kingdom, France", "Awards": "N/A",
      "Ratings": ratingList, "Metascore": ratings.metascore, "imdbRating": ratings.imdb,
      "imdbVotes": ratings.votes, "Response": "True",
    ]
    return searchResult.merging(facts) { $1 }.merging(factsOfType) { $1 }
  }

  private var factsOfType: [String: Any] {
    if type == "series" { return ["totalSeasons": seasons ?? "N/A"] }
    return ["DVD": "N/A", "BoxOffice": "N/A", "Production": "N/A", "Website": "N/A"]
  }

  private var ratingList: [[String: String]] {
    let ratingsBySource = [
      ("Internet Movie Database", "\(ratings.imdb)/10", ratings.imdb),
      ("Metacritic", "\(ratings.metascore)/100", ratings.metascore),
    ]
    return ratingsBySource.filter { $0.2 != "N/A" }.map { ["Source": $0.0, "Value": $0.1] }
  }
}
