import FilmzDomain
import Foundation

@testable import FilmzCatalog

extension StarterCatalog {
  /// The table of the films, from which the index is made.
  static let table: [UInt8] = {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/CStarterCatalog/films.tsv").standardizedFileURL
    return (try? Data(contentsOf: file)).map(Array.init) ?? []
  }()

  private static let allTitles = (try? StarterTable.titles(table)) ?? []
  private static let allFilms = allTitles.map(\.film)

  /// All titles, in the order of the table.
  var titles: [StarterTitle] { Self.allTitles }

  /// All films, in the order of the table.
  var films: [Film] { Self.allFilms }
}
