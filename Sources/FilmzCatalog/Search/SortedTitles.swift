import FilmzDomain

/// Collects the titles that come first in a sort order, out of any number of titles.
///
/// At most twice as many titles as requested are in memory, unless the titles are sorted by name. Names are
/// not among the facts, so in this case all titles are kept and sorted at the end.
struct SortedTitles {
  /// The maximum number of titles that can be sorted by name.
  private static let maximumByName = 100_000

  private let order: TitleOrder
  private let maximumCount: Int
  private var titles: [ScoredTitle] = []
  /// The number of titles that were added.
  private var addedCount = 0
  /// The last title that remained when excess titles were removed; `nil` before the first removal.
  ///
  /// Titles that are added later are ignored unless they precede this title.
  private var lastTitle: ScoredTitle?
  /// The value of ``lastTitle`` for the first sort key; 0 if it is not known.
  private var lastValue: UInt32 = 0

  /// Creates a list of the first `maximumCount` titles.
  init(_ order: FilmOrder, maximumCount: Int) {
    self.order = TitleOrder(order)
    self.maximumCount = maximumCount
  }

  /// Adds a title.
  ///
  /// - Throws: ``CatalogError/tooManyToSort(_:)``.
  mutating func add(_ rank: UInt32, _ facts: FactBlock.Facts, _ cause: ScoredTitle.Cause) throws {
    addedCount += 1
    // Most titles are rejected here, which takes less time than creating and comparing them.
    if lastValue > 0, order.isAfter(facts, lastValue) { return }
    let title = ScoredTitle(rank: rank, facts: facts, score: 0, cause: cause)
    if order.isByName {
      guard titles.count < Self.maximumByName else { throw CatalogError.tooManyToSort(Self.maximumByName) }
    } else if let lastTitle, !order.precedes(title, lastTitle) {
      return
    }
    titles.append(title)
    if !order.isByName, titles.count / 2 >= maximumCount { removeExcess() }
  }

  /// Sorts the titles, and removes those after the first ``maximumCount``.
  private mutating func removeExcess() {
    titles.sort(by: order.precedes)
    titles.removeLast(max(0, titles.count - maximumCount))
    guard titles.count == maximumCount, let last = titles.last else { return }
    lastTitle = last
    lastValue = order.firstValue(last.facts)
  }

  /// Returns the first titles in the sort order, and the number of the others.
  mutating func ranked(_ nameReader: NameReader) throws -> RankedTitles {
    if order.isByName {
      // Names are read faster in the order of their table, which is ordered by id.
      titles.sort { $0.facts.id < $1.facts.id }
      titles = try titles.cancellableMap { try $0.withSortName(nameReader) }
    }
    removeExcess()
    return RankedTitles(head: titles, unsortedCount: addedCount - titles.count)
  }
}

extension ScoredTitle {
  /// Returns the title with its folded name, which is read from the catalog.
  func withSortName(_ nameReader: NameReader) throws -> ScoredTitle {
    var title = self
    title.name = Array(TextFolding.key(try nameReader.mainNames(of: facts.id).first ?? "").utf8)
    return title
  }
}

/// A sort order of titles by facts or names; titles with equal values are ordered by rank.
struct TitleOrder {
  private let terms: [FilmOrder.Term]
  /// `true` if the name is a sort key, though not necessarily the first one.
  let isByName: Bool
  private let firstKey: FilmOrder.Key
  private let isFirstDescending: Bool

  init(_ order: FilmOrder) {
    terms = order.terms
    firstKey = order.terms[0].key
    isFirstDescending = order.terms[0].isDescending
    isByName = order.terms.contains { $0.key == .name }
  }

  /// Returns the number by which the first key sorts a title; 0 if it is not known.
  func firstValue(_ facts: FactBlock.Facts) -> UInt32 { facts.value(firstKey) }

  /// Returns whether the first key sorts a title after titles with `otherValue`, which must not be 0.
  func isAfter(_ facts: FactBlock.Facts, _ otherValue: UInt32) -> Bool {
    let value = facts.value(firstKey)
    return value != otherValue && (value == 0 || (value < otherValue) == isFirstDescending)
  }

  /// Returns whether a title precedes another one; titles with unknown values come last, in ascending
  /// as well as in descending order.
  func precedes(_ left: ScoredTitle, _ right: ScoredTitle) -> Bool {
    for term in terms {
      if term.key == .name {
        guard left.name != right.name else { continue }
        return left.name.lexicographicallyPrecedes(right.name) != term.isDescending
      }
      let (leftValue, rightValue) = (left.facts.value(term.key), right.facts.value(term.key))
      if leftValue == rightValue { continue }
      return rightValue == 0 || (leftValue != 0 && (leftValue < rightValue) != term.isDescending)
    }
    return left.rank < right.rank
  }
}

extension FactBlock.Facts {
  /// Returns the number by which a key sorts a title; 0 if the value is unknown or not among the facts.
  fileprivate func value(_ key: FilmOrder.Key) -> UInt32 {
    switch key {
    case .year: UInt32(year)
    case .imdb: votes == 0 ? 0 : UInt32(rating) + 1
    case .votes: votes
    case .weightedRating: weightedRating
    case .runtime: UInt32(runtime)
    default: 0
    }
  }

  private var weightedRating: UInt32 {
    guard votes > 0 else { return 0 }
    return UInt32(clamping: Rating.weightedMillionths(tenths: Int(rating), votes: Int(votes)))
  }
}
