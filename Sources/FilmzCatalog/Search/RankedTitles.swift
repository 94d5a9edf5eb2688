import FilmzDomain

/// The titles that match a query, in its sort order; if it has none, the best match comes first.
struct RankedTitles: Sendable {
  /// The titles of a person whose name is the text of the query.
  struct PersonTitles: Sendable {
    let name: String
    /// `true` if these titles precede all others.
    var comesFirst: Bool
    /// `true` if the text is the person's only name.
    var isOnlyName = false
    var titles: [ScoredTitle]
  }

  /// The person whose name is the text of the query.
  var person: PersonTitles?
  /// The first titles after those of the person, which have scores.
  var head: [ScoredTitle] = []
  /// The ranks of the titles after those in ``head``.
  var tail: [UInt32] = []
  /// The number of titles at the beginning of ``tail`` that were found without corrections.
  var literalTailCount = 0
  /// The number of titles that follow in the sort order, but are not included because they were not
  /// sorted.
  var unsortedCount = 0

  /// The person whose titles come first; `nil` if other titles do.
  var namedPerson: NamedPerson? {
    person.flatMap { person in
      person.comesFirst ? NamedPerson(name: person.name, filmCount: person.titles.count) : nil
    }
  }

  /// The number of titles that are included.
  var count: Int { (person?.titles.count ?? 0) + head.count + tail.count }

  /// The number of titles that match the query.
  var total: Int { count + unsortedCount }

  /// A title, by its id or its rank.
  enum Reference: Sendable, Equatable {
    case id(UInt32)
    case rank(UInt32)
  }

  /// A title, with how it was found.
  typealias Found = (reference: Reference, cause: ScoredTitle.Cause)

  /// Returns the titles in a range of positions, with how they were found; positions beyond the end are
  /// ignored.
  func titles(_ range: Range<Int>) -> [Found] {
    let personTitles = person?.titles ?? []
    let leadingCount = person?.comesFirst == true ? personTitles.count : 0
    let literalCause = head.first?.cause == .filter ? ScoredTitle.Cause.filter : .words
    return range.clamped(to: 0..<count).map { position in
      let headIndex = position - leadingCount
      let tailIndex = headIndex - head.count
      if tail.indices.contains(tailIndex) {
        return (
          .rank(tail[tailIndex]), tailIndex < literalTailCount ? literalCause : .correctedWords
        )
      }
      let title: ScoredTitle
      if tailIndex >= tail.count {
        title = personTitles[tailIndex - tail.count]
      } else {
        title = headIndex < 0 ? personTitles[position] : head[headIndex]
      }
      return (.id(title.facts.id), title.cause)
    }
  }

  /// Inserts titles that another catalog found into the order of the query.
  mutating func insert(_ newTitles: [ScoredTitle], _ query: SearchQuery) {
    guard !newTitles.isEmpty else { return }
    head += newTitles
    head.sort(query)
    guard unsortedCount > 0 else { return }
    // A new title after the last sorted one may belong behind titles that are not included.
    let newIDs = Set(newTitles.map(\.facts.id))
    while let last = head.last, newIDs.contains(last.facts.id) {
      head.removeLast()
      unsortedCount += 1
    }
  }

  /// Removes titles from ``head`` and from those of the person.
  mutating func removeTitles(withIDs ids: Set<UInt32>) {
    head.removeAll { ids.contains($0.facts.id) }
    person?.titles.removeAll { ids.contains($0.facts.id) }
    if person?.titles.isEmpty == true { person = nil }
  }

  /// Removes the titles that were found with corrections; those of the person are kept.
  mutating func removeCorrections() {
    head.removeAll { $0.cause == .correctedWords }
    tail.removeSubrange(literalTailCount...)
  }

  /// Removes titles from ``head`` and ``tail``.
  mutating func removeTitles(_ ranks: Set<UInt32>) {
    guard !ranks.isEmpty else { return }
    head.removeAll { ranks.contains($0.rank) }
    literalTailCount -= tail.prefix(literalTailCount).count { ranks.contains($0) }
    tail.removeAll { ranks.contains($0) }
  }
}

extension [ScoredTitle] {
  /// Sorts titles in the order of a query; if it has none, by score.
  mutating func sort(_ query: SearchQuery) {
    if let order = query.order.map(TitleOrder.init) {
      sort(by: order.precedes)
    } else {
      sortByScore(TitleWords(query.plainText))
    }
  }

  /// The factor by which the votes of a title that was found by a local title have to exceed those of a
  /// title that equals the query, for it to be placed by its score only.
  ///
  /// It was chosen with the ranking tests: *The Godfather* precedes a short film with eleven votes whose
  /// title is that of *The Godfather* in Russian.
  private static let localTitleFactor = 400
  /// The number of votes above which a title that equals the query always precedes titles that were found by
  /// a local title.
  private static let obscureVotes = 1000

  /// Sorts titles by score, and moves titles that equal the query before titles that were found by a local
  /// title.
  ///
  /// Titles that are much better known than an obscure one stay in their place, unless the query is a single
  /// short word: such a word is the local title of too many titles.
  mutating func sortByScore(_ words: TitleWords) {
    sort { ($1.score, $0.rank) < ($0.score, $1.rank) }
    var exactIndices = indices.filter { self[$0].exactness == .main && self[$0].cause == .words }
    guard !exactIndices.isEmpty, contains(where: { !$0.matchesMainName }) else { return }
    var sorted: [ScoredTitle] = []
    sorted.reserveCapacity(count)
    var movedIndices: Set<Int> = []
    for (index, title) in enumerated() where !movedIndices.contains(index) {
      exactIndices.removeAll { $0 <= index }
      if !title.matchesMainName {
        let moved = exactIndices.filter {
          words.isSingleShortWord || self[$0].facts.votes > Self.obscureVotes
            || Int(self[$0].facts.votes) * Self.localTitleFactor >= Int(title.facts.votes)
        }
        sorted += moved.map { self[$0] }
        movedIndices.formUnion(moved)
        exactIndices.removeAll(where: movedIndices.contains)
      }
      sorted.append(title)
    }
    self = sorted
  }
}

/// A set of ranks, stored as a bitmap.
struct RankSet: Sendable {
  private var words: [UInt64] = []

  init(_ ranks: some Sequence<UInt32>) {
    for rank in ranks {
      let word = Int(rank / 64)
      if word >= words.count { words += [UInt64](repeating: 0, count: word + 1 - words.count) }
      words[word] |= 1 << UInt64(rank % 64)
    }
  }

  func contains(_ rank: UInt32) -> Bool {
    let word = Int(rank / 64)
    return word < words.count && words[word] & 1 << UInt64(rank % 64) != 0
  }
}

/// Titles of a catalog that a search leaves out.
struct ExcludedTitles: Sendable {
  /// A string that differs for different sets of titles.
  let key: String
  /// The numbers in the IMDb ids of the titles.
  let ids: Set<UInt32>
  let ranks: RankSet
}
