import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// Searches a catalog.
struct TitleSearch {
  /// Years that one may be wrong by.
  private static let nearYears = 2
  /// Words of a text from which on it is taken as it is typed.
  private static let mostMistyped = 12
  /// The rank to which titles are so famous that they may be meant where others have just the words.
  private static let famousRank: UInt32 = 50_000
  /// Votes of a title from which on a word of it is no typing error.
  private static let sureVotes = 20_000
  /// What each typing error takes from a hit, as a power of ten of the votes.
  private static let errorWeight = 1.0

  private let finder: TitleFinder
  var facts: FactReader
  let names: NameReader
  let filter: TitleFilter?
  /// Titles that are of use at most: all, if they are to be sorted.
  let limit: Int
  private let order: FilmOrder?

  /// - Throws: ``CatalogError/peopleMissing``.
  init(_ db: Database, _ query: SearchQuery, genres: [String]) throws {
    finder = try TitleFinder(db)
    facts = try FactReader(db)
    names = try NameReader(db)
    filter = try TitleFilter(query.filter, genres: genres, db)
    order = query.order
    limit = order == nil ? RankedTitles.most : .max / 2
  }

  /// The titles that a search means, as it is typed or also as it may be meant; in its order, or the best
  /// answer first.
  mutating func titles(_ query: SearchQuery, forgiving: Bool) throws -> RankedTitles {
    let found = try found(query, forgiving: forgiving)
    guard let order, !query.plainText.isEmpty else { return found }
    var sorted = SortedTitles(order)
    var last: UInt32?
    for rank in (found.head.map(\.rank) + found.tail).sorted() where rank != last {
      if let own = try facts.facts(rank) { try sorted.add(rank, own) }
      last = rank
    }
    return try sorted.ranked(names)
  }

  private mutating func found(_ query: SearchQuery, forgiving: Bool) throws -> RankedTitles {
    let words = TitleWords(query.plainText)
    guard !words.words.isEmpty else {
      return query.text.isEmpty || query.text == "*" ? try filtered() : RankedTitles()
    }
    if query.isShort { return try exactTitles(words) }
    var found = Found()
    let reach: TitleFinder.Reach = query.isExact ? .whole : .lastBegins
    try add(asTyped(words, reach), to: &found, words, penalty: 0)
    if !found.isGood, query.filter.years == nil { try addOfYear(words, query, to: &found) }
    if forgiving, !query.isExact, !found.isGood, try filter == nil || !isTitled(words, reach) {
      try addMeant(words, reach, to: &found)
    }
    return found.titles
  }

  /// Titles one of whose names is just a text.
  mutating func exactTitles(_ words: TitleWords) throws -> RankedTitles {
    var found = Found()
    let hits = try asTyped(words, .whole).filter(\.match.maybeExact)
    try add(hits, to: &found, words, penalty: 0)
    var titles = found.titles
    titles.head.removeAll { ![.main, .local].contains($0.exactness) }
    titles.tail = []
    return titles
  }

  /// Whether titles have the words, whatever the filters say: then nothing else was meant.
  private func isTitled(_ words: TitleWords, _ reach: TitleFinder.Reach) throws -> Bool {
    try !asTyped(words, reach).isEmpty
  }

  // MARK: - Finding

  /// Adds what is found where one of the words is a year; a making-of may be called just so.
  private mutating func addOfYear(
    _ typed: TitleWords, _ query: SearchQuery, to found: inout Found
  ) throws {
    guard let (words, year) = typed.withoutYear else { return }
    let hits = try asTyped(words, query.isExact ? .whole : .lastBegins)
    for distance in 0...Self.nearYears {
      let near = try hits.filter { hit in
        try facts.facts(hit.rank).map { abs(Int($0.year) - year) == distance } ?? false
      }
      try add(near, to: &found, words, penalty: Double(distance) / 2)
      if found.isGood { return }
    }
  }

  private func asTyped(_ words: TitleWords, _ reach: TitleFinder.Reach) throws -> [Hit] {
    var hits = try finder.hits(words.words, reach)
    if let joined = words.joined { hits = hits.merged(with: try finder.hits(joined, reach)) }
    guard let bare = words.withoutArticle else { return hits }
    return hits.merged(with: try finder.hits(bare, .whole).filter(\.match.maybeExact))
  }

  /// Adds what the words may have been meant for, by and by, until there is something good.
  ///
  /// Where titles have the words as they were typed, only well known ones come into question.
  private mutating func addMeant(
    _ words: TitleWords, _ reach: TitleFinder.Reach, to found: inout Found
  ) throws {
    guard words.words.count <= Self.mostMistyped else { return }
    let isTyped = !found.titles.head.isEmpty
    if words.words.count > 1, !isTyped {
      try add(finder.hits(words.words, .allBegin), to: &found, words, penalty: 0.3)
      if found.isGood { return }
    }
    try add(finder.hitsJoiningWords(words.words, reach), to: &found, words, penalty: 0.5)
    if found.isGood { return }
    try addMistyped(words, isTyped: isTyped, to: &found)
    if found.titles.head.isEmpty, let number = words.words.last, words.words.count > 1,
      NumberWords.isSmall(number)
    {
      // Nobody calls the sequel so: the others of its series are near.
      let hits = try finder.hits(words.words.dropLast(), .whole)
      try add(hits, to: &found, words, penalty: 1)
    }
  }

  private mutating func addMistyped(
    _ words: TitleWords, isTyped: Bool, to found: inout Found
  ) throws {
    let doubts = isTyped ? [true] : words.words.count > 1 ? [true, false] : [false]
    for trustsKnown in doubts {
      let hits = try finder.hitsForgiving(
        words.words, famous: isTyped ? Self.famousRank : .max
      ) { [facts] rank in
        guard trustsKnown else { return false }
        var facts = facts
        return try facts.facts(rank).map { $0.votes >= Self.sureVotes } ?? false
      }
      try add(hits, to: &found, words, penalty: Self.errorWeight)
      if found.isGood { return }
    }
  }

  // MARK: - Only filters

  /// The titles that the filters let through, in the order of the search or the best known first.
  private mutating func filtered() throws -> RankedTitles {
    guard let order else {
      var found = RankedTitles()
      let limit = limit
      try readFiltered { rank, facts in
        let score = Popularity.score(facts)
        found.head.append(ScoredTitle(rank: rank, facts: facts, score: score, exactness: .none))
        return found.count < limit
      }
      return found
    }
    var sorted = SortedTitles(order)
    try readFiltered { rank, facts in
      try sorted.add(rank, facts)
      return true
    }
    return try sorted.ranked(names)
  }

  /// Goes through the titles that the filters let through, the best known first, until one is enough.
  private mutating func readFiltered(
    _ body: (_ rank: UInt32, FactBlock.Facts) throws -> Bool
  ) throws {
    guard let filter else { return }
    func take(_ rank: UInt32, _ facts: FactBlock.Facts) throws -> Bool {
      if filter.passes(facts, rank), try !body(rank, facts) { return false }
      // Looked at now and then, as it takes longer than the filter.
      return !(rank.isMultiple(of: 64) && filter.isPast(facts))
    }
    guard let ranks = filter.ranks else { return try facts.readAll(take) }
    for rank in ranks {
      guard let own = try facts.facts(rank), try take(rank, own) else { return }
    }
  }
}
