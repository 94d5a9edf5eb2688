extension Array where Element: Sendable {
  /// Returns the transformed elements in order, running up to `maximumTasks` transformations
  /// concurrently.
  ///
  /// - Throws: The first error; the other transformations are cancelled then.
  package func concurrentMap<Value: Sendable>(
    maximumTasks: Int, _ transform: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var values = [Value?](repeating: nil, count: count)
      for (index, element) in enumerated() {
        if index >= maximumTasks, let (finishedIndex, value) = try await group.next() {
          values[finishedIndex] = value
        }
        group.addTask { (index, try await transform(element)) }
      }
      for try await (finishedIndex, value) in group { values[finishedIndex] = value }
      return values.compactMap { $0 }
    }
  }
}
