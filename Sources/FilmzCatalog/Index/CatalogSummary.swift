import FilmzDomain
import Foundation

/// What was counted while a catalog was imported, as the catalog keeps it.
struct CatalogSummary: Codable {
  private let titles: Int
  private let types: [String: Int]
  private let people: Int
  private let files: [CatalogInfo.File]
  private let importedAt: Date

  init(_ info: CatalogInfo) {
    titles = info.titles
    types = Dictionary(uniqueKeysWithValues: info.types.map { ($0.type.rawValue, $0.count) })
    people = info.people
    files = info.files
    importedAt = info.importedAt
  }

  /// What the catalog holds, in a file of some size.
  func info(bytes: Int) -> CatalogInfo {
    let known = types.compactMap { name, count in
      MediaType(rawValue: name).map { (type: $0, count: count) }
    }
    return CatalogInfo(
      titles: titles,
      types: known.sorted { ($1.count, $0.type.rawValue) < ($0.count, $1.type.rawValue) },
      people: people, files: files, bytes: bytes, importedAt: importedAt)
  }
}
