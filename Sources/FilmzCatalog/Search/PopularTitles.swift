import FilmzDomain
import Foundation
import GRDB
import Synchronization

/// The best-known titles of a catalog by the first one or two letters of their titles and original titles, and by their
/// initials, for texts that are being typed.
///
/// With the index of words, the postings of all words that begin with these letters would have to be read.
struct PopularTitles: Sendable {
  /// The number of titles.
  private static let count: UInt32 = 5000

  /// The ranks, in ascending order, by the letters, folded and in UTF-8.
  private var ranks: [[UInt8]: [UInt32]] = [:]
  /// The ranks of the first ``TitleSearch/titlesWithInitials`` titles, in ascending order, by their initials.
  private var ranksByInitials: [[UInt8]: [UInt32]] = [:]

  /// Reads the titles.
  ///
  /// - Throws: `DatabaseError`, `CancellationError`.
  init(_ db: Database, _ steps: SearchSteps) throws {
    var factReader = try FactReader(db)
    let nameReader = try NameReader(db)
    for rank in 0..<Self.count {
      try steps.take(SearchSteps.names)
      guard let id = try factReader.facts(rank)?.id else { break }
      for beginning in Set(try nameReader.mainNames(of: id).flatMap(Self.beginnings)) {
        ranks[beginning, default: []].append(rank)
      }
      guard rank < TitleSearch.titlesWithInitials else { continue }
      for initials in Set(try nameReader.initials(of: id)) { ranksByInitials[initials, default: []].append(rank) }
    }
  }

  /// Returns the ranks of the titles that begin with one or two letters, with or without a leading article.
  func ranks(beginningWith letters: [UInt8]) -> [UInt32] { ranks[letters] ?? [] }

  /// Returns the ranks of the titles with the given initials; see ``NameReader/hasInitials(_:_:)``.
  func ranks(withInitials letters: [UInt8]) -> [UInt32] { ranksByInitials[letters] ?? [] }

  /// Returns the first letter, and the first two letters, of a name with and without its leading article.
  private static func beginnings(of name: String) -> [[UInt8]] {
    let words = TitleWords(name)
    return [words.words.first, words.withoutArticle?.first].compactMap(\.self).flatMap { word in
      let letters = String(decoding: word, as: UTF8.self).unicodeScalars
      return [1, 2].filter { $0 <= letters.count }.map { count in
        Array(String(String.UnicodeScalarView(letters.prefix(count))).utf8)
      }
    }
  }
}

/// Data that searches of a catalog keep for later searches; the file of a catalog never changes.
struct SearchCaches: Sendable {
  let popularTitles = PopularTitleCache()
  let suggestions = SuggestionCache()
}

/// The popular titles of a catalog, which are read when they are first needed.
final class PopularTitleCache: Sendable {
  private let titles = Mutex<PopularTitles?>(nil)

  /// The titles if they have been read.
  var loadedTitles: PopularTitles? { titles.withLock { $0 } }

  /// Returns the titles.
  ///
  /// - Throws: `DatabaseError`, `CancellationError`.
  func titles(_ db: Database, _ steps: SearchSteps) throws -> PopularTitles {
    if let titles = titles.withLock({ $0 }) { return titles }
    let read = try PopularTitles(db, steps)
    titles.withLock { $0 = read }
    return read
  }
}
