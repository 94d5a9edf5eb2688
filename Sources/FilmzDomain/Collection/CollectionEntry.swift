package import Foundation

/// A film in the collection: its id, the user's data, and a caption.
package struct CollectionEntry: Sendable, Hashable, Identifiable {
  package let id: FilmID
  /// The title and year; `nil` if they are not known.
  package var caption: Caption?
  /// The type that an imported file tells, for films of which no source has facts.
  package var type: MediaType?
  /// The time at which the film was added to the collection.
  package var addedAt: Date
  package var rating: Rating?
  package var audience: Audience?
  /// The name of the person who recommended the film.
  package var recommendedBy: String?
  package var notes: String?
  package var tags: [String] = []
  /// The streaming service among whose films the film was marked; `nil` if there is none.
  package var platform: String?
  package var imported = ImportedValues()
  /// The viewings in the order in which they were entered.
  package var viewings: [Viewing] = []

  package init(id: FilmID, caption: Caption?, addedAt: Date) {
    self.id = id
    self.caption = caption
    self.addedAt = addedAt
  }

  /// `true` if the film has a viewing; an unwatched film in the collection is on the watchlist.
  package var isWatched: Bool { !viewings.isEmpty }

  /// The latest date of the viewings; `nil` if no viewing has a date.
  package var dateWatched: PartialDate? { viewings.compactMap(\.date).max() }

  /// The viewings sorted by date; viewings without a date are last.
  ///
  /// Viewings with equal dates are in the order in which they were entered.
  package var viewingsByDate: [Viewing] {
    let dated = viewings.enumerated().filter { $0.element.date != nil }
      .sorted {
        ($0.element.date?.text ?? "", $0.offset) < ($1.element.date?.text ?? "", $1.offset)
      }
    return dated.map(\.element) + viewings.filter { $0.date == nil }
  }
}

/// One occasion on which the user watched a film.
package struct Viewing: Sendable, Hashable, Identifiable {
  package let id: UUID
  package let film: FilmID
  /// The day, month, or year of the viewing; `nil` if it is not known.
  package var date: PartialDate?
  package var rating: Rating?
  package var note: String?
  package var tags: [String] = []
  package var imported = ImportedValues()

  package init(id: UUID, film: FilmID, date: PartialDate?) {
    self.id = id
    self.film = film
    self.date = date
  }
}

/// The numbers of films in the collection.
package struct CollectionCounts: Sendable, Hashable {
  package var total: Int
  package var watched: Int
  package var rated: Int

  package init(total: Int, watched: Int, rated: Int) {
    self.total = total
    self.watched = watched
    self.rated = rated
  }

  package var unwatched: Int { total - watched }
}
