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
  /// How many titles there are of each type that occurs, the most frequent first.
  package let types: [(type: MediaType, count: Int)]
  /// People whose names are known.
  package let people: Int
  package let files: [File]
  /// Of the catalog's file.
  package let bytes: Int
  package let importedAt: Date

  package init(
    titles: Int, types: [(type: MediaType, count: Int)], people: Int, files: [File], bytes: Int,
    importedAt: Date
  ) {
    self.titles = titles
    self.types = types
    self.people = people
    self.files = files
    self.bytes = bytes
    self.importedAt = importedAt
  }

  /// The same catalog in a file of some size.
  package func with(bytes: Int) -> CatalogInfo {
    CatalogInfo(
      titles: titles, types: types, people: people, files: files, bytes: bytes,
      importedAt: importedAt)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.titles == right.titles && left.people == right.people && left.files == right.files
      && left.bytes == right.bytes && left.importedAt == right.importedAt
      && left.types.elementsEqual(right.types) { $0 == $1 }
  }
}
