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
    /// `true` if the text is a misspelling of the name.
    var isCorrected = false
    var titles: [ScoredTitle]
  }

  /// The person whose name is the text of the query.
  var person: PersonTitles?
  /// The first titles apart from the person's titles; they have scores.
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
    guard let person, person.comesFirst else { return nil }
    return NamedPerson(name: person.name, filmCount: person.titles.count)
  }

  /// The ranks in ``tail``, with the causes of the titles.
  var foundTail: [(rank: UInt32, cause: ScoredTitle.Cause)] {
    tail.enumerated().map { ($1, $0 < literalTailCount ? .words : .correctedWords) }
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

  /// A title that a search found, with its cause.
  typealias Found = (reference: Reference, cause: ScoredTitle.Cause)

  /// Returns the titles in a range of positions, with their causes; positions beyond the end are ignored.
  func titles(_ range: Range<Int>) -> [Found] {
    let personTitles = person?.titles ?? []
    let leadingCount = person?.comesFirst == true ? personTitles.count : 0
    let literalCause = head.first?.cause == .filter ? ScoredTitle.Cause.filter : .words
    return range.clamped(to: 0..<count).map { position in
      let headIndex = position - leadingCount
      let tailIndex = headIndex - head.count
      if tail.indices.contains(tailIndex) {
        return (.rank(tail[tailIndex]), tailIndex < literalTailCount ? literalCause : .correctedWords)
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

  /// Inserts titles that another catalog found, at their places in the order of the query.
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

  /// Removes titles from ``head`` and from the titles of the person.
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
    removeFromTail(ranks)
  }

  /// Removes titles from ``tail``.
  mutating func removeFromTail(_ ranks: Set<UInt32>) {
    guard !ranks.isEmpty, !tail.isEmpty else { return }
    let removed = NumberSet(ranks)
    literalTailCount -= tail.prefix(literalTailCount).count { removed.contains($0) }
    tail.removeAll { removed.contains($0) }
  }
}

/// Titles of a catalog that a search leaves out.
struct ExcludedTitles: Sendable {
  /// A string that differs for different sets of titles.
  let key: String
  /// The numbers in the IMDb ids of the titles.
  let ids: Set<UInt32>
  let ranks: NumberSet
}
