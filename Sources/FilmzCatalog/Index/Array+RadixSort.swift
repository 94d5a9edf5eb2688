extension [UInt64] {
  /// Sorts by some of the bits of each element, which stay in order where those bits are equal.
  ///
  /// Least significant digit first, eleven bits at a time; `scratch` is memory to work in, and is as
  /// long as the array afterwards.
  mutating func radixSort(bits: Range<Int>, scratch: inout [UInt64]) {
    let width = 11
    if scratch.count != count { scratch = Self(repeating: 0, count: count) }
    for shift in stride(from: bits.lowerBound, to: bits.upperBound, by: width) {
      let mask = UInt64(1) << UInt64(Swift.min(width, bits.upperBound - shift)) - 1
      var starts = [Int](repeating: 0, count: 1 << width)
      for element in self { starts[Int(element >> UInt64(shift) & mask)] += 1 }
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
