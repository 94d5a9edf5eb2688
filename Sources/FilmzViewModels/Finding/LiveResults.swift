import FilmzCatalog
package import FilmzDomain

/// The filters, the order and the source of the live searches of a panel, beside the typed text.
package struct LiveRequest: Sendable {
  /// The filter of options; filters in the text narrow it.
  package var filter = FilmFilter()
  /// The sort order; `nil` for the order of the command: the best match first, or the default order of lists.
  package var order: FilmOrder?
  /// `true` if only whole words match.
  package var isExact = false
  package var source = SourceChoice.auto
  /// The number of films on a page of the result set that ``LiveSearchViewModel/keep(_:in:)`` makes.
  package var pageSize = 20
  /// The scale of the user's ratings in filters.
  package var scale = RatingScale.points

  package init() {}
}

/// The films that a live search has found for a text.
package struct LiveResults: TimedResults {
  /// The text as it was typed.
  package let text: String
  /// The films without hidden ones, numbered as in the result set that ``LiveSearchViewModel/keep(_:in:)`` makes.
  package internal(set) var items: [FilmItem] = []
  /// The name of the source, such as `starter catalog` or `OMDb`; empty if no source was searched.
  package internal(set) var source = ""
  /// `true` if the films are those of a service.
  package internal(set) var isFromService = false
  /// The number of hidden films among those before the last of ``items``.
  package internal(set) var hidden = 0
  /// The time that the search took.
  package internal(set) var duration = Duration.zero
  /// The places of unfinished filters in the text, in characters; these filters have no effect.
  package internal(set) var unfinished: [Range<Int>] = []
  package internal(set) var warnings: [Warning] = []
  /// `true` if the films are sorted or filtered by runtime.
  package var showsRuntimes: Bool { resultSet.showsRuntimes }
  /// The result set with the films that have been loaded.
  var resultSet: ResultSet
  /// The number of films of ``resultSet`` whose items are in ``items`` or counted in ``hidden``.
  var examinedCount = 0
  /// The query of a list of the collection, of which only the first films are in ``resultSet``; `nil` for other results.
  var list: CollectionQuery?
  /// The query of the search; its text is empty if there is none.
  var query = SearchQuery(text: "")
  /// The source that was searched for ``query``; `nil` if the films are not those of a search.
  var choice: SourceChoice?
  /// `true` if the words of the text may match inside of words, not only at their beginning.
  var matchesAnywhere = false

  /// The number of films that were found, including hidden ones.
  package var total: Int { list == nil ? resultSet.total : listTotal }
  /// The number of films of ``list``.
  var listTotal = 0
  /// `true` if ``total`` is an estimate.
  package var isTotalEstimated: Bool { list == nil && resultSet.isTotalEstimated }
  /// `true` if there are further films, which ``LiveSearchViewModel/more(of:count:in:)`` loads.
  package var hasMore: Bool { isTotalEstimated || examinedCount < total }
}

extension LiveResults {
  /// `true` if the source has a single page, of which only the first films are loaded.
  var isCut: Bool {
    guard case .search(let search) = resultSet.films else { return false }
    return search.pageSize == nil && search.loadedCount < resultSet.total
  }

  /// Returns the ranges of the letters of a film's title that match the text, in order.
  package func highlights(of item: FilmItem) -> [Range<String.Index>] {
    highlights(in: item.title ?? "", of: item)
  }

  /// Returns the ranges of the letters that match the text in a title of a film, such as its title in another country.
  package func highlights(in title: String, of item: FilmItem) -> [Range<String.Index>] {
    TitleHighlighter(query, anywhere: matchesAnywhere).ranges(in: title, item.match)
  }
}

extension ResultSet {
  /// Returns a result set of films in an order.
  static func list(_ ids: [FilmID], pageSize: Int = LiveRequest().pageSize) -> ResultSet {
    ResultSet(films: .collection(ids), total: ids.count, pageSize: pageSize, page: 1)
  }
}

/// Results with the time that finding them took.
protocol TimedResults: Sendable { var duration: Duration { get set } }

extension Optional: TimedResults where Wrapped == LiveResults {
  var duration: Duration {
    get { self?.duration ?? .zero }
    set { self?.duration = newValue }
  }
}
