import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// A film of the cache as a row.
struct CacheRow: OutputRow {
  let item: CacheItem

  static let names = ["id", "title", "year", "fetchedAt", "stale", "bytes"]

  static let columns = [
    Column("Id", priority: 1), Column("Title", isFlexible: true, minimumWidth: 12),
    Column("Year", priority: 2), Column("Fetched", priority: 1), Column("Stale", priority: 3),
    Column("Bytes", alignment: .trailing, priority: 4),
  ]

  var values: [JSONValue] {
    let film = item.film
    return [
      .text(film.id.rawValue), .text(film.title), .optional(film.year),
      .optional(film.fetchedAt.map { $0.formatted(.iso8601) }), .bool(item.isStale),
      .integer(film.bytes),
    ]
  }

  var cells: [Cell] {
    let film = item.film
    return [
      Cell(film.id.rawValue, .dim), Cell(film.title), Cell(film.year.map(String.init) ?? ""),
      Cell(film.fetchedAt.map { PartialDate(day: $0).text } ?? "not yet"),
      Cell(item.isStale ? "stale" : "", .yellow), Cell(String(film.bytes), .dim),
    ]
  }
}

/// What the cache knows of its copy of one film, for `cache show`.
struct CacheCard: OutputCard {
  let item: CacheItem

  var members: [JSONValue.Member] {
    let row = CacheRow(item: item)
    return zip(CacheRow.names, row.values).map { .init(name: $0, value: $1) } + [
      .init(name: "complete", value: .bool(item.film.isComplete)),
      .init(name: "version", value: .integer(item.film.version)),
      .init(name: "lastUsed", value: .text(lastUsed)),
      .init(name: "inCollection", value: .bool(item.film.isInCollection)),
    ]
  }

  var card: Card {
    let film = item.film
    return Card(
      title: Caption(title: film.title, year: film.year).text,
      fields: [
        .init("Id", film.id.rawValue, .dim),
        .init("Fetched", fetched, item.isStale ? .yellow : .plain),
        .init("Copy", film.version == 1 ? "the first" : "number \(film.version)"),
        .init("Facts", film.isComplete ? "all" : "those of a search; `show` fetches the rest"),
        .init("Last used", lastUsed),
        .init("Size", ByteCount.text(film.bytes)),
        .init("Collection", film.isInCollection ? "yes, so it is never pruned" : "no"),
      ])
  }

  private var fetched: String {
    guard let fetchedAt = item.film.fetchedAt else { return "not yet" }
    return fetchedAt.formatted(.iso8601) + (item.isStale ? ", stale" : "")
  }

  private var lastUsed: String { PartialDate(day: item.film.lastUsed, in: .gmt).text }
}

extension Output {
  /// How much was taken out of the cache.
  static func removal(_ removal: CacheRemoval) -> Output {
    let films = removal.films.counted("film")
    let pages = removal.pages.counted("search page")
    return Output(
      .text(
        "",
        [
          .init(name: "films", value: .integer(removal.films)),
          .init(name: "pages", value: .integer(removal.pages)),
        ]),
      notices: ["Took \(films) and \(pages) out of the cache"])
  }
}
