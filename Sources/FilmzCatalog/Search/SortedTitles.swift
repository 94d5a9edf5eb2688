import FilmzDomain
import GRDB

/// The first titles of an order, out of any number of titles that are added.
///
/// At most twice ``RankedTitles/maximumCount`` titles are in memory. To sort by name, which is not
/// among the facts, all titles are stored and sorted at the end: 100,000 at most.
struct SortedTitles {
  private static let maximumByName = 100_000

  private let order: TitleOrder
  private var titles: [ScoredTitle] = []
  /// The last title of a complete result; titles that come after it are ignored.
  private var lastTitle: ScoredTitle?

  init(_ order: FilmOrder) { self.order = TitleOrder(order) }

  /// Adds a title.
  ///
  /// - Throws: ``CatalogError/tooManyToSort(_:)``.
  mutating func add(_ rank: UInt32, _ facts: FactBlock.Facts) throws {
    let title = ScoredTitle(rank: rank, facts: facts, score: 0, exactness: .none)
    if order.isByName {
      guard titles.count < Self.maximumByName else {
        throw CatalogError.tooManyToSort(Self.maximumByName)
      }
    } else if let lastTitle, !order.precedes(title, lastTitle) {
      return
    }
    titles.append(title)
    if !order.isByName, titles.count == 2 * RankedTitles.maximumCount { removeExcess() }
  }

  private mutating func removeExcess() {
    titles.sort(by: order.precedes)
    titles.removeLast(max(0, titles.count - RankedTitles.maximumCount))
    if titles.count == RankedTitles.maximumCount { lastTitle = titles.last }
  }

  /// Returns the titles in their order.
  mutating func ranked(_ names: NameReader) throws -> RankedTitles {
    if order.isByName {
      titles.sort { $0.facts.id < $1.facts.id }
      titles = try titles.cancellableMap { try $0.withSortName(names) }
    }
    removeExcess()
    return RankedTitles(head: titles)
  }
}

/// An order of titles by their facts or names; equal titles are ordered by rank.
struct TitleOrder {
  private let terms: [FilmOrder.Term]
  let isByName: Bool

  init(_ order: FilmOrder) {
    terms = order.terms
    isByName = order.terms.contains { $0.key == .name }
  }

  /// Returns whether a title precedes another one; unknown values are last in both directions.
  func precedes(_ left: ScoredTitle, _ right: ScoredTitle) -> Bool {
    for term in terms {
      if term.key == .name {
        guard left.name != right.name else { continue }
        return left.name.lexicographicallyPrecedes(right.name) != term.isDescending
      }
      let (leftValue, rightValue) = (left.facts.value(term.key), right.facts.value(term.key))
      if leftValue == rightValue { continue }
      return rightValue == 0
        || (leftValue != 0 && (leftValue < rightValue) != term.isDescending)
    }
    return left.rank < right.rank
  }
}

extension FactBlock.Facts {
  /// Returns the value to sort by, or 0 if it is unknown.
  fileprivate func value(_ key: FilmOrder.Key) -> UInt32 {
    switch key {
    case .year: UInt32(year)
    case .imdb: votes == 0 ? 0 : UInt32(rating) + 1
    case .votes: votes
    case .runtime: UInt32(runtime)
    default: 0
    }
  }
}

extension ScoredTitle {
  /// Returns the title with its folded name, which is read from the catalog.
  func withSortName(_ names: NameReader) throws -> ScoredTitle {
    var title = self
    title.name = Array(TextFolding.key(try names.names(of: facts.id).first ?? "").utf8)
    return title
  }
}
