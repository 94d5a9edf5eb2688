package import Foundation

/// What an imported catalog holds.
package struct CatalogInfo: Sendable, Equatable {
  /// A file that was imported.
  package struct File: Sendable, Hashable, Codable {
    /// As it was called, `title.basics.tsv.gz`.
    package let name: String
    /// When it was last changed before it was imported.
    package let date: Date
    /// Lines behind its head, those that could not be read included.
    package let rows: Int
    /// Lines that could not be read.
    package let malformed: Int

    package init(name: String, date: Date, rows: Int, malformed: Int) {
      self.name = name
      self.date = date
      self.rows = rows
      self.malformed = malformed
    }
  }

  package let titles: Int
  /// People whose names are known.
  package let people: Int
  package let files: [File]
  /// The size of the catalog's file.
  package var bytes = 0
  package let importedAt: Date
  private let typeCounts: [MediaType: Int]

  /// The number of titles of each type that occurs, the most frequent first.
  package var types: [(type: MediaType, count: Int)] {
    typeCounts.map { (type: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.type.rawValue) < ($0.count, $1.type.rawValue) }
  }

  package init(
    titles: Int, types: [MediaType: Int], people: Int, files: [File], bytes: Int = 0,
    importedAt: Date
  ) {
    self.titles = titles
    typeCounts = types
    self.people = people
    self.files = files
    self.bytes = bytes
    self.importedAt = importedAt
  }
}

/// The form in which a catalog stores it, without the size of its file.
extension CatalogInfo: Codable {
  private enum CodingKeys: String, CodingKey {
    case titles, people, files, importedAt
    case typeCounts = "types"
  }
}
