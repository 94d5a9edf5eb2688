import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// All about one film, for `show`.
struct FilmCard {
  let detail: FilmDetail
  /// Whether a long plot is shown whole.
  let isFull: Bool

  /// Characters of a plot that is not shown whole (Filmz2, expandable plot).
  private static let plotLength = 300

  private var item: FilmItem { detail.item }

  var content: Output.Content { .card(members, card) }

  // MARK: - For machines

  private var members: [JSONValue.Member] {
    Rows.filmFields.members(of: item) + facts + mine + [
      .init(name: "source", value: .optional(item.film?.origin.rawValue)),
      .init(name: "fetchedAt", value: .optional(item.film?.fetchedAt)),
      .init(name: "stale", value: .bool(detail.isStale)),
      .init(name: "aliases", value: .list(detail.aliases.map(\.rawValue))),
    ]
  }

  private var facts: [JSONValue.Member] {
    let film = item.film
    let ratings = (film?.ratings ?? []).map(Self.object)
    return [
      .init(name: "rated", value: .optional(film?.rated)),
      .init(name: "released", value: .optional(film?.released?.text)),
      .init(name: "directors", value: .list(film?.directors ?? [])),
      .init(name: "writers", value: .list(film?.writers ?? [])),
      .init(name: "actors", value: .list(film?.actors ?? [])),
      .init(name: "plot", value: .optional(film?.plot)),
      .init(name: "languages", value: .list(film?.languages ?? [])),
      .init(name: "countries", value: .list(film?.countries ?? [])),
      .init(name: "awards", value: .optional(film?.awards)),
      .init(name: "poster", value: .optional(film?.poster)),
      .init(name: "ratings", value: .array(ratings)),
      .init(name: "metascore", value: .optional(film?.metascore)),
    ]
  }

  private var mine: [JSONValue.Member] {
    let entry = item.entry
    let viewings = (entry?.viewings ?? []).map(Self.object)
    return [
      .init(name: "audience", value: .optional(entry?.audience?.rawValue)),
      .init(name: "recommendedBy", value: .optional(entry?.recommendedBy)),
      .init(name: "notes", value: .optional(entry?.notes)),
      .init(name: "tags", value: .list(entry?.tags ?? [])),
      .init(name: "viewings", value: .array(viewings)),
    ]
  }

  private static func object(of rating: Film.PublishedRating) -> JSONValue {
    .object([
      .init(name: "source", value: .text(rating.source)),
      .init(name: "value", value: .text(rating.value)),
    ])
  }

  private static func object(of viewing: Viewing) -> JSONValue {
    .object([
      .init(name: "date", value: .optional(viewing.date?.text)),
      .init(name: "rating", value: .optional(viewing.rating)),
      .init(name: "note", value: .optional(viewing.note)),
      .init(name: "tags", value: .list(viewing.tags)),
    ])
  }

  // MARK: - For people

  var card: Card {
    Card(
      title: title, subtitle: subtitle, badges: badges.filter { !$0.value.isEmpty },
      paragraphs: [plot].compactMap { $0 },
      fields: (myFields + factFields).filter { !$0.value.isEmpty })
  }

