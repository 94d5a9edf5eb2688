import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Rows {
  /// Films of the cache.
  static func cache(_ items: [CacheItem]) -> Rows { Rows(items, cacheFields) }

  fileprivate static let cacheFields: [Field<CacheItem>] = [
    Field("id", Column("Id", priority: 1), .dim) { .text($0.film.id.rawValue) },
    Field("title", Column("Title", isFlexible: true, minimumWidth: 12)) { .text($0.film.title) },
    Field("year", Column("Year", priority: 2)) { .optional($0.film.year) },
    Field(
      "fetchedAt", Column("Fetched", priority: 1),
      cell: { Cell($0.film.fetchedAt.map { PartialDate(day: $0).text } ?? "not yet") }
    ) { .optional($0.film.fetchedAt) },
    Field(
      "stale", Column("Stale", priority: 3), cell: { Cell($0.isStale ? "stale" : "", .yellow) }
    ) { .bool($0.isStale) },
    Field("bytes", Column("Bytes", alignment: .trailing, priority: 4), .dim) {
      .integer($0.film.bytes)
    },
  ]
}

extension Output.Content {
  /// The cache's copy of one film, for `cache show`.
  static func cacheItem(_ item: CacheItem) -> Self {
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
        .init("Fetched", item.fetched, item.isStale ? .yellow : .plain),
        .init("Copy", film.version == 1 ? "the first" : "number \(film.version)"),
        .init("Facts", film.isComplete ? "all" : "those of a search; `show` fetches the rest"),
        .init("Last used", lastUsed),
        .init("Size", ByteCount.text(film.bytes)),
        .init("Collection", film.isInCollection ? "yes, so it is never pruned" : "no"),
      ])
    return .card(Rows.cacheFields.members(of: item) + members, card)
  }
}

extension Output {
  /// How much was taken out of the cache.
  static func removal(_ removal: CacheRemoval) -> Output {
    let films = removal.films.counted("film")
    let pages = removal.pages.counted("search page")
    return Output(
      .machineOnly([
        .init(name: "films", value: .integer(removal.films)),
        .init(name: "pages", value: .integer(removal.pages)),
      ]),
      [.notice("Took \(films) and \(pages) out of the cache")])
  }
}

extension CacheItem {
  fileprivate var fetched: String {
    guard let fetchedAt = film.fetchedAt else { return "not yet" }
    return fetchedAt.formatted(.iso8601) + (isStale ? ", stale" : "")
  }
}
