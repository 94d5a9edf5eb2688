import FilmzDomain
import Foundation

/// An element of a JSON file of Trakt's export.
///
/// Source: exports of Trakt. Files are told apart by the members of their elements; only a watchlist is known by the name
/// of its file.
package enum TraktElement {
  /// Returns what an element says.
  ///
  /// A moment is converted to the day in the current time zone.
  ///
  /// - Parameters:
  ///   - bytes: The element, as ``JSONElementReader`` returns it.
  ///   - path: The path of the file.
  /// - Returns: The row; `nil` if the element says nothing that is imported, such as that a film is owned.
  /// - Throws: ``RowProblem``.
  package static func row(_ bytes: [UInt8], path: String) throws(RowProblem) -> ImportedRow? {
    guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(bytes)) else {
      throw .invalidJSON
    }
    return try row(entry, path)
  }

  /// Returns the rows of an element, of which there are several if it is a list with its films.
  ///
  /// An element without a film, such as the description of a list, has none.
  static func rows(_ bytes: [UInt8], path: String) throws(RowProblem) -> [ImportedRow] {
    if let list = try? JSONDecoder().decode(List.self, from: Data(bytes)) {
      let films = ImportedList(name: list.name, description: list.description?.nonempty)
      return try list.items.enumerated().map { index, entry throws(RowProblem) in
        guard var row = try row(entry, path) else { throw .invalidJSON }
        row.position = row.position ?? index + 1
        row.list = films
        return row
      }
    }
    return [try row(bytes, path: path)].compactMap(\.self)
  }

  private static func row(_ entry: Entry, _ path: String) throws(RowProblem) -> ImportedRow? {
    guard let film = entry.film else { throw .noFilm }
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    var row = ImportedRow(film: film)
    row.episode = entry.episodeOfShow
    if let moment = entry.watchedAt {
      row.isSeen = true
      // Source: Trakt, API.
      let isUnknown = moment == "unknown"
      row.viewing = ImportedViewing(date: isUnknown ? nil : try day(moment, "watched_at"))
    } else if let moment = entry.lastWatchedAt {
      row.isSeen = true
      row.isSummary = true
      row.viewing = ImportedViewing(date: try day(moment, "last_watched_at"))
    } else if let moment = entry.ratedAt {
      row.isSeen = true
      row.date = try day(moment, "rated_at")
      // A rating of a season is not that of the series.
      row.rating = entry.isSeason ? nil : try entry.points()
    } else if let moment = entry.listedAt {
      row.date = try day(moment, "listed_at")
      row.isWanted = ExportFileName(path).isWatchlist
      row.position = row.isWanted ? nil : entry.rank
      row.note = entry.notes.flatMap { $0.trimmed.isEmpty ? nil : $0 }
    } else {
      return nil
    }
    return row
  }

  private static func day(_ moment: String, _ member: String) throws(RowProblem) -> PartialDate {
    guard let date = ImportedDate.date(moment) else {
      throw .invalidValue(column: member, value: moment)
    }
    return date
  }
}

/// A list with its films.
private struct List: Decodable {
  let name: String
  let description: String?
  let items: [Entry]
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}

/// The members of an element that are imported.
private struct Entry: Decodable {
  struct Title: Decodable {
    let title: String?
    let year: Int?
    let ids: IDs?
  }

  struct Season: Decodable {}

  struct IDs: Decodable {
    let imdb: String?
    let tmdb: Int?
  }

  let watchedAt: String?
  let lastWatchedAt: String?
  let ratedAt: String?
  let listedAt: String?
  let rating: Int?
  let rank: Int?
  let notes: String?
  let movie: Title?
  let show: Title?
  let season: Season?
  let episode: Title?

  private enum CodingKeys: String, CodingKey {
    case watchedAt = "watched_at"
    case lastWatchedAt = "last_watched_at"
    case ratedAt = "rated_at"
    case listedAt = "listed_at"
    case rating, rank, notes, movie, show, season, episode
  }

  /// The film or series.
  var film: NamedFilm? {
    movie?.film(.movie, kind: .movie) ?? show?.film(.series, kind: .tv)
  }

  /// `true` if the entry is about a season as a whole.
  var isSeason: Bool { season != nil && episode == nil }

  /// The episode, whose number at TMDB is not that of a film.
  var episodeOfShow: NamedFilm? {
    show == nil ? nil : episode?.film(.episode, kind: nil)
  }

  /// Returns the rating, a whole number from 1 to 10.
  func points() throws(RowProblem) -> Rating? {
    guard let rating else { return nil }
    guard (1...10).contains(rating), let points = Rating(tenths: rating * 10) else {
      throw .invalidValue(column: "rating", value: "\(rating)")
    }
    return points
  }
}

extension Entry.Title {
  /// Returns the film; `kind` is that of its number at TMDB.
  fileprivate func film(_ type: MediaType, kind: TMDBKind?) -> NamedFilm {
    let tmdbID = kind.flatMap { kind in ids?.tmdb.flatMap { FilmID("tmdb:\(kind.rawValue):\($0)") }
    }
    return NamedFilm(
      ids: [ids?.imdb.flatMap { FilmID($0) }, tmdbID].compactMap(\.self), title: title,
      year: year, type: type)
  }
}
