package import FilmzDomain

/// The indexes of own and of imported records.
package struct RecordIndexes: Sendable {
  package let own: RecordIndex
  package let imported: RecordIndex

  package init(own: RecordIndex, imported: RecordIndex) {
    self.own = own
    self.imported = imported
  }

  /// Returns a catalog with the films of own records, and with those of imported records that it lacks.
  package func adding(to catalog: any FilmCatalog) -> any FilmCatalog {
    own.adding(to: imported.adding(to: catalog))
  }
}
