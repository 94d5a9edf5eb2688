extension Sequence {
  /// The elements changed one after another, as long as the task is not cancelled.
  ///
  /// - Throws: `CancellationError`, and what the change of an element throws.
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
