/// Typing errors between two words: letters too many, missing, wrong, or swapped with a neighbour
/// (optimal string alignment).
struct EditDistance {
  private var before: [Int] = []
  private var last: [Int] = []
  private var row: [Int] = []

  init() {}

  /// The number of errors between two words, or nothing where there are more than some.
  mutating func between(_ left: [UInt32], _ right: [UInt32], most: Int) -> Int? {
    guard abs(left.count - right.count) <= most else { return nil }
    last = Array(0...right.count)
    before = last
    row = last
    for i in left.indices {
      row[0] = i + 1
      var least = row[0]
      for j in right.indices {
        var value = min(last[j + 1], row[j]) + 1
        value = min(value, last[j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          value = min(value, before[j - 1] + 1)
        }
        row[j + 1] = value
        least = min(least, value)
      }
      guard least <= most else { return nil }
      swap(&before, &last)
      swap(&last, &row)
    }
    return last[right.count] <= most ? last[right.count] : nil
  }
}
