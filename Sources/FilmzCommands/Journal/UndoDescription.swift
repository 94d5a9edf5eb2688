import FilmzDomain
import FilmzViewModels
import Foundation

/// The description of a step that was undone or redone, with the changes that this made.
///
/// The wording comes from the declarations of the changed subjects (``JournalSubject/predicates``).
struct UndoDescription {
  /// The maximum number of films, or of subjects of one kind, that are described one by one; if
  /// there are more of them, they are only counted.
  private static let maximumDescribed = 3

  let step: ReversedStep
  let direction: UndoDirection
  /// The names of the films by id; a film without a name is described by its id.
  let filmNames: [FilmID: String]
  /// The names of the lists that exist after the undo or redo.
  var listNames = ListNames([])
  /// The films that the kids filter hides; if the step changed one of them, its films are only counted.
  var hiddenFilms: Set<FilmID> = []
  /// The names of the machines, by the ids of their installations.
  var machines: [String: String] = [:]
  var subjects = SubjectRegistry.standard
  /// The scale of ratings.
  var scale = RatingScale.points

  /// The description in one line, such as ``Undid `rate 1 9`: Jaws: rating 9 → 8``.
  var text: String {
    let verb = direction == .undo ? "Undid" : "Redid"
    let command = hasHiddenFilms ? step.step.commandWithoutArguments : step.step.command.onOneLine(maximumLength: 60)
    return "\(verb) `\(command)`: \(effect)"
  }

  /// The description without the command line, such as `Undone: Jaws: rating 9 → 8`.
  var textWithoutCommand: String { "\(direction == .undo ? "Undone" : "Redone"): \(effect)" }

  private var effect: String {
    let details = details
    return details.isEmpty ? "nothing changed" : details
  }

  private var hasHiddenFilms: Bool {
    (step.step.films + step.changes.compactMap(\.film)).contains(where: hiddenFilms.contains)
  }

  private var details: String {
    guard step.changedAliases.isEmpty || hasHiddenFilms else { return identityDescriptions.joined(separator: "; ") }
    var uniqueFilms: Set<FilmID> = []
    let films = step.changes.compactMap(\.film).filter { uniqueFilms.insert($0).inserted }
    let others = step.changes.filter { $0.film == nil }.map(\.change)
    guard films.count <= Self.maximumDescribed, !hasHiddenFilms else {
      let counts = placeCounts
      let descriptions = others.compactMap { change in
        description(ofSubjects: [change]).map { text in
          guard change.kind != .update, let count = counts[change.subject] else { return text }
          return "\(text), with \(count.counted("film"))"
        }
      }
      return ([summary(filmCount: films.count)].compactMap(\.self) + descriptions).joined(separator: "; ")
    }
    let descriptions = others.compactMap { description(ofSubjects: [$0]) }
    return (films.compactMap(description(of:)) + descriptions).joined(separator: "; ")
  }

  /// A sentence for each changed alias: the film to which the id refers now.
  ///
  /// Such a step also combines or separates the user's data of the films, which is not described.
  private var identityDescriptions: [String] {
    step.changes.filter { $0.change.subject.kind == .alias }.map { change in
      let alias = change.change.subject.id
      let id = FilmID(unchecked: alias)
      let name = (id.isNamed ? filmNames[id] ?? change.film.flatMap { filmNames[$0] } : nil) ?? alias
      guard change.change.kind != .delete, let film = change.film else {
        return id.isNamed ? "\(name) is known by its title only again" : "\(alias) is a separate film again"
      }
      return id.isNamed ? "\(name) is \(film) again" : "\(alias) refers to \(filmNames[film] ?? film.rawValue) again"
    }
  }

  /// Returns the numbers of films, records, and comments that were restored or removed; if there are none of these, the
  /// number of films, or `nil` if only lists and places in lists were changed.
  private func summary(filmCount count: Int) -> String? {
    let changes = step.changes.map(\.change)
    let summaries =
      [
        summary(of: changes, .entry, restored: "in the collection again", removed: "no longer in the collection"),
        summary(of: changes, .skip, restored: "skipped again", removed: "no longer skipped"),
      ].compactMap(\.self) + countSummaries(changes, .record, "own record")
      + countSummaries(changes, .importedRecord, "imported record") + countSummaries(changes, .comment, "comment")
    // The description of a changed comment has its text.
    let comments = description(
      ofSubjects: changes.filter { $0.subject.kind == .comment && $0.kind == .update && !hasHiddenFilms })
    let sentences = summaries + placeSummaries(changes) + [comments].compactMap(\.self)
    if sentences.isEmpty, changes.allSatisfy({ [.list, .listItem].contains($0.subject.kind) }) { return nil }
    return sentences.isEmpty ? count.counted("film") : sentences.joined(separator: "; ")
  }

