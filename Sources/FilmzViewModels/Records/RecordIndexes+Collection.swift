package import FilmzCatalog
package import FilmzDomain
package import FilmzStore

extension RecordIndexes {
  /// Creates the indexes of the records in a collection.
  package init(_ database: CollectionDatabase, paths: Paths) {
    self.init(
      own: RecordIndex(
        .own, file: paths.recordIndex,
        revision: { try await database.openForReading().collection.revisionOfRecords() },
        films: { try await database.openForReading().collection.filmsOfRecords() }),
      imported: RecordIndex(
        .imported, file: paths.importedRecordIndex,
        revision: { try await database.openForReading().collection.revisionOfImportedRecords() },
        films: { try await database.openForReading().collection.filmsOfImportedRecords() }))
  }
}
