import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The card with all details of a film, for `show`.
struct FilmCard {
  let detail: FilmDetail
  /// `true` if the whole plot is shown even if it is long, and all offers to watch the film.
  let isFull: Bool

  /// The number of characters above which a plot is shortened.
  ///
  /// Source: Filmz2.
  private static let maximumPlotLength = 300

  private var item: FilmItem { detail.item }

  var content: Output.Content { .card(members, card) }

  // MARK: - For machines

  private var members: [JSONValue.Member] {
    Rows.filmFields.members(of: item) + factMembers + entryMembers + [
      .init(name: "source", value: .optional(item.film?.origin.rawValue)),
      .init(name: "fetchedAt", value: .optional(item.film?.fetchedAt)),
      .init(name: "stale", value: .bool(detail.isStale)),
      .init(name: "watch", value: .array(item.film?.watch.map(Self.object) ?? [])),
      .init(name: "aliases", value: .list(detail.aliases.map(\.rawValue))),
      .init(name: "lists", value: .list(detail.lists)),
      .init(name: "own", value: .list(item.film?.ownFields.map(\.rawValue) ?? [])),
      .init(name: "comments", value: .array(commentObjects)),
      .init(name: "fullPlot", value: .optional(fullPlot)),
    ]
  }

  private var factMembers: [JSONValue.Member] {
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

  private var entryMembers: [JSONValue.Member] {
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

  private var commentObjects: [JSONValue] {
    detail.newestComments.map { comment in
      .object(Rows.members(of: ListedComment(comment: comment, film: item)))
    }
  }

  private static func object(of rating: Film.PublishedRating) -> JSONValue {
    .object([
      .init(name: "source", value: .text(rating.source)),
      .init(name: "value", value: .text(rating.value)),
    ])
  }

  private static func object(of offer: WatchOffer) -> JSONValue {
    .object([
      .init(name: "name", value: .text(offer.name)),
      .init(name: "kind", value: .text(offer.kind.rawValue)),
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
      paragraphs: [plot, isFull ? fullPlot : nil].compactMap { $0 },
      fields: (entryFields + [commentField] + factFields).filter { !$0.value.isEmpty })
  }

  private var title: String {
    marked(item.years.map { "\(item.name) (\($0))" } ?? item.name, .title, .year, .endYear)
  }

  /// Returns a text with a mark if the user's own record has one of the fields.
  ///
  /// If the record states that there is no such fact, so does the text. Source: contract, Own records.
  private func marked(_ text: String?, _ fields: RecordField...) -> String {
    let text = text ?? ""
    guard let own = item.film?.ownFields, fields.contains(where: own.contains) else { return text }
    return (text.isEmpty ? "none" : text) + " ·mine"
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      marked(item.type?.label, .type), marked(film?.rated, .rated),
      marked(film?.runtimeMinutes.map { "\($0) min" }, .runtimeMinutes),
      item.unknownYearText ?? "",
      marked(film?.genres.joined(separator: ", "), .genres),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  /// The user's rating and the published ratings; the value is empty for a rating that is not known.
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
    let languagesAndCountries = [
      marked(film?.languages.joined(separator: ", "), .languages),
      marked(film?.countries.joined(separator: ", "), .countries),
    ]
    return [
      .init("Episode of", film?.episode?.text ?? ""),
      .init("Original title", marked(film?.originalTitle, .originalTitle)),
      .init("Directed by", marked(film?.directors.joined(separator: ", "), .directors)),
      .init(
        film?.type == .series && film?.origin == .tmdb ? "Created by" : "Written by",
        marked(film?.writers.joined(separator: ", "), .writers)),
      .init("With", marked(film?.actors.joined(separator: ", "), .actors)),
      .init("Released", marked(film?.released?.text, .released)),
      .init("Origin", languagesAndCountries.filter { !$0.isEmpty }.joined(separator: " • ")),
      .init("Awards", marked(film?.awards, .awards)),
      .init("Watch", film?.watch.text(isFull: isFull) ?? ""),
      .init("Poster", marked(film?.poster, .poster), .dim, isUnbreakable: true),
      .init("Id", ([item.id] + detail.aliases).map(\.rawValue).joined(separator: ", "), .dim),
      .init("Source", provenance, detail.isStale ? .yellow : .dim),
    ]
  }

  private var entryFields: [Card.Field] {
    guard let entry = item.entry else {
      return item.skip.map(Self.skipFields) ?? []
    }
    return [
      .init("Status", status(of: entry), entry.isWatched ? .green : .cyan),
      .init("Viewings", entry.viewings.count > 1 ? "\(entry.viewings.count)" : ""),
      .init("Found on", entry.platform ?? ""),
      .init("For", entry.audience?.label ?? ""),
      .init("Recommended by", entry.recommendedBy ?? ""),
      .init("Lists", detail.lists.joined(separator: ", ")),
      .init("Tags", entry.tags.joined(separator: ", ")),
      .init("Note", entry.notes ?? ""),
    ]
  }

  /// The number of comments and, each on a line of its own, the beginnings of the newest ones.
  private var commentField: Card.Field {
    guard item.commentCount > 0 else { return .init("Comments", "") }
    let comments = detail.newestComments.map { comment in
      "\(comment.name), \(comment.age(at: detail.shownAt)): \(comment.text.onOneLine(maximumLength: 60))"
    }
    return .init(
      "Comments", ([String(item.commentCount)] + comments).joined(separator: "\n"))
  }

  private static func skipFields(_ skip: SkippedFilm) -> [Card.Field] {
    let day = PartialDate(day: skip.skippedAt).text
    return [.init("Status", "Skipped on \(day)", .dim), .init("Found on", skip.platform ?? "")]
  }

  /// Returns `Watched` or `Not watched`, with the newest date if any date is known.
  private func status(of entry: CollectionEntry) -> String {
    guard entry.isWatched else { return "Not watched" }
    return entry.dateWatched.map { "Watched \($0.isDay ? "on" : "in") \($0.text)" } ?? "Watched"
  }

  private var imdbRating: String {
    guard let rating = item.film?.imdbRating else { return "" }
    let votes = item.film?.imdbVotes.map { " (\($0.grouped) votes)" }
    return "\(rating.decimalText)/10\(votes ?? "")"
  }

  /// The rating of Rotten Tomatoes, or `nil` if the film has none.
  ///
  /// A film is fresh if the rating is at least 60 %. Source: Filmz2.
  private var tomatoes: (text: String, emphasis: Emphasis)? {
    guard let value = item.film?.ratings.first(where: { $0.source == "Rotten Tomatoes" })?.value
    else { return nil }
    let percent = Int(value.prefix { $0.isNumber }) ?? 0
    return percent >= 60 ? ("\(value) fresh", .green) : ("\(value) rotten", .dim)
  }

  /// Metacritic's score, such as `84/100`; empty if it is not known.
  private var metacritic: String {
    item.film?.metascore.map { "\($0)/100" }
      ?? item.film?.ratings.first { $0.source == "Metacritic" }?.value ?? ""
  }

  /// The published ratings other than those of IMDb, Rotten Tomatoes, and Metacritic.
  private var otherRatings: [Card.Field] {
    let sourcesWithBadge = ["Internet Movie Database", "Rotten Tomatoes", "Metacritic"]
    return (item.film?.ratings ?? []).filter { !sourcesWithBadge.contains($0.source) }
      .map { .init($0.source, $0.value) }
  }

  /// The source of the facts, and how old the facts or ratings are; empty if there are no facts.
  private var provenance: String {
    switch item.film?.origin {
    case .own: "your own record"
    case .mflix: "an imported record of MFlix"
    case .catalog: "the catalog" + (item.film?.ratingsAsOf.map { ", as of \($0)" } ?? "")
    case .starter: "the starter catalog" + ratingsDateText
    case let origin?:
      (detail.serviceNames.isEmpty ? origin.rawValue : detail.serviceNames.joinedWithAnd) + ageText
        + catalogRatingText
    case nil: ""
    }
  }

  /// The age of facts from a service; if they are stale, followed by how to fetch them again.
  ///
  /// If there is no age, the text says that the facts come only from search results.
  private var ageText: String {
    guard let age = detail.age else { return ", from search results only" }
    return ", fetched \(age)"
      + (detail.isStale ? "; stale; `show --refresh` fetches them again" : "")
  }

  /// A note if IMDb's rating comes from the catalog although the other facts come from a service;
  /// otherwise an empty string.
  private var catalogRatingText: String {
    item.film?.ratingsAsOf.map { "; IMDb's rating from the catalog, as of \($0)" } ?? ""
  }

  private var ratingsDateText: String {
    item.film?.ratingsAsOf.map { ", ratings as of \($0)" } ?? ""
  }

  /// The plot; a long plot is cut, between words if possible, unless the whole plot is shown.
  private var plot: String? {
    let plot = marked(item.film?.plot, .plot)
    guard !plot.isEmpty else { return nil }
    if !isFull, fullPlot != nil { return plot + " (longer: show --full)" }
    guard !isFull, plot.count > Self.maximumPlotLength else { return plot }
    let prefix = plot.prefix(Self.maximumPlotLength)
    let shortened = prefix.lastIndex(of: " ").map { prefix[..<$0] } ?? prefix
    return shortened + "… (show --full)"
  }

  /// The longer plot, if it differs from the plot; `nil` if the plot is the user's own.
  private var fullPlot: String? {
    guard let film = item.film, film.fullPlot != film.plot, !film.ownFields.contains(.plot) else {
      return nil
    }
    return film.fullPlot
  }
}

extension [WatchOffer] {
  /// The offers for people, such as `Netflix, Max; rent: Apple TV`.
  ///
  /// Shops are left out if the film is offered in another way, unless `isFull` is `true`.
  func text(isFull: Bool) -> String {
    let kinds = WatchOffer.Kind.allCases.filter { kind in
      contains { $0.kind == kind }
        && (kind != .buy || isFull || allSatisfy { $0.kind == .buy })
    }
    return kinds.map { kind in
      let names = filter { $0.kind == kind }.map(\.name).joined(separator: ", ")
      return kind.label.map { "\($0): \(names)" } ?? names
    }.joined(separator: "; ")
  }
}

extension WatchOffer.Kind {
  /// The text before the names of services; `nil` for subscriptions.
  fileprivate var label: String? {
    switch self {
    case .stream: nil
    case .free: "free"
    case .ads: "with ads"
    case .rent: "rent"
    case .buy: "buy"
    }
  }
}
