/// A title that has all words of a search.
struct Hit: Sendable {
  /// How the words stand in it.
  struct Match: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// A name begins with the words, in their order.
    static let begins = Match(rawValue: 1)
    /// A name ends with the last word.
    static let ends = Match(rawValue: 2)
    /// All words stand in the title or the original title, not only in names of elsewhere.
    static let main = Match(rawValue: 4)
    /// All words are whole words of it, and not beginnings.
    static let whole = Match(rawValue: 8)

    /// A name may be just the words; names are not told apart, so that it has to be looked at.
    var maybeExact: Bool { isSuperset(of: [.begins, .ends, .whole]) }
  }

  let rank: UInt32
  var match: Match
}

extension [Hit] {
  /// The titles that are in all of some lists of postings, one list for each word in its order; the
  /// first may be an article, which has no place of its own.
  init(_ lists: [[UInt64]], article: Bool, match: Hit.Match) {
    self = []
    let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
    guard let first = order.first, !lists[first].isEmpty else { return }
    let placing = Placing(article: article, count: lists.count)
    reserveCapacity(lists[first].count)
    for entry in lists[first] {
      var hit = Hit(rank: UInt32(truncatingIfNeeded: entry >> 8), match: match)
      placing.narrow(&hit.match, entry, word: first)
      append(hit)
    }
    for word in order.dropFirst() { keep(those: lists[word], placing, word: word) }
  }

  private mutating func keep(those list: [UInt64], _ placing: Placing, word: Int) {
    var kept = 0
    var place = 0
    let isSparse = list.count > 32 * count
    for index in indices {
      let rank = UInt64(self[index].rank)
      if isSparse {
        place = place + list[place...].partitionPointByRank(rank)
      } else {
        while place < list.count, list[place] >> 8 < rank { place += 1 }
      }
      guard place < list.count else { break }
      guard list[place] >> 8 == rank else { continue }
      var hit = self[index]
      placing.narrow(&hit.match, list[place], word: word)
      self[kept] = hit
      kept += 1
    }
    removeLast(count - kept)
  }

  /// Both lists as one by rank; what is in both matches in both ways.
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

/// What places words of a search would have in a title that is just that.
private struct Placing {
  let article: Bool
  let count: Int

  /// Takes back what an entry of a word does not bear out.
  func narrow(_ match: inout Hit.Match, _ entry: UInt64, word: Int) {
    let placement = Placement(rawValue: UInt8(truncatingIfNeeded: entry))
    if !placement.contains(.main) { match.remove(.main) }
    if word == count - 1, !placement.contains(.last) { match.remove(.ends) }
    let place = article ? word - 1 : word
    guard place >= 0, place < Placement.places else { return }
    if !placement.contains(.place(place)) { match.remove(.begins) }
  }
}

extension ArraySlice<UInt64> {
  /// How many entries at the beginning are of smaller ranks; found by ever greater steps.
  func partitionPointByRank(_ rank: UInt64) -> Int {
    var step = 1
    while startIndex + step < endIndex, self[startIndex + step] >> 8 < rank { step *= 2 }
    let range = startIndex + step / 2..<Swift.min(endIndex, startIndex + step + 1)
    return self[range].partitionPoint { $0 >> 8 >= rank } - startIndex
  }
}
