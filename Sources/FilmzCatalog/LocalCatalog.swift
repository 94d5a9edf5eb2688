package import FilmzDomain
import FilmzFiles
package import Foundation

/// The catalog that was imported on this machine, if there is one.
package actor LocalCatalog {
  nonisolated package let file: URL
  private let path: String
  private let starter = StarterCatalog()
  private var opened: (status: FileStatus, catalog: Result<ImportedCatalog, CatalogError>)?

  package init(file: URL) {
    self.file = file
    path = file.path(percentEncoded: false)
  }

  /// Returns the imported catalog, with the built-in one beside it; `nil` if nothing was imported.
  ///
  /// A catalog that was replaced is noticed.
  ///
  /// - Throws: ``CatalogError`` if it cannot be used.
  package func imported() throws(CatalogError) -> ImportedCatalog? {
    guard let status = FileStatus(of: file) else {
      opened = nil
      return nil
    }
    if let opened, opened.status.hasSameContent(as: status) { return try opened.catalog.get() }
    guard status.isRegular else { throw .damaged(path: path) }
    let (path, starter) = (path, starter)
    let catalog = Result { () throws(CatalogError) in
      try ImportedCatalog(path: path, bytes: status.bytes, starter: starter)
    }
    opened = (status, catalog)
    return try catalog.get()
  }

  /// Whether there is an imported catalog; it may be unusable.
  package func isImported() -> Bool { FileStatus(of: file) != nil }

  /// What the imported catalog holds, if there is one.
  ///
  /// - Throws: ``CatalogError`` where it cannot be used.
  package func info() throws(CatalogError) -> CatalogInfo? { try imported()?.info }

  /// Removes the imported catalog.
  ///
  /// - Returns: Whether there was one. Throws ``CatalogError/busy`` during an import, and
  ///   ``CatalogError/cannotWrite(path:reason:)``.
  package func remove() throws(CatalogError) -> Bool {
    opened = nil
    return try CatalogPublisher.remove(file)
  }
}
