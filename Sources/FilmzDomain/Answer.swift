/// An answer, with what the user should be told about how it came.
package struct Answer<Value: Sendable>: Sendable {
  package var value: Value
  package var warnings: [String]

  package init(value: Value, warnings: [String] = []) {
    self.value = value
    self.warnings = warnings
  }
}
