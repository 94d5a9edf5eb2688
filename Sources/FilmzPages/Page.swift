package import FilmzDomain
package import Foundation

/// The content of an HTML page.
package struct Page: Sendable {
  /// A number as text, with its label: `128` with `films`.
  package typealias Figure = (label: String, value: String)

  /// A table of films under a heading.
  package struct Section: Sendable {
    package let heading: String
    package let description: String?
    package let films: [PageFilm]
    /// `true` to show the places of the films, because their order has a meaning.
    package let isNumbered: Bool

    package init(_ heading: String, description: String? = nil, _ films: [PageFilm], isNumbered: Bool = false) {
      (self.heading, self.description, self.films) = (heading, description, films)
      self.isNumbered = isNumbered
    }
  }

  /// The kind of a page; a page may replace only a file with a page of the same kind.
  package enum Kind: String, Sendable {
    case collection
    case list
    case statistics
  }

  package let kind: Kind
  package var title: String
  package var description: String?
  /// The line below the title, such as the name of the owner.
  package var byline: String?
  package var figures: [Figure] = []
  package var charts: [StatisticsChart] = []
  package var sections: [Section] = []
  /// `true` to show posters, which the browser loads from the servers of their addresses.
  package var hasPosters = false
  package var madeAt: Date

  package init(_ kind: Kind, title: String, madeAt: Date) {
    (self.kind, self.title, self.madeAt) = (kind, title, madeAt)
  }

  /// The page as a self-contained HTML document in UTF-8.
  ///
  /// It requests nothing but posters, and runs no other script than its own. Source: contract, Pages.
  package var document: String { PageTemplate(page: self).document.markup }
}

extension Page {
  /// The number of bytes at the beginning of a document that contain the mark of its kind.
  package static let markLength = 2048

  /// Returns the element by which pages of a kind are recognized.
  static func mark(_ kind: Kind) -> String { "<meta name=\"generator\" content=\"filmz \(kind.rawValue)\">" }

  /// Returns whether the beginning of a document has the mark of pages of a kind.
  package static func isPage(_ kind: Kind, _ text: String) -> Bool { text.contains(mark(kind)) }
}

/// A film of a page.
package struct PageFilm: Sendable {
  package var title: String
  package var year: Int?
  package var endYear: Int?
  package var type: MediaType?
  package var runtimeMinutes: Int?
  package var genres: [String] = []
  package var imdbRating: Rating?
  /// The rating of the person who makes the page.
  package var rating: Rating?
  /// The date of the last viewing.
  package var watchedOn: PartialDate?
  /// The ids of the film, from which ``address`` is made.
  package var ids: [FilmID]
  /// The address of the poster, which is shown only if it is a ``securePoster``.
  package var poster: String?

  package init(ids: [FilmID], title: String) {
    self.ids = ids
    self.title = title
  }

  /// The address of the film at IMDb or, without an id of IMDb, at TMDB; `nil` if it has neither id.
  var address: String? {
    if let id = ids.lazy.compactMap(\.imdbID).first(where: { FilmID($0)?.rawValue == $0 }) {
      return "https://www.imdb.com/title/\(id)/"
    }
    return ids.lazy.compactMap(\.tmdb).first.map { "https://www.themoviedb.org/\($0.kind.rawValue)/\($0.number)" }
  }

  /// The address of the poster if it is a valid `https` address without a user name; otherwise, `nil`.
  package var securePoster: String? {
    guard let poster, poster.lowercased().hasPrefix("https://"), let url = URL(string: poster),
      url.host()?.isEmpty == false, url.user() == nil
    else { return nil }
    return poster
  }
}
