package import FilmzDomain
import FilmzFiles
package import Foundation

/// The catalogs of this machine: the imported one where there is one, and the built-in one.
package actor LocalCatalog {
  nonisolated package let file: URL
  private let path: String
  private let starter = StarterCatalog()
  private var opened: (status: FileStatus, catalog: Result<ImportedCatalog, CatalogError>)?

  package init(file: URL) {
    self.file = file
    path = file.path(percentEncoded: false)
  }

  /// What films are looked for in: the imported catalog with the built-in one beside it, or the
  /// built-in one alone.
  ///
  /// A catalog that was replaced is noticed. Throws ``CatalogError`` where it cannot be used.
  package func source() throws(CatalogError) -> any FilmSource {
    try imported() ?? starter
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
    return try CatalogPlace.remove(file)
  }

  private func imported() throws(CatalogError) -> ImportedCatalog? {
    guard let status = FileStatus(of: file) else {
      opened = nil
      return nil
    }
    if let opened, opened.status.hasSameContent(as: status) { return try opened.catalog.get() }
    let (path, starter) = (path, starter)
    let catalog = Result { () throws(CatalogError) in
      try ImportedCatalog(path: path, bytes: status.bytes, starter: starter)
    }
    opened = (status, catalog)
    return try catalog.get()
  }
}
