import FilmzDomain
import Foundation

/// An element of a JSON file of Trakt's export.
///
/// Source: exports of Trakt. Files are told apart by the members of their elements; only a watchlist is known by the
/// name of its file.
package enum TraktElement {
  /// Returns what an element says.
  ///
  /// A moment is converted to the day in the current time zone. Members of other types than expected are left out.
  ///
  /// - Parameters:
  ///   - bytes: The element, as ``JSONElementReader`` returns it.
  ///   - path: The path of the file.
  /// - Returns: The row; `nil` if the element says nothing that is imported, such as that a film is owned.
  /// - Throws: ``RowProblem``.
  package static func row(_ bytes: [UInt8], path: String) throws(RowProblem) -> ImportedRow? {
    guard let entry = try? JSONDecoder().decode(TraktEntry.self, from: Data(bytes)) else {
      throw .invalidJSON
    }
    return try row(entry, path)
  }

  /// Returns the rows of an element, of which there are several if it is a list with its films.
  static func rows(_ bytes: [UInt8], path: String) throws(RowProblem) -> [ImportedRow] {
    guard let list = try? JSONDecoder().decode(TraktList.self, from: Data(bytes)) else {
      return [try row(bytes, path: path)].compactMap(\.self)
    }
    let description = list.description.flatMap { $0.isEmpty ? nil : $0 }
    return try list.items.enumerated().map { index, entry throws(RowProblem) in
      guard var row = try row(entry, path) else { throw .invalidJSON }
      row.position = row.position ?? index + 1
      row.list = ImportedList(name: list.name, description: description)
      return row
    }
  }

  private static func row(_ entry: TraktEntry, _ path: String) throws(RowProblem) -> ImportedRow? {
    guard !entry.isPersonOrList else { return nil }
    guard let film = entry.film else { throw .noFilm }
    guard !film.ids.isEmpty || film.title != nil else { throw .noFilm }
    var row = ImportedRow(film: film)
    row.episode = entry.partOfShow
    if let moment = entry.watchedAt {
      row.isSeen = true
      row.viewing = ImportedViewing(
        date: moment == unknownMoment ? nil : try day(moment, "watched_at"))
    } else if let moment = entry.lastWatchedAt {
      row.isSeen = true
      row.isSummary = true
      row.viewing = ImportedViewing(date: try day(moment, "last_watched_at"))
    } else if let moment = entry.ratedAt {
      row.isSeen = true
      row.date = try day(moment, "rated_at")
      row.rating = try entry.points()
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

  /// The moment of a viewing of unknown date, as in Trakt's API.
  static let unknownMoment = "unknown"

  private static func day(_ moment: String, _ member: String) throws(RowProblem) -> PartialDate {
    guard let date = ImportedDate.date(moment) else {
      throw .invalidValue(column: member, value: moment)
    }
    return date
  }
}

/// A list with its films.
private struct TraktList: Decodable {
  let name: String
  let description: String?
  let items: [TraktEntry]
}
