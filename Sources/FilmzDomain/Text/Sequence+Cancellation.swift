extension Sequence {
  /// Returns the transformed elements, checking for cancellation of the task before each of them.
  ///
  /// - Throws: `CancellationError` or an error of the transformation.
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
