package import FilmzDomain
import FilmzFiles
package import Foundation

/// Opens the catalog that was imported on this computer, and reopens it after it was replaced.
package actor LocalCatalog {
  nonisolated package let file: URL
  private let path: String
  private let starter = StarterCatalog()
  /// The status of the file when it was opened, and the result of opening it.
  private var opened: (status: FileStatus, catalog: Result<ImportedCatalog, CatalogError>)?

  package init(file: URL) {
    self.file = file
    path = file.path(percentEncoded: false)
  }

  /// Returns the imported catalog, supplemented by the starter catalog; `nil` if none was imported.
  ///
  /// The file is opened again if it has been replaced since the last call.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be used.
  package func imported() throws(CatalogError) -> ImportedCatalog? {
    guard let status = FileStatus(of: file) else {
      opened = nil
      return nil
    }
    if let opened, opened.status.indicatesSameContent(as: status) { return try opened.catalog.get() }
    guard status.isRegular else { throw .damaged(path: path) }
    let (path, starter) = (path, starter)
    let catalog = Result { () throws(CatalogError) in
      try ImportedCatalog(path: path, bytes: status.bytes, starter: starter)
    }
    opened = (status, catalog)
    return try catalog.get()
  }

  /// Returns whether an imported catalog exists; it may be unusable.
  package func isImported() -> Bool { FileStatus(of: file) != nil }

  /// Returns a summary of the imported catalog; `nil` if none was imported.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be used.
  package func info() throws(CatalogError) -> CatalogInfo? { try imported()?.info }

  /// Removes the imported catalog, and returns whether there was one.
  ///
  /// - Throws: ``CatalogError/busy`` during an import, ``CatalogError/cannotWrite(path:reason:)``.
  package func remove() throws(CatalogError) -> Bool {
    opened = nil
    return try CatalogPublisher.remove(file)
  }
}
