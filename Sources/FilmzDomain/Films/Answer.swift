/// An answer, with what the user should be told about how it came.
package struct Answer<Value: Sendable>: Sendable {
  package var value: Value
  package var warnings: [String]
  /// Whether the network was asked and gave no answer, so that this is the next best.
  package var isSecondBest: Bool

  package init(value: Value, warnings: [String] = [], isSecondBest: Bool = false) {
    self.value = value
    self.warnings = warnings
    self.isSecondBest = isSecondBest
  }

  /// Something that was made of the answer, and came the same way.
  package func map<Other: Sendable>(
    _ transform: (Value) throws -> Other
  ) rethrows -> Answer<Other> {
    Answer<Other>(value: try transform(value), warnings: warnings, isSecondBest: isSecondBest)
  }

  /// The answer after others that it needed, with what is to be said of them.
  package func after<Other>(_ earlier: Answer<Other>) -> Answer {
    let new = warnings.filter { !earlier.warnings.contains($0) }
    return Answer(
      value: value, warnings: earlier.warnings + new,
      isSecondBest: isSecondBest || earlier.isSecondBest)
  }
}
