import FilmzDomain
import GRDB

/// The first titles of an order, out of any number that are added.
///
/// Twice ``RankedTitles/most`` titles are held at a time, whatever their number. By name they are sorted at
/// the end, because facts do not tell names: all are held then, 100,000 at most.
struct SortedTitles {
  private static let mostByName = 100_000

  private let order: TitleOrder
  private var titles: [ScoredTitle] = []
  /// The last of those that are sure to be held; others that come behind it are left out.
  private var last: ScoredTitle?

  init(_ order: FilmOrder) { self.order = TitleOrder(order) }

  /// Adds a title.
  ///
  /// - Throws: ``CatalogError/tooManyToSort(_:)``.
  mutating func add(_ rank: UInt32, _ facts: FactBlock.Facts) throws {
    let title = ScoredTitle(rank: rank, facts: facts, score: 0, exactness: .none)
    if order.isByName {
      guard titles.count < Self.mostByName else {
        throw CatalogError.tooManyToSort(Self.mostByName)
      }
    } else if let last, !order.precedes(title, last) {
      return
    }
    titles.append(title)
    if !order.isByName, titles.count == 2 * RankedTitles.most { cut() }
  }

  private mutating func cut() {
    titles.sort(by: order.precedes)
    titles.removeLast(max(0, titles.count - RankedTitles.most))
    if titles.count == RankedTitles.most { last = titles.last }
  }

  /// The titles in their order.
  mutating func ranked(_ names: NameReader) throws -> RankedTitles {
    if order.isByName {
      titles.sort { $0.facts.id < $1.facts.id }
      titles = try titles.cancellableMap { try $0.named(names) }
    }
    cut()
    return RankedTitles(head: titles)
  }
}

/// The order of titles by what the index knows of them; ties go by rank.
struct TitleOrder {
  private let terms: [FilmOrder.Term]
  let isByName: Bool

  init(_ order: FilmOrder) {
    terms = order.terms
    isByName = order.terms.contains { $0.key == .name }
  }

  /// Whether a title comes before another one; what is missing comes last either way.
  func precedes(_ left: ScoredTitle, _ right: ScoredTitle) -> Bool {
    for term in terms {
      if term.key == .name {
        guard left.name != right.name else { continue }
        return left.name.lexicographicallyPrecedes(right.name) != term.isDescending
      }
      let (first, second) = (left.facts.value(term.key), right.facts.value(term.key))
      if first == second { continue }
      return second == 0 || (first != 0 && (first < second) != term.isDescending)
    }
    return left.rank < right.rank
  }
}

extension FactBlock.Facts {
  /// What titles are sorted by; 0 if it is not known.
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
  /// The title with the name that it is sorted by.
  func named(_ names: NameReader) throws -> ScoredTitle {
    var title = self
    title.name = Array(TextFolding.key(try names.names(of: facts.id).first ?? "").utf8)
    return title
  }
}
