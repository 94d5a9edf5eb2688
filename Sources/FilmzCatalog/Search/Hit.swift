import FilmzDomain

/// A title whose names contain all words of a query, or a person whose name contains them.
///
/// The names of a title are the title, the original title, and the local titles.
struct Hit: Sendable {
  /// The conditions that the words of the query and the names of the title satisfy.
  ///
  /// The index does not distinguish the names of a title, so that a condition may also be satisfied by
  /// words from several names together.
  struct Match: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// A name begins with the words in the same order.
    ///
    /// Only the first five positions after a leading article are compared.
    static let begins = Match(rawValue: 1)
    /// A name ends with the last word.
    static let ends = Match(rawValue: 2)
    /// Each word occurs in the title or the original title, not only in local titles.
    static let main = Match(rawValue: 4)
    /// All words match whole words, not only beginnings of words.
    static let whole = Match(rawValue: 8)
    static let all: Match = [.begins, .ends, .main, .whole]

    /// `true` if a name may equal the query; only comparing the names shows whether one does.
    var mayBeExact: Bool { isSuperset(of: [.begins, .ends, .whole]) }

    /// Returns the weight of a match, which is added to the popularity of a title; a weight of 1 has the same effect as
    /// multiplying the votes by ten.
    ///
    /// The weights were chosen with the ranking tests. A title that equals the query is ranked as if it had 1000 times
    /// as many votes; for a title that only begins with the words of the query, the factor is about 10.
    func weight(_ exactness: ScoredTitle.Exactness) -> Double {
      let localTitlePenalty = contains(.begins) ? 0.6 : 1.5
      return switch exactness {
      case .main: 3
      case .local: 2.6
      case .beforeSubtitle: 2.4
      case .none:
        (contains(.begins) ? 0.6 : 0) + (contains(.whole) ? 0.5 : 0) - (contains(.main) ? 0 : localTitlePenalty)
      }
    }
  }

  /// The document in the index: the rank of the title, or the id of the person.
  let document: UInt32
  var match: Match

  /// The rank of the title; the hit must be from the index of titles.
  var rank: UInt32 { document }
  /// The id of the person; the hit must be from the index of people.
  var person: UInt32 { document }
}

extension [Hit] {
  /// Creates hits for the documents that occur in every list.
  ///
  /// Each list contains the postings of one word of the query. With `article`, the first word is an article, which has
  /// no position. A hit has the flags of `match` except those that its postings contradict.
  ///
  /// - Throws: `CancellationError`.
  init(_ lists: [[UInt64]], article: Bool, match: Hit.Match, _ steps: SearchSteps = SearchSteps()) throws {
    self = []
    let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
    guard let first = order.first, !lists[first].isEmpty else { return }
    reserveCapacity(lists[first].count)
    // An article has no position.
    let firstPosition = article ? -1 : 0
    let last = lists.count - 1
    for posting in lists[first] {
      try steps.take()
      var hit = Hit(document: UInt32(truncatingIfNeeded: posting >> 8), match: match)
      hit.match.restrict(by: posting, at: first + firstPosition, isLast: first == last)
      append(hit)
    }
    for word in order.dropFirst() {
      try intersect(with: lists[word], at: word + firstPosition, isLast: word == last, steps)
    }
  }

  /// Removes the hits that have no posting in the list of a word, and the flags of the others that their postings
  /// contradict.
  ///
  /// If there are many more postings than hits, galloping search is used instead of a linear scan.
  private mutating func intersect(
    with postings: [UInt64], at position: Int, isLast: Bool, _ steps: SearchSteps
  ) throws {
    var keptCount = 0
    var postingIndex = 0
    let isSparse = postings.count > 32 * count
    for index in indices {
      try steps.take(isSparse ? 8 : 1)
      let document = UInt64(self[index].document)
      if isSparse {
        postingIndex += postings[postingIndex...].countOfPostings(before: document)
      } else {
        let start = postingIndex
        while postingIndex < postings.count, postings[postingIndex] >> 8 < document { postingIndex += 1 }
        try steps.take(postingIndex - start)
      }
      guard postingIndex < postings.count else { break }
      guard postings[postingIndex] >> 8 == document else { continue }
      var hit = self[index]
      hit.match.restrict(by: postings[postingIndex], at: position, isLast: isLast)
      self[keptCount] = hit
      keptCount += 1
    }
    removeLast(count - keptCount)
  }

  /// Returns the hits of both lists, ordered by document; a document in both lists has the flags of both hits.
  ///
  /// - Throws: `CancellationError`.
  func merged(with other: [Hit], _ steps: SearchSteps = SearchSteps()) throws -> [Hit] {
    guard !isEmpty, !other.isEmpty else { return isEmpty ? other : self }
    var merged: [Hit] = []
    merged.reserveCapacity(Swift.max(count, other.count))
    var index = 0
    try steps.take(count)
    for hit in other {
      try steps.take()
      while index < count, self[index].document < hit.document {
        merged.append(self[index])
        index += 1
      }
      if index < count, self[index].document == hit.document {
        merged.append(Hit(document: hit.document, match: self[index].match.union(hit.match)))
        index += 1
      } else {
        merged.append(hit)
      }
    }
    merged += self[index...]
    return merged
  }
}

extension Hit.Match {
  /// Removes the flags that the posting of a word contradicts.
  ///
  /// `position` is the position of the word in a name that begins with the query: -1 for an article at the beginning.
  fileprivate mutating func restrict(by posting: UInt64, at position: Int, isLast: Bool) {
    let positions = TermPositions(rawValue: UInt8(truncatingIfNeeded: posting))
    if !positions.contains(.main) { remove(.main) }
    if isLast, !positions.contains(.last) { remove(.ends) }
    guard position >= 0, position < TermPositions.positionCount else { return }
    if !positions.contains(.position(position)) { remove(.begins) }
  }
}

extension ArraySlice<UInt64> {
  /// Returns the number of leading postings whose documents precede `document`; uses galloping search.
  ///
  /// The postings must be ordered by document.
  fileprivate func countOfPostings(before document: UInt64) -> Int {
    var step = 1
    while startIndex + step < endIndex, self[startIndex + step] >> 8 < document { step *= 2 }
    let range = startIndex + step / 2..<Swift.min(endIndex, startIndex + step + 1)
    return self[range].partitionPoint { $0 >> 8 >= document } - startIndex
  }
}
