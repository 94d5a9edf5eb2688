extension Array where Element: Sendable {
  /// The values of all elements in their order, with some of them worked out at a time.
  ///
  /// - Throws: The first error; what is still under way is cancelled then.
  func concurrently<Value: Sendable>(
    atMost width: Int, _ transform: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var values = [Value?](repeating: nil, count: count)
      for (index, element) in enumerated() {
        if index >= width, let (done, value) = try await group.next() { values[done] = value }
        group.addTask { (index, try await transform(element)) }
      }
      for try await (done, value) in group { values[done] = value }
      return values.compactMap { $0 }
    }
  }
}
