package import FilmzDomain
package import Foundation
import Glibc

/// The catalogs of this machine: the imported one where there is one, and the built-in one.
package actor LocalCatalog {
  /// What tells one file from the one that replaces it.
  private struct Identity: Equatable {
    let device: UInt
    let number: UInt
    let size: Int
    let changed: Int
  }

  nonisolated package let file: URL
  private let path: String
  private let starter = StarterCatalog()
  private var opened: (identity: Identity, catalog: Result<ImportedCatalog, CatalogError>)?

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
  package func isImported() -> Bool { identity() != nil }

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
    guard let identity = identity() else {
      opened = nil
      return nil
    }
    if let opened, opened.identity == identity { return try opened.catalog.get() }
    let (path, starter) = (path, starter)
    let catalog = Result { () throws(CatalogError) in
      try ImportedCatalog(path: path, bytes: identity.size, starter: starter)
    }
    opened = (identity, catalog)
    return try catalog.get()
  }

  private func identity() -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt(status.st_dev), number: UInt(status.st_ino), size: Int(status.st_size),
      changed: Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec))
  }
}
