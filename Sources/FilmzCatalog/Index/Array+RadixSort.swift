extension [UInt64] {
  /// Sorts the array stably by a range of bits of each element.
  ///
  /// Sorts by digits of eleven bits, the least significant digit first. `scratch` is temporary memory
  /// that can be reused for other calls; afterwards it has the length of the array.
  mutating func radixSort(bits: Range<Int>, scratch: inout [UInt64]) {
    let digitWidth = 11
    if scratch.count != count { scratch = Self(repeating: 0, count: count) }
    for shift in stride(from: bits.lowerBound, to: bits.upperBound, by: digitWidth) {
      let mask = UInt64(1) << UInt64(Swift.min(digitWidth, bits.upperBound - shift)) - 1
      var starts = [Int](repeating: 0, count: 1 << digitWidth)
      for element in self { starts[Int(element >> UInt64(shift) & mask)] += 1 }
      // If all elements have the same digit, they are in order already.
      guard !starts.contains(count) else { continue }
      var sum = 0
      for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
      for element in self {
        let digit = Int(element >> UInt64(shift) & mask)
        scratch[starts[digit]] = element
        starts[digit] += 1
      }
      swap(&self, &scratch)
    }
  }
}
