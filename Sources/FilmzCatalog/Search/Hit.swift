/// A title whose names contain all words of a query, or a person whose name contains them.
///
/// The names of a title are the title, the original title, and the local titles.
struct Hit: Sendable {
  /// How the words of the query match the names of the title.
  ///
  /// The index does not distinguish the names of a title, so a condition may also be fulfilled by
  /// words from several names.
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

    /// `true` if a name may equal the query; only comparing the names shows whether one does.
    var mayBeExact: Bool { isSuperset(of: [.begins, .ends, .whole]) }
  }

  /// The rank of the title, or the id of the person.
  let rank: UInt32
  var match: Match
}

extension [Hit] {
  /// Creates hits for the documents that occur in every list.
  ///
  /// Each list contains the postings of one word of the query. If `article` is set, the first word is an
  /// article, which has no position. A hit has those flags of `match` that its postings do not
  /// contradict.
  init(_ lists: [[UInt64]], article: Bool, match: Hit.Match) {
    self = []
    let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
    guard let first = order.first, !lists[first].isEmpty else { return }
    let expected = ExpectedPositions(hasArticle: article, count: lists.count)
    reserveCapacity(lists[first].count)
    for posting in lists[first] {
      var hit = Hit(rank: UInt32(truncatingIfNeeded: posting >> 8), match: match)
      expected.restrict(&hit.match, posting, word: first)
      append(hit)
    }
    for word in order.dropFirst() { intersect(with: lists[word], expected, word: word) }
  }

  /// Removes the hits that have no posting in the list of a word.
  ///
  /// From the other hits, removes the flags that their postings contradict.
  ///
  /// If the list is much longer than the hits, galloping search is used instead of a linear scan.
  private mutating func intersect(
    with postings: [UInt64], _ expected: ExpectedPositions, word: Int
  ) {
    var keptCount = 0
    var postingIndex = 0
    let isSparse = postings.count > 32 * count
    for index in indices {
      let rank = UInt64(self[index].rank)
      if isSparse {
        postingIndex = postingIndex + postings[postingIndex...].partitionPointByRank(rank)
      } else {
        while postingIndex < postings.count, postings[postingIndex] >> 8 < rank {
          postingIndex += 1
        }
      }
      guard postingIndex < postings.count else { break }
      guard postings[postingIndex] >> 8 == rank else { continue }
      var hit = self[index]
      expected.restrict(&hit.match, postings[postingIndex], word: word)
      self[keptCount] = hit
      keptCount += 1
    }
    removeLast(count - keptCount)
  }

  /// Returns the hits of both lists, ordered by rank; a title in both lists has the flags of both hits.
  func merged(with other: [Hit]) -> [Hit] {
    guard !isEmpty, !other.isEmpty else { return isEmpty ? other : self }
    var merged: [Hit] = []
    merged.reserveCapacity(Swift.max(count, other.count))
    var index = 0
    for hit in other {
      while index < count, self[index].rank < hit.rank {
        merged.append(self[index])
        index += 1
      }
      if index < count, self[index].rank == hit.rank {
        merged.append(Hit(rank: hit.rank, match: self[index].match.union(hit.match)))
        index += 1
      } else {
        merged.append(hit)
      }
    }
    merged += self[index...]
    return merged
  }
}

/// The positions that the words of a query have in a name that equals the query.
private struct ExpectedPositions {
  /// `true` if the first word is an article, which has no position.
  let hasArticle: Bool
  /// The number of words of the query.
  let count: Int

  /// Removes the flags of a match that contradict the posting of a word.
  func restrict(_ match: inout Hit.Match, _ posting: UInt64, word: Int) {
    let positions = TermPositions(rawValue: UInt8(truncatingIfNeeded: posting))
    if !positions.contains(.main) { match.remove(.main) }
    if word == count - 1, !positions.contains(.last) { match.remove(.ends) }
    let position = hasArticle ? word - 1 : word
    guard position >= 0, position < TermPositions.positionCount else { return }
    if !positions.contains(.position(position)) { match.remove(.begins) }
  }
}

extension ArraySlice<UInt64> {
  /// Returns the number of postings with ranks below `rank`, which have to precede the other postings.
  ///
  /// Uses galloping search.
  func partitionPointByRank(_ rank: UInt64) -> Int {
    var step = 1
    while startIndex + step < endIndex, self[startIndex + step] >> 8 < rank { step *= 2 }
    let range = startIndex + step / 2..<Swift.min(endIndex, startIndex + step + 1)
    return self[range].partitionPoint { $0 >> 8 >= rank } - startIndex
  }
}
