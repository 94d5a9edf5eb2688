package import Foundation

/// A summary of the content of an imported catalog.
package struct CatalogInfo: Sendable, Equatable {
  /// A file that was imported.
  package struct File: Sendable, Hashable, Codable {
    /// The name of the file, such as `title.basics.tsv.gz`.
    package let name: String
    /// The modification date of the file at the time of the import.
    package let date: Date
    /// The number of lines after the header, including malformed lines.
    package let rows: Int
    /// The number of lines that could not be parsed.
    package let malformed: Int
    /// The name of the dataset, such as `title.basics`; `nil` in catalogs of older versions, in which
    /// the name of the file begins with it.
    package let dataset: String?

    package init(name: String, date: Date, rows: Int, malformed: Int, dataset: String? = nil) {
      (self.name, self.date, self.rows, self.malformed) = (name, date, rows, malformed)
      self.dataset = dataset
    }
  }

  /// The number of imported titles.
  package let titles: Int
  /// The number of people whose name is known.
  package let people: Int
  package let files: [File]
  /// The size of the catalog file.
  package var bytes = 0
  package let importedAt: Date
  private let typeCounts: [MediaType: Int]

  /// The number of titles of each type that occurs, the most frequent type first.
  package var types: [(type: MediaType, count: Int)] {
    typeCounts.map { (type: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.type.rawValue) < ($0.count, $1.type.rawValue) }
  }

  package init(titles: Int, types: [MediaType: Int], people: Int, files: [File], bytes: Int = 0, importedAt: Date) {
    self.titles = titles
    typeCounts = types
    (self.people, self.files, self.bytes, self.importedAt) = (people, files, bytes, importedAt)
  }
}

/// The stored form, which omits the size of the catalog file.
extension CatalogInfo: Codable {
  private enum CodingKeys: String, CodingKey {
    case titles, people, files, importedAt
    case typeCounts = "types"
  }
}
