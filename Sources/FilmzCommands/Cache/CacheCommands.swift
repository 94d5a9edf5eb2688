import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

extension Command {
  /// The `cache` command, which groups the commands for the film cache.
  static let cache = Command(
    "cache", "Show and clean the film cache.",
    details: """
      The cache stores details of films from their sources, so that they need not be fetched again. \
      Deleting it costs only time and requests.
      """, examples: ["cache ls", "cache show heat", "cache prune --days 90"],
    subcommands: [
      .cacheList, CacheShowCommand.command, CacheRemoveCommand.command, CachePruneCommand.command, .cacheClear,
    ])

  /// The `cache ls` command, which lists the films in the cache.
  static let cacheList = Command(
    "cache ls", "List the films in the cache by title.", examples: ["cache ls", "cache ls --format csv"]
  ) { session in
    let (items, hiddenCount) = try await session.viewModels.cache.list()
    let isEmpty = items.isEmpty && hiddenCount == 0
    let counts = "\(items.count.counted("film")), \(items.count { $0.isStale }) stale"
    let hiddenNote = hiddenCount == 0 ? "" : " · \(hiddenText(hiddenCount))"
    return Output(.list(.cache(items)), notice: isEmpty ? "No film has been fetched yet." : counts + hiddenNote)
  }
}

/// The `cache show` command, which shows the state of a film in the cache.
struct CacheShowCommand: ShellCommand {
  static let command = Command(
    of: CacheShowCommand.self, "cache show", "Show the age and the state of a film in the cache.",
    examples: ["cache show 2", "cache show heat"])

  static let arguments: [Argument<Self>] = [.films(\.words)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let items = try await session.viewModels.cache.records(of: try await session.films(words, in: .local))
    guard let item = items.first, items.count == 1 else { throw Self.wrongUsage("cache show takes one film") }
    return Output(.cacheItem(item))
  }
}

/// The `cache rm` command, which removes films from the cache.
struct CacheRemoveCommand: ShellCommand {
  static let command = Command(
    of: CacheRemoveCommand.self, "cache rm", "Remove films from the cache; the collection is kept.",
    examples: ["cache rm 1-3", "cache rm the godfather"])

  static let arguments: [Argument<Self>] = [.films(\.words)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let items = try await session.viewModels.cache.remove(try await session.films(words, in: .local))
    return Output(.changes(.cache(items)), items.map { .notice("Removed \($0.film.title) from the cache") })
  }
}

/// The `cache prune` command, which removes old films and search pages from the cache.
struct CachePruneCommand: ShellCommand {
  static let command = Command(
    of: CachePruneCommand.self, "cache prune", "Remove old films and search pages from the cache.",
    details: """
      Removes what was fetched more than 30 days ago, or more than --days. Films in the collection are \
      kept.
      """, examples: ["cache prune", "cache prune --days 90"])

  static let arguments: [Argument<Self>] = [.option("--days", \.days, as: "n", "The age in days, 30 by default.")]

  var days: Int?

  func run(in session: Session) async throws -> Output {
    .removal(try await session.viewModels.cache.prune(days: days ?? 30))
  }
}

extension Command {
  /// The `cache clear` command, which empties the film cache.
  static let cacheClear = Command(
    "cache clear", "Empty the cache; the collection is kept.",
    details: """
      Films in the collection keep their titles, and the facts from imported files; `refresh --stale` fetches \
      their details again.
      """, examples: ["cache clear", "cache clear --format json"]
  ) { session in .removal(try await session.viewModels.cache.clear()) }
}

extension Rows {
  /// Returns rows of films in the cache.
  static func cache(_ items: [CachedFilmItem]) -> Rows { Rows(items, cacheFields) }

  fileprivate static let cacheFields: [Field<CachedFilmItem>] = [
    Field("id", Column("Id", dropPriority: 1), .dim) { .text($0.film.id.rawValue) },
    Field("title", Column("Title", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)) {
      .text($0.film.title)
    }, Field("year", Column("Year", dropPriority: 2)) { .optional($0.film.year) },
    Field(
      "fetchedAt", Column("Fetched", dropPriority: 1), value: { .optional($0.film.fetchedAt) },
      cell: { Cell($0.film.fetchedAt.map { PartialDate(day: $0).text } ?? "–") }),
    Field(
      "stale", Column("Stale", dropPriority: 3), value: { .bool($0.isStale) },
      cell: { Cell($0.isStale ? "stale" : "", .yellow) }),
    Field(
      "bytes", Column("Size", alignment: .trailing, dropPriority: 4), value: { .integer($0.film.bytes) },
      cell: { Cell(ByteCount.text($0.film.bytes), .dim) }),
  ]
}

extension Output.Content {
  /// Returns the card of one film in the cache, for `cache show`.
  static func cacheItem(_ item: CachedFilmItem) -> Self {
    let film = item.film
    let lastUsed = PartialDate(day: film.lastUsed, in: .gmt).text
    let members: [JSONValue.Member] = [
      .init("complete", .bool(film.isComplete)), .init("version", .integer(film.version)),
      .init("lastUsed", .text(lastUsed)), .init("inCollection", .bool(film.isInCollection)),
    ]
    let card = Card(
      title: Caption(title: film.title, year: film.year).text,
      fields: [
        .init("Id", film.id.rawValue, .dim), .init("Fetched", item.fetchedText, item.isStale ? .yellow : .plain),
        .init("Times fetched", film.fetchedAt == nil ? "" : "\(film.version)"),
        .init("Details", film.isComplete ? "all" : "from a search only; `show` fetches the rest"),
        .init("Last used", lastUsed), .init("Size", ByteCount.text(film.bytes)),
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
      .machineOnly([.init("films", .integer(removal.films)), .init("pages", .integer(removal.pages))]),
      notice: "Removed \(films) and \(pages) from the cache")
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
