import FilmzDomain

/// Says in words what undo or redo did with one step.
struct ReversalWords {
  /// Films that are told one by one; of more only the number is told.
  private static let mostFilms = 3

  let step: ReversedStep
  let move: JournalMove
  let names: [FilmID: String]

  /// Such as ``Undid `rate 1 9`: rating of Jaws 9 → 8``.
  var text: String {
    let verb = move == .undo ? "Undid" : "Did again"
    let details = details
    let command = Self.short(.text(step.step.command), upTo: 60)
    return "\(verb) `\(command)`: " + (details.isEmpty ? "nothing of it was there" : details)
  }

  private var details: String {
    let films = step.step.films
    guard films.count <= Self.mostFilms else { return words(ofMany: films.count) }
    return films.compactMap(words(of:)).joined(separator: "; ")
  }

  private func words(ofMany count: Int) -> String {
    let kinds = Set(step.changes.filter { $0.subject.kind == .film }.map(\.kind))
    if kinds == [.insert] { return "\(count) films are in the collection again" }
    return kinds == [.delete] ? "\(count) films are out of the collection" : "\(count) films"
  }

  private func words(of film: FilmID) -> String? {
    let changes = step.changes.filter { $0.film == film }
    let name = names[film] ?? film.rawValue
    let viewings = changes.filter { $0.subject.kind == .viewing }
    let mine = changes.filter { $0.subject.kind == .film }
    if mine.contains(where: { $0.kind == .insert }) {
      let count = viewings.count { $0.kind == .insert }
      return "\(name) is in the collection again"
        + (count > 0 ? ", with \(count.counted("viewing"))" : "")
    }
    if mine.contains(where: { $0.kind == .delete }) { return "\(name) is out of the collection" }
    let parts = mine.flatMap(fieldWords) + viewingWords(viewings)
    return parts.isEmpty ? nil : "\(name): " + parts.joined(separator: ", ")
  }

  private func viewingWords(_ viewings: [Change]) -> [String] {
    guard viewings.count <= Self.mostFilms else { return [viewings.count.counted("viewing")] }
    return viewings.map { change in
      let date = change.fields["date"].map { $0.new == .null ? $0.old : $0.new }
      let day = if case .text(let text) = date { "viewing of \(text)" } else { "viewing" }
      return day + (change.kind == .insert ? " is back" : " is gone")
    }
  }

  private func fieldWords(_ change: Change) -> [String] {
    change.fields.sorted { $0.key < $1.key }.compactMap { name, field in
      switch name {
      case "rating": "rating \(Self.rating(field.old)) → \(Self.rating(field.new))"
      case "audience": "audience \(Self.plain(field.old)) → \(Self.plain(field.new))"
      case "recommendedBy": "recommended by \(Self.plain(field.old)) → \(Self.plain(field.new))"
      case "notes": field.new == .null ? "note is gone" : "note is “\(Self.short(field.new))”"
      case "tags": "tags are \(Self.plain(field.new))"
      case "addedAt": "date added"
      default: nil
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
  private static func short(_ value: FieldValue, upTo length: Int = 40) -> String {
    let line = plain(value).split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > length ? line.prefix(length - 1) + "…" : line
  }
}
