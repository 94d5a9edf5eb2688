/// A change exactly as the journal stores it, for transfer to other installations.
///
/// Unlike a ``RecordedChange``, it can hold what this version does not understand: that is kept and passed on.
package struct JournalRecord: Sendable, Hashable, Identifiable {
  /// A UUID; the same change has the same id in every journal.
  package let id: String
  /// The id of the step that the change belongs to.
  package let step: String
  /// The id of the installation that made the change.
  package let installation: String
  package let clock: HybridTimestamp
  package let kind: String
  package let subjectKind: String
  package let subject: String
  /// The film that the subject belongs to, if its id is not that of a film.
  package let film: String?
  /// A JSON object with the old and the new value of each field.
  package let fields: String

  package init(
    id: String, step: String, installation: String, clock: HybridTimestamp, kind: String,
    subjectKind: String, subject: String, film: String?, fields: String
  ) {
    self.id = id
    self.step = step
    self.installation = installation
    self.clock = clock
    self.kind = kind
    self.subjectKind = subjectKind
    self.subject = subject
    self.film = film
    self.fields = fields
  }
}
