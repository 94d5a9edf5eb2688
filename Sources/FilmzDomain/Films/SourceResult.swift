/// A result of a search or lookup, with warnings about the sources that it comes from.
package struct SourceResult<Value: Sendable>: Sendable {
  package var value: Value
  package var warnings: [Warning]
  /// `true` if a network source failed, and the value comes from local data or from another source.
  package var isFallback: Bool

  package init(value: Value, warnings: [Warning] = [], isFallback: Bool = false) {
    self.value = value
    self.warnings = warnings
    self.isFallback = isFallback
  }

  /// Returns a result with the transformed value, the same warnings, and the same ``isFallback``.
  package func map<Other: Sendable>(
    _ transform: (Value) throws -> Other
  ) rethrows -> SourceResult<Other> {
    SourceResult<Other>(value: try transform(value), warnings: warnings, isFallback: isFallback)
  }

  /// This result, whose warnings are shown even if the user knows of the states that cause them.
  package var withWarningsShownEachTime: SourceResult {
    SourceResult(
      value: value, warnings: warnings.map(\.shownEachTime), isFallback: isFallback)
  }

  /// Returns the result with the warnings of an earlier result, which it depends on, before its own.
  ///
  /// The returned result is a fallback if either of the two is.
  package func after<Other>(_ earlier: SourceResult<Other>) -> SourceResult {
    let newWarnings = warnings.filter { !earlier.warnings.contains($0) }
    return SourceResult(
      value: value, warnings: earlier.warnings + newWarnings,
      isFallback: isFallback || earlier.isFallback)
  }
}
