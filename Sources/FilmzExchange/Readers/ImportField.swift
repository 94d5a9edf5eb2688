import FilmzDomain
import Foundation

/// The meaning that the user gives a column of a CSV file; the raw value is its name.
package enum ImportField: String, Sendable, CaseIterable {
  case id, imdb, tmdb, title, original, year, type, date, watched, rating, rated, added, tags, note, position, ignore

  /// The values of the column, for users.
  package var summary: String {
    switch self {
    case .id: "an id or address of IMDb or TMDB"
    case .imdb: "an id of IMDb"
    case .tmdb: "a number at TMDB"
    case .title: "the title"
    case .original: "the original title"
    case .year: "the year"
    case .type: "movie, series, short and so on"
    case .date: "the day of the viewing"
    case .watched: "whether the film has been seen"
    case .rating: "your rating"
    case .rated: "the day of the rating"
    case .added: "the day on which the film was added"
    case .tags: "tags, separated by commas"
    case .note: "a note or review"
    case .position: "the place in a list"
    case .ignore: "not imported"
    }
  }

  var column: ImportedColumn {
    switch self {
    case .id: .anyID
    case .imdb: .id
    case .tmdb: .tmdbNumber
    case .title: .title
    case .original: .originalTitle
    case .year: .year
    case .type: .type
    case .date: .watchedDate
    case .watched: .isSeen
    case .rating: .rating(nil)
    case .rated: .date
    case .added: .addedOn
    case .tags: .tags
    case .note: .note
    case .position: .position
    case .ignore: .ignored
    }
  }

  /// The name of such a column in tables, in lower case.
  var columnName: String {
    switch self {
    case .imdb: "imdbid"
    case .tmdb: "tmdbid"
    case .original: "originaltitle"
    case .date: "watcheddate"
    case .rated: "date rated"
    case .added: "dateadded"
    case .note: "notes"
    case .ignore: ""
    default: rawValue
    }
  }

  /// Returns the fields in a text such as `watchedAt=date,score=rating` by the names of columns in lower case; `nil`
  /// for another text.
  ///
  /// A name can contain commas and equal signs.
  package static func assignments(in text: String) -> [String: ImportField]? {
    var fields: [String: ImportField] = [:]
    var name = ""
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      name += (name.isEmpty ? "" : ",") + part
      guard let end = name.lastIndex(of: "="),
        let field = ImportField(rawValue: String(name[end...].dropFirst()).trimmed.lowercased())
      else { continue }
      fields[String(name[..<end]).trimmed.lowercased()] = field
      name = ""
    }
    return name.isEmpty && !fields.isEmpty && fields[""] == nil ? fields : nil
  }
}

/// The kinds, columns and formats that the user has given for the files of an import.
package struct ReadingOptions: Sendable {
  /// The kind of files whose columns fit several kinds, and of tables.
  package var kind: FileKind?
  /// The kinds of single files, by their names.
  package var kinds: [String: FileKind] = [:]
  /// The fields of columns, by their names in lower case.
  package var columns: [String: ImportField] = [:]
  /// The scale and the order of day and month, for columns whose values fit several.
  package var formats = ColumnFormats()

  package init() {}
}

/// The first values of an unknown column of a table.
struct UnknownColumn {
  private static let maximumCount = 200

  let name: String
  private var values: [String] = []

  init(name: String) { self.name = name }

  /// Adds a value, which is not empty.
  mutating func add(_ value: String) { values.append(value) }

  var isFull: Bool { values.count >= Self.maximumCount }

  /// `true` if nearly all values are days or moments.
  var hasDates: Bool { nearlyAll(Self.isDate) }

  /// `true` if nearly all values are numbers up to 100, unless they number the rows.
  var hasRatings: Bool {
    let numbers = values.compactMap { Double($0.replacing(",", with: ".")) }
    let isCount = numbers.count > 1 && zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    return !isCount && nearlyAll { Double($0.replacing(",", with: ".")).map { (0...100).contains($0) } ?? false }
  }

  private func nearlyAll(_ condition: (String) -> Bool) -> Bool {
    !values.isEmpty && values.count(where: condition) * 10 >= values.count * 9
  }

  private static func isDate(_ text: String) -> Bool {
    if let number = Int(text) { return (900_000_000...4_000_000_000).contains(number) }
    let numeric = /\d{1,4}[-\/.]\d{1,2}[-\/.]\d{1,4}([ T,].*)?/
    return text.wholeMatch(of: numeric) != nil || ImportedDate(text)?.date(.dayFirst)?.isDay == true
  }
}
