import FilmzDomain
import Foundation

/// An element of a JSON file that filmz wrote: a row of films, the card of a film, or a film of an export.
enum FilmzElement {
  /// Returns the rows of an element: one for each viewing, and one if there is no viewing; the first row also has the
  /// values of the film as a whole.
  static func rows(_ bytes: [UInt8]) throws(RowProblem) -> [ImportedRow] {
    guard let element = try? JSONDecoder().decode(Element.self, from: Data(bytes)) else {
      throw .invalidJSON
    }
    var row = ImportedRow(film: try element.namedFilm())
    row.date = try element.dateRated.map { date throws(RowProblem) in
      guard let day = ImportedDate.date(date) else {
        throw .invalid(date, column: "dateRated", isDate: true)
      }
      return day
    }
    row.addedOn = element.dateAdded.flatMap(ImportedDate.date)
    row.rating = try rating(element.myRating, "myRating")
    row.note = element.notes
    row.tags = element.tags ?? []
    row.lists = element.lists ?? []
    row.audience = element.audience.flatMap(Audience.init(named:))
    row.recommendedBy = element.recommendedBy
    let viewings = try element.importedViewings()
    row.isSeen = element.watched == true || row.rating != nil || !viewings.isEmpty
    row.isWanted = element.inCollection == true && !row.isSeen
    if element.inCollection == false, !row.isSeen {
      guard element.skipped == true else { throw .notInCollection }
      row.isSkipped = true
    }
    row.viewing = viewings.first
    return [row]
      + viewings.dropFirst().map { viewing in
        var further = ImportedRow(film: row.film)
        further.isSeen = true
        further.viewing = viewing
        return further
      }
  }

  /// Returns a value, which is `nil` if the member is not valid.
  fileprivate static func parsed<Value>(
    _ value: Value?, _ member: String, _ text: String
  ) throws(RowProblem) -> Value {
    guard let value else { throw .invalidValue(column: member, value: text) }
    return value
  }

  fileprivate static func rating(_ points: Double?, _ member: String) throws(RowProblem) -> Rating?
  {
    guard let points else { return nil }
    let tenths = Int(exactly: (points * 10).rounded())
    return try parsed(tenths.flatMap { Rating(tenths: $0) }, member, "\(points)")
  }
}

/// The members of an element that are imported.
private struct Element: Decodable {
  struct Viewing: Decodable {
    let date: String?
    let rating: Double?
    let note: String?
    let tags: [String]?
  }

  let id: String?
  let imdbID: String?
  let ids: [String]?
  let title: String?
  let originalTitle: String?
  let year: Int?
  let type: String?
  let inCollection: Bool?
  let watched: Bool?
  let skipped: Bool?
  let myRating: Double?
  let dateRated: String?
  let dateAdded: String?
  let dateWatched: String?
  let audience: String?
  let recommendedBy: String?
  let notes: String?
  let tags: [String]?
  let lists: [String]?
  let viewings: [Viewing]?

  func namedFilm() throws(RowProblem) -> NamedFilm {
    let ids = ([id, imdbID].compactMap(\.self) + (ids ?? [])).compactMap { FilmID($0) }
    guard !ids.isEmpty || title != nil else { throw .noFilm }
    return NamedFilm(
      ids: FilmID.oneOfEachSource(ids), title: title, originalTitle: originalTitle, year: year,
      type: type.flatMap(MediaType.init(named:)))
  }

  /// Returns the viewings; rows of films have only the date of the last one.
  func importedViewings() throws(RowProblem) -> [ImportedViewing] {
    guard let viewings else {
      return try dateWatched.map { date throws(RowProblem) in
        [ImportedViewing(date: try FilmzElement.parsed(PartialDate(date), "dateWatched", date))]
      } ?? []
    }
    return try viewings.map { viewing throws(RowProblem) in
      ImportedViewing(
        date: try viewing.date.map { date throws(RowProblem) in
          try FilmzElement.parsed(PartialDate(date), "date", date)
        },
        rating: try FilmzElement.rating(viewing.rating, "rating"), note: viewing.note,
        tags: viewing.tags ?? [])
    }
  }
}
