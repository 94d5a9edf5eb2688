import Foundation

// Viewings that were recorded under several ids of a film, one of which is that of its title and year.
//
// Such a film had viewings under several ids before these were joined, for example from the files of two services. What
// both files contain is one viewing, as if one import had read them. Nothing is recorded for it: without the
// identification, or without one of the imports, the viewings are as they were. Source: contract, Identification.
extension JournalState {
  /// An existing viewing of a film that is, or was, known by title and year only.
  struct NamedFilmViewing {
    /// The film, date text and number that the id of a viewing was made from.
    struct Name {
      let film: FilmID
      let date: String
      let number: Int
    }

    let id: String
    /// The ids of the film under which the viewing was recorded.
    let films: Set<FilmID>
    /// The date texts with which the viewing was recorded; empty for an unknown date.
    fileprivate let dates: Set<String>
    fileprivate var name: Name?
  }

  /// Returns the existing viewings of films that an id of a title and year stands for, by the canonical ids of the films.
  func viewingsOfNamedFilms() -> [FilmID: [NamedFilmViewing]] {
    let films = Set(aliases.keys.filter(\.isNamed).map(aliases.canonical))
    guard !films.isEmpty else { return [:] }
    var viewings: [FilmID: [NamedFilmViewing]] = [:]
    for subject in histories.subjects(of: .viewing) {
      guard let parent = histories.parents(of: subject)["film"]?.id else { continue }
      let film = aliases.canonical(FilmID(unchecked: parent))
      guard films.contains(film), exists(subject) else { continue }
      let insertions = existence[subject]?.changes.map(\.record.change).filter { $0.kind == .insert } ?? []
      let recorded = insertions.compactMap { $0.fields["film"]?.new.text }.map(FilmID.init(unchecked:))
      let dates = insertions.map { $0.fields["date"]?.new.text ?? "" }
      viewings[film, default: []].append(
        NamedFilmViewing(id: subject.id, films: Set(recorded), dates: Set(dates)))
    }
    return viewings.filter { $1.count > 1 }.mapValues(Self.named)
  }

  private static func named(_ viewings: [NamedFilmViewing]) -> [NamedFilmViewing] {
    let films = viewings.reduce(into: Set<FilmID>()) { $0.formUnion($1.films) }
    guard films.count > 1 else { return viewings }
    return viewings.sorted { $0.id < $1.id }.map { viewing in
      var viewing = viewing
      viewing.name = viewing.dates.lazy.compactMap { name(of: viewing.id, date: $0, films) }.first
      return viewing
    }
  }

  /// Returns what the id of a viewing was made from, if this is one of the ids of its film; `nil` otherwise.
  private static func name(of id: String, date: String, _ films: Set<FilmID>) -> NamedFilmViewing.Name? {
    let partialDate = PartialDate(date)
    for film in films {
      for number in Viewing.numbers(of: partialDate)
      where Viewing.id(film: film, date: partialDate, number: number).text == id {
        return .init(film: film, date: date, number: number)
      }
    }
    return nil
  }

  /// Returns the ids of the rows of viewings that are one viewing, by the ids under which they were recorded.
  ///
  /// Two viewings of a film are one if their ids differ in the id of the film only (``Viewing/id(film:date:number:)``), and
  /// one of them was recorded for a film known by title and year only. So the first viewing of a day is the same in both
  /// files, and the second is. The row has the fields of both, as a film with several ids has: the newest value holds. It
  /// has the id that was made from the highest ranking id of the film.
  static func viewingIDs(_ viewings: [NamedFilmViewing]) -> [String: String] {
    var ids: [String: String] = [:]
    let groups = Dictionary(grouping: viewings.filter { $0.name != nil }) { viewing in
      "\(viewing.name?.date ?? "") \(viewing.name?.number ?? 0)"
    }
    for group in groups.values where group.count > 1 && group.contains(where: { $0.films.contains(where: \.isNamed) }) {
      let names = group.compactMap { viewing in viewing.name.map { (id: viewing.id, film: $0.film) } }
      guard let highest = names.max(by: { $0.film.ranksBelow($1.film) }) else { continue }
      for viewing in group { ids[viewing.id] = highest.id }
    }
    return ids
  }

  /// Removes the rows of viewings that only say that a film was seen, if the film has a more exact viewing that was
  /// recorded under its other ids; each such viewing takes the place of one.
  ///
  /// The removed row counts as recorded under the id of the other one, so that both are removed together.
  mutating func removeMarks(among viewings: [NamedFilmViewing]) {
    let rowIDs = Self.viewingIDs(viewings)
    let films = Dictionary(viewings.map { (rowIDs[$0.id] ?? $0.id, $0.films) }) { $0.union($1) }
    let present = films.keys.compactMap { id in
      rows[Change.Subject(.viewing, id)].flatMap { Viewing(id: id, row: $0) }
    }
    var others = present.filter { $0.date != nil }.sorted {
      ($0.date?.text ?? "", $0.id.text) < ($1.date?.text ?? "", $1.id.text)
    }
    for mark in present.sorted(by: { $0.id.text < $1.id.text }) where !mark.imported.contains(.subject) {
      let recorded = films[mark.id.text] ?? []
      let index = others.firstIndex { other in
        let otherFilms = films[other.id.text] ?? []
        return mark.isReplaceable(by: other.date) && recorded.isDisjoint(with: otherFilms)
          && recorded.union(otherFilms).contains(where: \.isNamed)
      }
      guard let index else { continue }
      let (removed, kept) = (Change.Subject(.viewing, mark.id.text), Change.Subject(.viewing, others[index].id.text))
      others.remove(at: index)
      others.removeAll { $0.id == mark.id }
      rows[removed] = nil
      let ids = liveIDs.removeValue(forKey: removed) ?? [removed.id]
      liveIDs[kept, default: [kept.id]].formUnion(ids)
    }
  }
}

extension Viewing {
  /// Creates a viewing from its row; `nil` if a value is invalid.
  fileprivate init?(id: String, row: [String: FieldValue]) {
    guard let id = UUID(uuidString: id), let film = row["film"]?.text else { return nil }
    self.init(id: id, film: FilmID(unchecked: film), date: row["date"]?.text.flatMap(PartialDate.init))
    if case .integer(let tenths)? = row["rating"] { rating = Rating(tenths: Int(tenths)) }
    note = row["note"]?.text
    tags = row["tags"]?.elements ?? []
    imported = ImportedValues(elements: row["imported"]?.elements ?? [])
  }
}
