import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB

/// The format of the starter films: a tab-separated table with a header and one film per line.
package enum StarterTable {
  /// The columns in their order.
  ///
  /// Items of lists are separated by `, `, and local titles, which may contain commas, by ` / `. The original title is
  /// empty if it equals the title. The years are a year, `2011–2019`, or `2011–` for a series that is still running.
  /// Votes are rounded.
  enum Column: Int {
    case id, title, originalTitle, years, type, runtime, genres, directors, actors
    case languages, countries, rating, votes, localTitles
  }

  /// The names of the columns in the header.
  static let columns = [
    "id", "title", "original title", "years", "type", "runtime", "genres", "directors", "actors",
    "languages", "countries", "rating", "votes", "local titles",
  ]

  /// The error that a line is not a film, or that the first line does not consist of the names of the columns.
  package struct MalformedLine: Error {
    /// The number of the line, counted from 1.
    package let number: Int
  }

  /// Returns the titles of a table in UTF-8, in the order of its lines.
  ///
  /// - Throws: ``MalformedLine``.
  static func titles(_ table: [UInt8]) throws(MalformedLine) -> [StarterTitle] {
    var lines: [Range<Int>] = []
    table.span.forEachPart(of: table.indices, separatedBy: UInt8(ascii: "\n")) { lines.append($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let header = lines.first,
      table[header].elementsEqual(columns.joined(separator: "\t").utf8)
    else { throw MalformedLine(number: 1) }
    var titles: [StarterTitle] = []
    for (index, line) in lines.enumerated().dropFirst() {
      guard let title = StarterTitle(line, of: table) else { throw MalformedLine(number: index + 1) }
      titles.append(title)
    }
    return titles
  }

  /// Writes the index of a table to a file.
  ///
  /// The same version of SQLite writes equal files for equal tables.
  ///
  /// - Throws: ``MalformedLine``, ``CatalogError``, `DatabaseError`, `FileError`.
  package static func writeIndex(of table: [UInt8], to file: URL) async throws {
    let titles = try titles(table)
    let writer = try CatalogWriter(path: nil)
    try await writer.write(titles)
    try await writer.write { db in
      try db.execute(sql: StarterIndex.lineTable)
      let insertion = try db.cachedStatement(sql: "INSERT INTO starterLine VALUES (?, ?)")
      for title in titles { try insertion.execute(arguments: [Int64(title.id), title.line]) }
    }
    try await PrivateFile.replace(file) { path in try await writer.connection().vacuum(into: path) }
  }
}
