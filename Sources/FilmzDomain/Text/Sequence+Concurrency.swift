extension Sequence {
  /// Returns the transformed elements; checks before each one whether the task is cancelled.
  ///
  /// - Throws: `CancellationError`, or any error that the closure throws.
  package func cancellableMap<Value>(_ transform: (Element) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(underestimatedCount)
    for element in self {
      try Task.checkCancellation()
      values.append(try transform(element))
    }
    return values
  }
}

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
        if index >= maximumTasks, let (finishedIndex, value) = try await group.next() { values[finishedIndex] = value }
        group.addTask { (index, try await transform(element)) }
      }
      for try await (finishedIndex, value) in group { values[finishedIndex] = value }
      return values.compactMap { $0 }
    }
  }
}
