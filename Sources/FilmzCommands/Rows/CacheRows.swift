import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Rows {
  /// Returns rows of films in the cache.
  static func cache(_ items: [CachedFilmItem]) -> Rows { Rows(items, cacheFields) }

  fileprivate static let cacheFields: [Field<CachedFilmItem>] = [
    Field("id", Column("Id", dropPriority: 1), .dim) { .text($0.film.id.rawValue) },
    Field(
      "title", Column("Title", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)
    ) { .text($0.film.title) },
    Field("year", Column("Year", dropPriority: 2)) { .optional($0.film.year) },
    Field(
      "fetchedAt", Column("Fetched", dropPriority: 1),
      value: { .optional($0.film.fetchedAt) },
      cell: { Cell($0.film.fetchedAt.map { PartialDate(day: $0).text } ?? "not yet") }),
    Field(
      "stale", Column("Stale", dropPriority: 3), value: { .bool($0.isStale) },
      cell: { Cell($0.isStale ? "stale" : "", .yellow) }),
    Field(
      "bytes", Column("Size", alignment: .trailing, dropPriority: 4),
      value: { .integer($0.film.bytes) }, cell: { Cell(ByteCount.text($0.film.bytes), .dim) }),
  ]
}

extension Output.Content {
  /// Returns the card of one film in the cache, for `cache show`.
  static func cacheItem(_ item: CachedFilmItem) -> Self {
    let film = item.film
    let lastUsed = PartialDate(day: film.lastUsed, in: .gmt).text
    let members: [JSONValue.Member] = [
      .init(name: "complete", value: .bool(film.isComplete)),
      .init(name: "version", value: .integer(film.version)),
      .init(name: "lastUsed", value: .text(lastUsed)),
      .init(name: "inCollection", value: .bool(film.isInCollection)),
    ]
    let card = Card(
      title: Caption(title: film.title, year: film.year).text,
      fields: [
        .init("Id", film.id.rawValue, .dim),
        .init("Fetched", item.fetchedText, item.isStale ? .yellow : .plain),
        .init("Times fetched", film.fetchedAt == nil ? "" : "\(film.version)"),
        .init("Details", film.isComplete ? "all" : "from a search only; `show` fetches the rest"),
        .init("Last used", lastUsed),
        .init("Size", ByteCount.text(film.bytes)),
        .init("Collection", film.isInCollection ? "yes, so it is never pruned" : "no"),
      ].filter { !$0.value.isEmpty })
    return .card(Rows.cacheFields.members(of: item) + members, card)
  }
}

extension Output {
  /// Returns the output for the removal of films and search pages from the cache.
  static func removal(_ removal: CacheRemoval) -> Output {
    let films = removal.films.counted("film")
    let pages = removal.pages.counted("search page")
    return Output(
      .machineOnly([
        .init(name: "films", value: .integer(removal.films)),
        .init(name: "pages", value: .integer(removal.pages)),
      ]),
      [.notice("Removed \(films) and \(pages) from the cache")])
  }
}

extension CachedFilmItem {
  /// The time at which the facts were fetched, with `, stale` if they are stale; `not yet` for facts
  /// that come only from local sources.
  fileprivate var fetchedText: String {
    guard let fetchedAt = film.fetchedAt else { return "not yet" }
    return fetchedAt.formatted(.iso8601) + (isStale ? ", stale" : "")
  }
}
