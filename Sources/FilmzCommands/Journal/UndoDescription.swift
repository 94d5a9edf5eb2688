import FilmzDomain

/// Says in words what undo or redo did with one step, by the declarations of its subjects.
struct UndoDescription {
  /// Films that are told one by one; of more only the number is told.
  private static let mostFilms = 3

  let step: UndoneStep
  let direction: UndoDirection
  let names: [FilmID: String]
  var subjects = SubjectRegistry.standard

  /// Such as ``Undid `rate 1 9`: Jaws: rating 9 → 8``.
  var text: String {
    let verb = direction == .undo ? "Undid" : "Did again"
    let details = details
    let command = Self.short(step.step.command, upTo: 60)
    return "\(verb) `\(command)`: " + (details.isEmpty ? "nothing of it was there" : details)
  }

  private var details: String {
    guard !step.changesIdentity else { return identities.joined(separator: "; ") }
    var seen: Set<FilmID> = []
    let films = step.changes.compactMap(\.film).filter { seen.insert($0).inserted }
    let others = step.changes.filter { $0.film == nil }.compactMap { things([$0.change]) }
    guard films.count <= Self.mostFilms else {
      return ([words(ofMany: films.count)] + others).joined(separator: "; ")
    }
    return (films.compactMap(words(of:)) + others).joined(separator: "; ")
  }

  /// What became of ids that were made one film; what is the user's of them is united or separated.
  private var identities: [String] {
    step.changes.filter { $0.change.subject.kind == .alias }.map { change in
      let alias = change.change.subject.id
      guard change.change.kind != .delete, let film = change.film else {
        return "\(alias) is a film of its own again"
      }
      return "\(alias) stands for \(names[film] ?? film.rawValue) again"
    }
  }

  private func words(ofMany count: Int) -> String {
    let kinds = Set(step.changes.map(\.change).filter { $0.subject.kind == .entry }.map(\.kind))
    if kinds == [.insert] { return "\(count) films are in the collection again" }
    return kinds == [.delete] ? "\(count) films are out of the collection" : "\(count) films"
  }

  private func words(of film: FilmID) -> String? {
    let changes = step.changes.filter { $0.film == film }.map(\.change)
    let name = names[film] ?? film.rawValue
    let ofFilm = changes.filter { subjects[$0.subject.kind]?.identity == .film }
    if ofFilm.contains(where: { $0.subject.kind == .entry && $0.kind == .insert }) {
      let viewings = changes.count { $0.subject.kind == .viewing && $0.kind == .insert }
      return "\(name) is in the collection again"
        + (viewings > 0 ? ", with \(viewings.counted("viewing"))" : "")
    }
    if ofFilm.contains(where: { $0.subject.kind == .entry && $0.kind == .delete }) {
      return "\(name) is out of the collection"
    }
    let states = ofFilm.filter { $0.kind != .update }.compactMap { change in
      subjects[change.subject.kind].map { words in
        change.kind == .insert ? words.words.restored : words.words.removed
      }
    }
    let parts =
      ofFilm.filter { $0.kind == .update }.flatMap(fields)
      + [things(changes.filter { subjects[$0.subject.kind]?.identity != .film })].compactMap(\.self)
    let sentences = states.map { "\(name) \($0)" }
    return parts.isEmpty && sentences.isEmpty
      ? nil
      : (sentences + (parts.isEmpty ? [] : ["\(name): " + parts.joined(separator: ", ")]))
        .joined(separator: "; ")
  }

  /// What became of things that have an id of their own, such as viewings.
  private func things(_ changes: [Change]) -> String? {
    let groups = Dictionary(grouping: changes, by: \.subject.kind)
    let words = subjects.all.compactMap { subject -> String? in
      guard let changes = groups[subject.kind] else { return nil }
      guard changes.count <= Self.mostFilms else { return many(changes, subject) }
      let words = changes.compactMap { thing($0, subject) }
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// `4 viewings are back`, or the number alone if some came and some went.
  private func many(_ changes: [Change], _ subject: JournalSubject) -> String {
    let number = changes.count.counted(subject.words.noun)
    switch Set(changes.map(\.kind)) {
    case [.insert]: return number + " are back"
    case [.delete]: return number + " are gone"
    default: return number
    }
  }

  private func thing(_ change: Change, _ subject: JournalSubject) -> String? {
    if change.kind == .update {
      let fields = fields(change)
      return fields.isEmpty ? nil : "\(subject.words.noun): " + fields.joined(separator: ", ")
    }
    let isBack = change.kind == .insert
    let name = subject.words.nameField.flatMap { change.fields[$0] }
      .flatMap { $0.new.text ?? $0.old.text }
    let thing =
      subject.parents.isEmpty
      ? [subject.words.noun, name].compactMap(\.self).joined(separator: " ")
      : subject.words.noun + (name.map { " of \($0)" } ?? "")
    return thing + " " + (isBack ? subject.words.restored : subject.words.removed)
  }

  private func fields(_ change: Change) -> [String] {
    guard let subject = subjects[change.subject.kind] else { return [] }
    return change.fields.sorted { $0.key < $1.key }.compactMap { name, field in
      guard let declared = subject.field(name), let label = declared.label else { return nil }
      switch declared.kind {
      case .moment: return label
      case .note:
        return field.new == .null
          ? "\(label) is gone" : "\(label) is “\(Self.short(Self.plain(field.new)))”"
      case .set: return "\(label) are \(Self.plain(field.new))"
      case .rating: return "\(label) \(Self.rating(field.old)) → \(Self.rating(field.new))"
      default: return "\(label) \(Self.plain(field.old)) → \(Self.plain(field.new))"
      }
    }
  }

  private static func rating(_ value: FieldValue) -> String {
    guard case .integer(let tenths) = value, let rating = Rating(tenths: Int(tenths)) else {
      return "none"
    }
    return rating.text
  }

  private static func plain(_ value: FieldValue) -> String {
    switch value {
    case .null: "none"
    case .integer(let number): String(number)
    case .text(let text): Audience(rawValue: text)?.label ?? text
    case .list(let texts): texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
  }

  /// The beginning of a text, in one line.
  private static func short(_ text: String, upTo length: Int = 40) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }
}