  /// Returns a sentence with the number of films for which subjects of a kind were all restored or all removed; `nil` if
  /// there are no such changes, or changes of both kinds.
  private func summary(
    of changes: [Change], _ subject: Change.Subject.Kind, restored: String, removed: String
  ) -> String? {
    let changes = changes.filter { $0.subject.kind == subject && $0.kind != .update }
    let films = Set(changes.map(\.subject.id)).count
    let predicate = "\(films.counted("film")) \(films == 1 ? "is" : "are") "
    switch Set(changes.map(\.kind)) {
    case [.insert]: return predicate + restored
    case [.delete]: return predicate + removed
    default: return nil
    }
  }

  /// Returns sentences with the numbers of restored and of removed subjects of a kind, without those for 0.
  private func countSummaries(_ changes: [Change], _ subject: Change.Subject.Kind, _ noun: String) -> [String] {
    [(Change.Kind.insert, "back"), (.delete, "gone")].compactMap { kind, state in
      let count = changes.count { $0.subject.kind == subject && $0.kind == kind }
      guard count > 0 else { return nil }
      return "\(count.counted(noun)) \(count == 1 ? "is" : "are") \(state)"
    }
  }

  /// Returns a description of the changes to a film, or `nil` if none of them can be described.
  private func description(of film: FilmID) -> String? {
    let changes = step.changes.filter { $0.film == film }.map(\.change)
    let name = filmNames[film] ?? film.rawValue
    let filmChanges = changes.filter { subjects[$0.subject.kind]?.identity == .film }
    if filmChanges.contains(where: { $0.subject.kind == .entry && $0.kind == .insert }) {
      let viewings = changes.count { $0.subject.kind == .viewing && $0.kind == .insert }
      return "\(name) is in the collection again" + (viewings > 0 ? ", with \(viewings.counted("viewing"))" : "")
        + placeDescriptions(changes).map { ", " + $0 }.joined()
    }
    if filmChanges.contains(where: { $0.subject.kind == .entry && $0.kind == .delete }) {
      let isSkipped = filmChanges.contains { $0.subject.kind == .skip && $0.kind == .insert }
      return "\(name) is " + (isSkipped ? "skipped again" : "no longer in the collection")
    }
    let states = filmChanges.filter { $0.kind != .update }.compactMap { change in
      subjects[change.subject.kind].map { subject in
        change.kind == .insert ? subject.predicates.restored : subject.predicates.removed
      }
    }
    let otherChanges = changes.filter { subjects[$0.subject.kind]?.identity != .film && $0.subject.kind != .listItem }
    let parts =
      filmChanges.filter { $0.kind == .update }.flatMap(fieldDescriptions) + placeDescriptions(changes)
      + [description(ofSubjects: otherChanges)].compactMap(\.self)
    var sentences = states.map { "\(name) \($0)" }
    if !parts.isEmpty { sentences.append("\(name): " + parts.joined(separator: ", ")) }
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  /// Returns a description of changes to subjects that are not identified by a film, such as viewings,
  /// or `nil` if none of them can be described.
  private func description(ofSubjects changes: [Change]) -> String? {
    let groups = Dictionary(grouping: changes, by: \.subject.kind)
    let descriptions = subjects.all.compactMap { subject -> String? in
      guard let changes = groups[subject.kind] else { return nil }
      guard changes.count <= Self.maximumDescribed else { return summary(of: changes, subject) }
      let descriptions = changes.compactMap { description(of: $0, subject) }
      return descriptions.isEmpty ? nil : descriptions.joined(separator: ", ")
    }
    return descriptions.isEmpty ? nil : descriptions.joined(separator: ", ")
  }

  /// Returns the number of subjects, such as `4 viewings are back` if all were restored,
  /// `4 viewings are gone` if all were removed, and `4 viewings` otherwise.
  private func summary(of changes: [Change], _ subject: JournalSubject) -> String {
    let number = changes.count.counted(subject.noun)
    switch Set(changes.map(\.kind)) {
    case [.insert]: return number + " are back"
    case [.delete]: return number + " are gone"
    default: return number
    }
  }

  /// Returns a description such as `viewing of 2024-05-01 is gone`; `nil` for an update in which no
  /// changed field has a label.
  private func description(of change: Change, _ subject: JournalSubject) -> String? {
    if change.kind == .update {
      let fields = fieldDescriptions(change)
      let isNamedByID = subject.identity == .ownID && !subject.requiresUUID
      let subjectText = subject.noun + (isNamedByID ? " \(change.subject.id)" : "")
      return fields.isEmpty ? nil : "\(subjectText): " + fields.joined(separator: ", ")
    }
    let isRestored = change.kind == .insert
    let name = subject.nameField.flatMap { change.fields[$0] }.flatMap { $0.new.text ?? $0.old.text }
    let nameText = name.map { subject.parents.isEmpty ? " \($0)" : " of \($0)" } ?? ""
    let subjectText = subject.noun + nameText
    return subjectText + " " + (isRestored ? subject.predicates.restored : subject.predicates.removed)
  }

  /// Returns descriptions of the changed fields that have a label, such as `rating 7 → 8`.
  private func fieldDescriptions(_ change: Change) -> [String] {
    guard let subject = subjects[change.subject.kind] else { return [] }
    return change.fields.sorted { $0.key < $1.key }.compactMap { name, field in
      guard let declaration = subject.field(name), let label = declaration.label else { return nil }
      let text = Self.description(of: field, declaration, label, on: scale)
      guard let origin = step.origins[change.subject.fieldKey(name)] else { return text }
      return "\(text), from \(machines[origin] ?? "another machine")"
    }
  }

  private static func description(
    of field: Change.FieldChange, _ declaration: JournalSubject.Field, _ label: String, on scale: RatingScale
  ) -> String {
    switch declaration.kind {
    case .timestamp: "\(label) changed"
    case .note: field.new == .null ? "\(label) is gone" : "\(label) is “\(text(of: field.new).onOneLine())”"
    case .fact: "\(label) \(factText(of: field.old)) → \(factText(of: field.new))"
    case .set, .names: "\(label) are \(text(of: field.new))"
    case .rating: "\(label) \(ratingText(of: field.old, scale)) → \(ratingText(of: field.new, scale))"
    default: "\(label) \(text(of: field.old)) → \(text(of: field.new))"
    }
  }

  private static func ratingText(of value: FieldValue, _ scale: RatingScale) -> String {
    guard case .integer(let tenths) = value, let rating = Rating(tenths: Int(tenths)) else { return "none" }
    return scale.message(rating)
  }

  /// Returns a fact of an own record; `unset` if the record does not have it.
  private static func factText(of value: FieldValue) -> String {
    guard case .text(let json) = value, let fact = OwnFact(json: json) else { return "unset" }
    return fact.description.onOneLine()
  }

  private static func text(of value: FieldValue) -> String {
    switch value {
    case .null: "none"
    case .integer(let number): String(number)
    case .text(let text): Audience(rawValue: text)?.label ?? text
    case .list(let texts): texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
  }
}

// The changes of lists by an undo or redo.
extension UndoDescription {
  /// Returns a phrase for each change of a film's place in a list, such as `on Noir again`.
  func placeDescriptions(_ changes: [Change]) -> [String] {
    changes.filter { $0.subject.kind == .listItem }.map { change in
      switch change.kind {
      case .insert: "on \(listName(of: change)) again"
      case .delete: "no longer on \(listName(of: change))"
      default: "moved on \(listName(of: change))"
      }
    }
  }

  /// The numbers of changed places by their lists.
  var placeCounts: [Change.Subject: Int] {
    let lists = step.changes.map(\.change).filter { $0.subject.kind == .listItem }.map { listID(of: $0) }
    return Dictionary(lists.map { (.init(.list, $0), 1) }, uniquingKeysWith: +)
  }

  /// Returns a sentence for each list whose films changed, such as `4 films are no longer on Noir`; a list that was
  /// restored or removed itself is described elsewhere.
  func placeSummaries(_ changes: [Change]) -> [String] {
    let lists = Set(changes.filter { $0.subject.kind == .list && $0.kind != .update }.map(\.subject.id))
    let places = changes.filter { $0.subject.kind == .listItem && !lists.contains(listID(of: $0)) }
    let byList = Dictionary(grouping: places) { listID(of: $0) }
    return byList.sorted { $0.key < $1.key }.compactMap { _, changes in
      guard let name = changes.first.map(listName) else { return nil }
      let films = changes.count.counted("film")
      let verb = changes.count == 1 ? "is" : "are"
      switch Set(changes.map(\.kind)) {
      case [.insert]: return "\(films) \(verb) on \(name) again"
      case [.delete]: return "\(films) \(verb) no longer on \(name)"
      case [.update]: return "\(films) moved on \(name)"
      default: return "\(changes.count.counted("place")) of \(name) changed"
      }
    }
  }

  private func listID(of place: Change) -> String { subjects[.listItem]?.parentIDs(in: place.subject.id)["list"] ?? "" }

  /// Returns the name of the list of a place; `a list` if it is not known.
  private func listName(of place: Change) -> String {
    let id = listID(of: place)
    let list = step.changes.first { $0.change.subject == .init(.list, id) }?.change
    let name = list?.fields["name"].flatMap { $0.new.text ?? $0.old.text }
    return name ?? UUID(uuidString: id).flatMap(listNames.name(of:)) ?? "a list"
  }
}
