extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that satisfies a predicate, or `endIndex`.
  ///
  /// All elements after that one have to satisfy the predicate too.
  @inlinable
  package func partitionPoint(_ predicate: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
