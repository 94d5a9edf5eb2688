import FilmzDomain

/// Films that were skipped when they were to be rated, the oldest skip first.
struct SkippedFilms: Codable, Sendable, Equatable {
  /// A film, and the rating that it had.
  struct Skip: Codable, Sendable, Equatable {
    let film: FilmID
    let rating: Rating?
  }

  static let capacity = 10_000

  private(set) var skips: [Skip] = []

  init() {}

  /// The place of a film, from the oldest skip on.
  func place(of film: FilmID) -> Int? { skips.firstIndex { $0.film == film } }

  /// Puts a skip in; the newest one behind the others, unless a place is named.
  ///
  /// Where there are too many, the oldest gives way.
  mutating func add(_ skip: Skip, at place: Int? = nil) {
    remove(skip.film)
    skips.insert(skip, at: min(place ?? skips.count, skips.count))
    skips.removeFirst(max(0, skips.count - Self.capacity))
  }

  mutating func remove(_ film: FilmID) {
    if let place = place(of: film) { skips.remove(at: place) }
  }

  /// The films with those that were skipped behind the others.
  func puttingLast(_ films: [FilmID]) -> [FilmID] {
    let skipped = Set(skips.map(\.film))
    let wanted = Set(films)
    return films.filter { !skipped.contains($0) }
      + skips.map(\.film).filter { wanted.contains($0) }
  }

  /// What holds of a file's content: films that are still there, with the rating of then.
  func holding(for entries: [FilmID: CollectionEntry]) -> SkippedFilms {
    var sound = SkippedFilms()
    var seen: Set<FilmID> = []
    for skip in skips.suffix(Self.capacity) {
      guard let entry = entries[skip.film], entry.rating == skip.rating,
        seen.insert(skip.film).inserted
      else { continue }
      sound.skips.append(skip)
    }
    return sound
  }
}
