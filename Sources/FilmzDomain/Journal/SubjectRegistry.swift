/// The declarations of all kinds of subjects; those of parents precede those of their children.
package struct SubjectRegistry: Sendable {
  package let all: [JournalSubject]
  private let byKind: [Change.Subject.Kind: JournalSubject]

  package init(_ all: [JournalSubject]) {
    self.all = all
    byKind = Dictionary(uniqueKeysWithValues: all.map { ($0.kind, $0) })
  }

  /// The declaration of a kind; `nil` if this version does not support the kind.
  package subscript(kind: Change.Subject.Kind) -> JournalSubject? { byKind[kind] }

  /// Returns the declarations of a kind's children, each with the field that holds the parent's id.
  package func children(of kind: Change.Subject.Kind) -> [(subject: JournalSubject, field: String)]
  {
    all.flatMap { subject in
      subject.parents.filter { $0.kind == kind }.map { (subject, $0.field) }
    }
  }

  /// Returns the film that a subject belongs to, or `nil` if there is none.
  ///
  /// This is the parent of the subject, the film in ``JournalSubject/filmField``, or the film whose id
  /// identifies the subject. The fields must contain the id of the parent or of the film.
  package func film(of subject: Change.Subject, _ fields: [String: FieldValue]) -> FilmID? {
    guard let declaration = self[subject.kind] else { return nil }
    if declaration.identity == .film { return FilmID(unchecked: subject.id) }
    let name = declaration.filmField ?? declaration.filmParent(in: self)?.field
    return name.flatMap { fields[$0]?.text }.map(FilmID.init(unchecked:))
  }

  /// Returns whether this version supports an insertion, update, or deletion, and its values are valid.
  ///
  /// Other changes are stored without effect until a version supports them. The result is `false` for
  /// undo and redo.
  package func canApply(_ change: Change) -> Bool {
    guard let subject = self[change.subject.kind], subject.hasValidID(change.subject.id) else {
      return false
    }
    switch change.kind {
    case .delete: return true
    case .insert:
      let required = subject.fields.filter(\.isRequired).map(\.name)
      return required.allSatisfy { (change.fields[$0]?.new ?? .null) != .null }
        && hasValidFields(change, subject)
    case .update:
      return !subject.parents.contains { change.fields[$0.field] != nil }
        && hasValidFields(change, subject)
    default: return false
    }
  }

  /// Returns whether this version supports the insertion of a subject with some fields, as ``canApply(_:)`` does.
  ///
  /// Fields without a value have their default values.
  package func canInsert(_ subject: Change.Subject, _ fields: [String: FieldValue]) -> Bool {
    guard let declaration = self[subject.kind], declaration.hasValidID(subject.id) else {
      return false
    }
    var count = 0
    for field in declaration.fields {
      guard let value = fields[field.name] else {
        if field.isRequired { return false }
        continue
      }
      guard field.accepts(value) else { return false }
      count += 1
    }
    return count == fields.count && isValidAlias(subject, film: fields["film"])
  }

  private func hasValidFields(_ change: Change, _ subject: JournalSubject) -> Bool {
    let areValid = change.fields.allSatisfy { name, field in
      subject.field(name)?.accepts(field.new) ?? false
    }
    return areValid && isValidAlias(change.subject, film: change.fields["film"]?.new)
  }

  /// Returns whether an alias ranks below the film that it stands for; other subjects always do.
  private func isValidAlias(_ subject: Change.Subject, film: FieldValue?) -> Bool {
    guard subject.kind == .alias, let film = film?.text else { return true }
    return FilmID(unchecked: subject.id).ranksBelow(FilmID(unchecked: film))
  }
}
