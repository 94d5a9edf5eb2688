/// The result of completing a line at the cursor.
package struct Completion: Sendable, Equatable {
  /// A possible completion, as shown in a list.
  package struct Candidate: Sendable, Hashable {
    package let label: String
    package let summary: String

    package init(label: String, summary: String) {
      self.label = label
      self.summary = summary
    }
  }

  /// The number of Unicode scalars before the cursor that are replaced.
  package let removedScalarCount: Int
  /// The text to insert, or `nil` if the line remains unchanged.
  package let replacement: String?
  /// All candidates, to be listed if the line remains unchanged.
  package let candidates: [Candidate]
  /// `true` if there may be more candidates than ``candidates``.
  package let isTruncated: Bool
}
