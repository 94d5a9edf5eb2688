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
