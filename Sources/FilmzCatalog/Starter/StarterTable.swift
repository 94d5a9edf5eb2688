import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB

/// The facts of the starter catalog: a tab-separated table with a header and one film per line, from which the index is made.
package enum StarterTable {
  /// The names of the columns.
  ///
  /// Items of lists are separated by `, `, and local titles, which may contain commas, by ` / `. The original title is empty if it
  /// equals the title. The years are a year, `2011–2019`, or `2011–` for a series that is still running. Votes are rounded.
  static let columns = [
    "id", "title", "original title", "years", "type", "runtime", "genres", "directors", "actors",
    "languages", "countries", "rating", "votes", "local titles",
  ]

  /// A line that is not a film, or a header without the names of the columns.
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
      guard let title = StarterTitle(line, of: table) else {
        throw MalformedLine(number: index + 1)
      }
      titles.append(title)
    }
    return titles
  }

  /// Writes the index of a table to a file.
  ///
  /// Equal tables have equal files, if the version of SQLite is the same.
  ///
  /// - Throws: ``MalformedLine``, ``CatalogError``, `DatabaseError`, `FileError`.
  package static func writeIndex(of table: [UInt8], to file: URL) async throws {
    let titles = try titles(table)
    let writer = try CatalogWriter(path: nil)
    try await StarterCatalogBuilder.write(titles, to: writer)
    try await writer.write { db in
      try db.execute(sql: StarterIndex.lineTable)
      let insertion = try db.cachedStatement(sql: "INSERT INTO starterLine VALUES (?, ?)")
      for title in titles { try insertion.execute(arguments: [Int64(title.id), title.line]) }
    }
    try await PrivateFile.replace(file) { path in
      try await writer.connection().vacuum(into: path)
    }
  }
}