  private var title: String {
    item.years.map { "\(item.name) (\($0))" } ?? item.name
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      film?.type?.label, film?.rated, film?.runtimeMinutes.map { "\($0) min" },
      film?.genres.joined(separator: ", "),
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  /// The ratings of all sources side by side, the user's first.
  private var badges: [Card.Field] {
    [
      .init("Mine", item.entry?.rating.map { "\($0.text)/10" } ?? "", .cyan),
      .init("IMDb", imdbRating, .yellow),
      .init("Rotten Tomatoes", tomatoes?.text ?? "", tomatoes?.emphasis ?? .plain),
      .init("Metacritic", metacritic, .blue),
    ] + otherRatings
  }

  private var factFields: [Card.Field] {
    let film = item.film
    let places = [film?.languages, film?.countries].compactMap { $0?.joined(separator: ", ") }
    return [
      .init("Original title", film?.originalTitle ?? ""),
      .init("Directed by", film?.directors.joined(separator: ", ") ?? ""),
      .init("Written by", film?.writers.joined(separator: ", ") ?? ""),
      .init("With", film?.actors.joined(separator: ", ") ?? ""),
      .init("Released", film?.released?.text ?? ""),
      .init("Origin", places.filter { !$0.isEmpty }.joined(separator: " • ")),
      .init("Awards", film?.awards ?? ""),
      .init("Poster", film?.poster ?? "", .dim, isWhole: true),
      .init("Id", ([item.id] + detail.aliases).map(\.rawValue).joined(separator: ", "), .dim),
      .init("Facts from", provenance, detail.isStale ? .yellow : .dim),
    ]
  }

  private var myFields: [Card.Field] {
    guard let entry = item.entry else { return [] }
    return [
      .init("Status", status(of: entry), entry.isWatched ? .green : .cyan),
      .init("Viewings", entry.viewings.count > 1 ? "\(entry.viewings.count)" : ""),
      .init("For", entry.audience?.label ?? ""),
      .init("Recommended by", entry.recommendedBy ?? ""),
      .init("Tags", entry.tags.joined(separator: ", ")),
      .init("Note", entry.notes ?? ""),
    ]
  }

  /// Filmz2, computed status text.
  private func status(of entry: CollectionEntry) -> String {
    guard entry.isWatched else { return "Not watched" }
    return entry.dateWatched.map { "Watched on \($0.text)" } ?? "Watched"
  }

  private var imdbRating: String {
    guard let rating = item.film?.imdbRating else { return "" }
    let votes = item.film?.imdbVotes.map { " (\($0.grouped) votes)" }
    return "\(rating.decimalText)/10\(votes ?? "")"
  }

  /// From 60 % on a film is fresh (Filmz2, tomato colour).
  private var tomatoes: (text: String, emphasis: Emphasis)? {
    guard let value = item.film?.ratings.first(where: { $0.source == "Rotten Tomatoes" })?.value
    else { return nil }
    let percent = Int(value.prefix { $0.isNumber }) ?? 0
    return percent >= 60 ? ("\(value) fresh", .green) : ("\(value) rotten", .dim)
  }

  private var metacritic: String {
    item.film?.metascore.map { "\($0)/100" }
      ?? item.film?.ratings.first { $0.source == "Metacritic" }?.value ?? ""
  }

  /// Ratings of sources that have no badge of their own.
  private var otherRatings: [Card.Field] {
    let known = ["Internet Movie Database", "Rotten Tomatoes", "Metacritic"]
    return (item.film?.ratings ?? []).filter { !known.contains($0.source) }
      .map { .init($0.source, $0.value) }
  }

  private var provenance: String {
    switch item.film?.origin {
    case .catalog: "the catalog" + (item.film?.ratingsAsOf.map { ", as of \($0)" } ?? "")
    case .starter: "the starter catalog" + ratingsAsOf
    case let origin?: (detail.serviceName ?? origin.rawValue) + fetched + newerRatings
    case nil: ""
    }
  }

  private var fetched: String {
    guard let age = detail.age else { return ", a search's results only" }
    return ", fetched \(age)" + (detail.isStale ? "; stale, `show --refresh` fetches anew" : "")
  }

  /// What is said where the votes were counted later than the other facts were fetched.
  private var newerRatings: String {
    item.film?.ratingsAsOf.map { "; IMDb's rating from the catalog, as of \($0)" } ?? ""
  }

  private var ratingsAsOf: String { item.film?.ratingsAsOf.map { ", ratings as of \($0)" } ?? "" }

  /// The plot, whole or cut between words.
  private var plot: String? {
    guard let plot = item.film?.plot else { return nil }
    guard !isFull, plot.count > Self.plotLength else { return plot }
    let cut = plot.prefix(Self.plotLength)
    let words = cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut
    return words + "… (show --full)"
  }
}
