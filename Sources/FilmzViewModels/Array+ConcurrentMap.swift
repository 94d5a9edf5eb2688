extension Array where Element: Sendable {
  /// Returns the transformed elements in order, transforming no more than `maximumTasks` at a time.
  ///
  /// - Throws: The first error; the other tasks are cancelled then.
  func concurrentMap<Value: Sendable>(
    maximumTasks: Int, _ transform: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var values = [Value?](repeating: nil, count: count)
      for (index, element) in enumerated() {
        if index >= maximumTasks, let (doneIndex, value) = try await group.next() {
          values[doneIndex] = value
        }
        group.addTask { (index, try await transform(element)) }
      }
      for try await (doneIndex, value) in group { values[doneIndex] = value }
      return values.compactMap { $0 }
    }
  }
}
