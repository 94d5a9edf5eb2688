/// A result of a source, with warnings about how it was obtained.
package struct SourceResult<Value: Sendable>: Sendable {
  package var value: Value
  package var warnings: [Warning]
  /// `true` if the value comes from another source because a network source did not respond.
  package var isFallback: Bool

  package init(value: Value, warnings: [Warning] = [], isFallback: Bool = false) {
    self.value = value
    self.warnings = warnings
    self.isFallback = isFallback
  }

  /// Returns a result with the transformed value and the same warnings.
  package func map<Other: Sendable>(
    _ transform: (Value) throws -> Other
  ) rethrows -> SourceResult<Other> {
    SourceResult<Other>(value: try transform(value), warnings: warnings, isFallback: isFallback)
  }

  /// Returns the result with its own warnings after those of an earlier result that it depends on.
  package func after<Other>(_ earlier: SourceResult<Other>) -> SourceResult {
    let newWarnings = warnings.filter { !earlier.warnings.contains($0) }
    return SourceResult(
      value: value, warnings: earlier.warnings + newWarnings,
      isFallback: isFallback || earlier.isFallback)
  }
}
