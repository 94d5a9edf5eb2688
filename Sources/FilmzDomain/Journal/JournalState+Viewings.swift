import Foundation

// Viewings of films that were known by title and year only, and were then identified as a film with another id.
//
// Such a film has viewings that were recorded under both ids, for example by imports of the files of two services. A
// viewing in both files is one row, as if one import had read both. This is computed and not recorded, so that an undo
// of the identification or of an import restores the viewings. Source: contract, Identification.
extension JournalState {
  /// An existing viewing of a film that is, or was, known by title and year only.
  struct NamedFilmViewing {
    /// The film, date text and number that the id of a viewing was made from.
    struct IDParts {
      let film: FilmID
      let date: String
      let number: Int
    }

    let id: String
    /// The ids of the film under which the viewing was recorded.
    let films: Set<FilmID>
    /// The date texts with which the viewing was recorded; empty for an unknown date.
    fileprivate let dates: Set<String>
    fileprivate var idParts: IDParts?
  }

  /// Returns the existing viewings of films that have an alias made from title and year (``FilmID/isNamed``), by the
  /// canonical ids of the films; films with one viewing are left out.
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
    return viewings.filter { $1.count > 1 }.mapValues(Self.withIDParts)
  }

  private static func withIDParts(_ viewings: [NamedFilmViewing]) -> [NamedFilmViewing] {
    let films = viewings.reduce(into: Set<FilmID>()) { $0.formUnion($1.films) }
    guard films.count > 1 else { return viewings }
    return viewings.sorted { $0.id < $1.id }.map { viewing in
      var viewing = viewing
      viewing.idParts = viewing.dates.lazy.compactMap { idParts(of: viewing.id, date: $0, films) }.first
      return viewing
    }
  }

  /// Returns the film, date and number that the id of a viewing was made from; `nil` if it was not made from one of
  /// these films.
  private static func idParts(of id: String, date: String, _ films: Set<FilmID>) -> NamedFilmViewing.IDParts? {
    let partialDate = PartialDate(date)
    for film in films {
      for number in Viewing.numbers(of: partialDate)
      where Viewing.id(film: film, date: partialDate, number: number).text == id {
        return .init(film: film, date: date, number: number)
      }
    }
    return nil
  }

  /// Returns the ids of the rows of viewings that were recorded several times, by the recorded ids.
  ///
  /// Two recorded viewings of a film are the same if their ids were made from the same date and number
  /// (``Viewing/id(film:date:number:)``), and one of them was recorded for a film known by title and year only. So the
  /// first viewing of a day in one file is the first of that day in the other. The row has the newest value of each
  /// field, and the id that was made from the highest ranking id of the film.
  static func viewingIDs(_ viewings: [NamedFilmViewing]) -> [String: String] {
    var ids: [String: String] = [:]
    let groups = Dictionary(grouping: viewings.filter { $0.idParts != nil }) { viewing in
      "\(viewing.idParts?.date ?? "") \(viewing.idParts?.number ?? 0)"
    }
    for group in groups.values where group.count > 1 && group.contains(where: { $0.films.contains(where: \.isNamed) }) {
      let parts = group.compactMap { viewing in viewing.idParts.map { (id: viewing.id, film: $0.film) } }
      guard let highest = parts.max(by: { $0.film.ranksBelow($1.film) }) else { continue }
      for viewing in group { ids[viewing.id] = highest.id }
    }
    return ids
  }

  /// Removes the rows of viewings without a full date that are replaceable by a viewing that was recorded under another
  /// id of the film (``Viewing/isReplaceable(by:)``); each viewing replaces at most one.
  ///
  /// The recorded ids of a removed row become ids of the row that replaces it, so that both are removed together.
  mutating func removeReplaceableViewings(among viewings: [NamedFilmViewing]) {
    let rowIDs = Self.viewingIDs(viewings)
    let films = Dictionary(viewings.map { (rowIDs[$0.id] ?? $0.id, $0.films) }) { $0.union($1) }
    let present = films.keys.compactMap { id in
      rows[Change.Subject(.viewing, id)].flatMap { Viewing(id: id, row: $0) }
    }
    var others = present.filter { $0.date != nil }.sorted {
      ($0.date?.text ?? "", $0.id.text) < ($1.date?.text ?? "", $1.id.text)
    }
    for viewing in present.sorted(by: { $0.id.text < $1.id.text }) where !viewing.imported.contains(.subject) {
      let recorded = films[viewing.id.text] ?? []
      let index = others.firstIndex { other in
        let otherFilms = films[other.id.text] ?? []
        return viewing.isReplaceable(by: other.date) && recorded.isDisjoint(with: otherFilms)
          && recorded.union(otherFilms).contains(where: \.isNamed)
      }
      guard let index else { continue }
      let (removed, kept) = (Change.Subject(.viewing, viewing.id.text), Change.Subject(.viewing, others[index].id.text))
      others.remove(at: index)
      others.removeAll { $0.id == viewing.id }
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
