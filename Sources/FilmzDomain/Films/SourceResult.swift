/// What a source answered, with what the user should be told about how the answer came.
package struct SourceResult<Value: Sendable>: Sendable {
  package var value: Value
  package var warnings: [Warning]
  /// `true` if the network was asked and gave no answer, so that another source answered.
  package var isFallback: Bool

  package init(value: Value, warnings: [Warning] = [], isFallback: Bool = false) {
    self.value = value
    self.warnings = warnings
    self.isFallback = isFallback
  }

  /// Returns a result with another value that came the same way.
  package func map<Other: Sendable>(
    _ transform: (Value) throws -> Other
  ) rethrows -> SourceResult<Other> {
    SourceResult<Other>(value: try transform(value), warnings: warnings, isFallback: isFallback)
  }

  /// Returns the result with the warnings of an earlier one, that it needed, before its own.
  package func after<Other>(_ earlier: SourceResult<Other>) -> SourceResult {
    let new = warnings.filter { !earlier.warnings.contains($0) }
    return SourceResult(
      value: value, warnings: earlier.warnings + new,
      isFallback: isFallback || earlier.isFallback)
  }
}
