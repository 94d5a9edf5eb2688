import Foundation

/// The declarations of all kinds of subjects; parents precede their children.
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
  package func children(of kind: Change.Subject.Kind) -> [(subject: JournalSubject, field: String)] {
    all.flatMap { subject in subject.parents.filter { $0.kind == kind }.map { (subject, $0.field) } }
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

  // MARK: - Validity

  /// Returns the reason why an insertion, update, or deletion has no effect; `nil` if it has an effect.
  ///
  /// The result depends on the change alone, so that it is the same on every machine. A change without effect is
  /// stored nevertheless. The result is ``ChangeProblem/unknown`` for undo and redo. With `isNew`, the change must be one
  /// that this version makes; without it, changes that only earlier versions made are valid too.
  package func problem(of change: Change, isNew: Bool = false) -> ChangeProblem? {
    guard let declaration = self[change.subject.kind],
      [.insert, .update, .delete].contains(change.kind)
    else { return .unknown }
    guard hasValidID(change.subject, declaration) else {
      let areFieldsKnown = change.fields.keys.allSatisfy { declaration.field($0) != nil }
      return areFieldsKnown ? .invalidID : .unknown
    }
    guard change.kind != .delete else { return nil }
    if change.kind == .insert {
      let missingField = declaration.fields.first { $0.isRequired && (change.fields[$0.name]?.new ?? .null) == .null }
      if let missingField { return .invalidValue(field: missingField.name) }
    } else if let parent = declaration.parents.first(where: { change.fields[$0.field] != nil }) {
      return .invalidValue(field: parent.field)
    }
    return problem(of: change, declaration, isNew: isNew)
  }

  /// Returns the reason why a change of the journal has no effect; `nil` if it has an effect.
  ///
  /// In addition to the conditions for a change alone, an insertion must name the film of the record as the parent.
  package func problem(of record: RecordedChange) -> ChangeProblem? {
    let change = record.change
    if let problem = problem(of: change) { return problem }
    guard change.kind == .insert, let declaration = self[change.subject.kind],
      let parent = declaration.filmParent(in: self)
    else { return nil }
    let isConsistent = change.fields[parent.field]?.new.text == record.film?.rawValue
    return isConsistent ? nil : .invalidValue(field: parent.field)
  }

  private func problem(of change: Change, _ declaration: JournalSubject, isNew: Bool) -> ChangeProblem? {
    let areValuesValid = change.fields.allSatisfy { name, field in
      declaration.field(name)?.accepts(field.new, isNew: isNew) ?? false
    }
    guard areValuesValid else { return problemOfValues(change, declaration, isNew: isNew) }
    return inconsistentField(change.subject, declaration, isNew: isNew) { change.fields[$0]?.new }
      .map(ChangeProblem.invalidValue)
  }

  private func problemOfValues(_ change: Change, _ declaration: JournalSubject, isNew: Bool) -> ChangeProblem {
    var problem = ChangeProblem.unknown
    for (name, field) in change.fields.sorted(by: { $0.key < $1.key }) {
      guard let declared = declaration.field(name) else { return .unknown }
      guard !declared.accepts(field.new, isNew: isNew) else { continue }
      guard !declared.hasOpenValues else { return .unknown }
      if problem == .unknown { problem = .invalidValue(field: name) }
    }
    return problem
  }

  /// Returns whether this version supports the insertion of a subject with some fields, see ``problem(of:isNew:)``.
  ///
  /// Fields without a value have their default values.
  package func canInsert(_ subject: Change.Subject, _ fields: [String: FieldValue]) -> Bool {
    guard let declaration = self[subject.kind], hasValidID(subject, declaration) else { return false }
    var count = 0
    for field in declaration.fields {
      guard let value = fields[field.name] else {
        if field.isRequired { return false }
        continue
      }
      guard field.accepts(value, isNew: true) else { return false }
      count += 1
    }
    return count == fields.count && inconsistentField(subject, declaration, isNew: true) { fields[$0] } == nil
  }

  private func hasValidID(_ subject: Change.Subject, _ declaration: JournalSubject) -> Bool {
    let id = subject.id
    switch declaration.identity {
    case .film: return id.isFilmID
    case .ownID where declaration.requiresUUID: return UUID.isText(id)
    case .ownID: return !id.isEmpty && id.isOneLine && (subject.kind != .alias || id.isFilmID)
    case .parents:
      let ids = id.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return ids.count == declaration.parents.count
        && zip(declaration.parents, ids).allSatisfy { parent, id in
          self[parent.kind].map { hasValidID(.init(parent.kind, id), $0) } ?? false
        }
    }
  }

  /// Returns a field whose value contradicts the id of its subject; `nil` if there is none.
  ///
  /// A child whose id consists of its parents' ids must name these parents. An alias must rank below its film. With
  /// `isNew`, the id of a saved collection must be derived from its name; this is not required of other changes,
  /// because the folding of non-ASCII letters can differ between versions.
  private func inconsistentField(
    _ subject: Change.Subject, _ declaration: JournalSubject, isNew: Bool, _ value: (String) -> FieldValue?
  ) -> String? {
    switch (declaration.identity, subject.kind) {
    case (.parents, _):
      let contradiction = declaration.parentIDs(in: subject.id).first { field, id in
        value(field).map { $0 != .text(id) } ?? false
      }
      return contradiction?.key
    case (_, .alias):
      guard let film = value("film")?.text else { return nil }
      return FilmID(unchecked: subject.id).ranksBelow(FilmID(unchecked: film)) ? nil : "film"
    case (_, .savedCollection) where isNew:
      guard let name = value("name")?.text, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
      return CollectionName(savedName: name).key == subject.id ? nil : "name"
    default: return nil
    }
  }
}

/// A reason why a change has no effect.
package enum ChangeProblem: Sendable, Hashable {
  /// This version does not support the kind of the change or of its subject, or a field, or one of its values.
  case unknown
  /// No subject of the kind can have the id.
  case invalidID
  /// The field has an invalid value, or lacks a required one.
  case invalidValue(field: String)
}
