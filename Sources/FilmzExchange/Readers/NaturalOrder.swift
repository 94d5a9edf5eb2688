import FilmzDomain

/// The order in which `history-2.json` precedes `history-10.json`.
enum NaturalOrder {
  /// Returns whether a text precedes another: numbers by their value, all else by bytes.
  ///
  /// Texts that differ only in leading zeros are in the order of their bytes.
  static func precedes(_ first: String, _ second: String) -> Bool {
    let (left, right) = (Array(first.utf8), Array(second.utf8))
    var (leftIndex, rightIndex) = (0, 0)
    while leftIndex < left.count, rightIndex < right.count {
      if left[leftIndex].isDigit, right[rightIndex].isDigit {
        let (leftNumber, rightNumber) = (number(left, &leftIndex), number(right, &rightIndex))
        if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
        if leftNumber != rightNumber { return leftNumber.lexicographicallyPrecedes(rightNumber) }
      } else if left[leftIndex] != right[rightIndex] {
        return left[leftIndex] < right[rightIndex]
      } else {
        leftIndex += 1
        rightIndex += 1
      }
    }
    if leftIndex < left.count || rightIndex < right.count { return rightIndex < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  /// Returns the digits from an index without leading zeros, and moves the index behind them.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let digits = bytes[index...].prefix(while: \.isDigit)
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
