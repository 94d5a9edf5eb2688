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
