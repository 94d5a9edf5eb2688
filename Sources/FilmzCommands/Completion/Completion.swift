/// What a press of Tab comes to.
package struct Completion: Sendable, Equatable {
  /// A word that fits, as a list shows it.
  package struct Candidate: Sendable, Hashable {
    package let label: String
    package let summary: String

    package init(label: String, summary: String) {
      self.label = label
      self.summary = summary
    }
  }

  /// How many Unicode scalars before the cursor give way.
  package let removed: Int
  /// What comes in its place; nothing where the line stays as it is.
  package let replacement: String?
  /// All that fits; to be shown where the line stays as it is.
  package let candidates: [Candidate]
  /// Whether there is more than the candidates.
  package let isCut: Bool
}
