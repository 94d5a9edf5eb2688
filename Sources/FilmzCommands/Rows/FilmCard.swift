import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The card with all details of a film, for `show`.
struct FilmCard {
  let detail: FilmDetail
  /// `true` to show a long plot completely, and to include the shops that sell the film.
  let isFull: Bool
  /// The scale of the user's rating.
  var scale = RatingScale.points

  /// The number of characters above which a plot is shortened.
  ///
  /// Source: Filmz2.
  private static let maximumPlotLength = 300

  private var item: FilmItem { detail.item }

  var content: Output.Content { .card(members, card) }

  // MARK: - For machines

  private var members: [JSONValue.Member] {
    Rows.filmFields.members(of: item) + factMembers + entryMembers + [
      .init("source", .optional(item.film?.origin.rawValue)),
      .init("fetchedAt", .optional(item.film?.fetchedAt)),
      .init("stale", .bool(detail.isStale)),
      .init("watch", .array(item.film?.watch.map(Self.object) ?? [])),
      .init("aliases", .list(detail.aliases.map(\.rawValue))),
      .init("lists", .list(detail.lists)),
      .init("own", .list(item.film?.ownFields.map(\.rawValue) ?? [])),
      .init("comments", .array(commentObjects)),
      .init("fullPlot", .optional(fullPlot)),
    ]
  }

  private var factMembers: [JSONValue.Member] {
    let film = item.film
    let ratings = (film?.ratings ?? []).map(Self.object)
    return [
      .init("rated", .optional(film?.rated)),
      .init("released", .optional(film?.released?.text)),
      .init("directors", .list(film?.directors ?? [])),
      .init("writers", .list(film?.writers ?? [])),
      .init("actors", .list(film?.actors ?? [])),
      .init("plot", .optional(film?.plot)),
      .init("languages", .list(film?.languages ?? [])),
      .init("countries", .list(film?.countries ?? [])),
      .init("awards", .optional(film?.awards)),
      .init("poster", .optional(film?.poster)),
      .init("ratings", .array(ratings)),
      .init("metascore", .optional(film?.metascore)),
    ]
  }

  private var entryMembers: [JSONValue.Member] {
    let entry = item.entry
    let viewings = (entry?.viewings ?? []).map(Self.object)
    return [
      .init("audience", .optional(entry?.audience?.rawValue)),
      .init("recommendedBy", .optional(entry?.recommendedBy)),
      .init("notes", .optional(entry?.notes)),
      .init("tags", .list(entry?.tags ?? [])),
      .init("viewings", .array(viewings)),
    ]
  }

  private var commentObjects: [JSONValue] {
    detail.newestComments.map { comment in .object(Rows.members(of: ListedComment(comment: comment, film: item))) }
  }

  private static func object(of rating: Film.PublishedRating) -> JSONValue {
    .object([.init("source", .text(rating.source)), .init("value", .text(rating.value))])
  }

  private static func object(of offer: WatchOffer) -> JSONValue {
    .object([.init("name", .text(offer.name)), .init("kind", .text(offer.kind.rawValue))])
  }

  private static func object(of viewing: Viewing) -> JSONValue {
    .object([
      .init("date", .optional(viewing.date?.text)),
      .init("rating", .optional(viewing.rating)),
      .init("note", .optional(viewing.note)),
      .init("tags", .list(viewing.tags)),
    ])
  }

  // MARK: - For people

  var card: Card {
    Card(
      title: title, subtitle: subtitle, badges: badges.filter { !$0.value.isEmpty },
      paragraphs: [plot, isFull ? fullPlot : nil].compactMap { $0 },
      fields: (entryFields + [commentField] + factFields).filter { !$0.value.isEmpty })
  }

  private var title: String { marked(item.years.map { "\(item.name) (\($0))" } ?? item.name, .title, .year, .endYear) }

  /// Returns a text, followed by ` ·mine` if the user's own record has one of the fields.
  ///
  /// The text is `none` if the record states that there is no such fact. Source: contract, Own records.
  private func marked(_ text: String?, _ fields: RecordField...) -> String {
    let text = text ?? ""
    guard let own = item.film?.ownFields, fields.contains(where: own.contains) else { return text }
    return (text.isEmpty ? "none" : text) + " ·mine"
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      marked(item.type?.label, .type), marked(film?.rated, .rated),
      marked(film?.runtimeMinutes.map { "\($0) min" }, .runtimeMinutes), item.unknownYearText ?? "",
      marked(film?.genres.joined(separator: ", "), .genres),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  /// The user's rating and the published ratings; the value is empty for a rating that is not known.
  private var badges: [Card.Field] {
    [
      .init("Mine", item.entry?.rating.map(scale.fraction) ?? "", .cyan),
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
    guard let entry = item.entry else { return item.skip.map(Self.skipFields) ?? [] }
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
    return .init("Comments", ([String(item.commentCount)] + comments).joined(separator: "\n"))
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
    guard let value = item.film?.ratings.first(where: { $0.source == "Rotten Tomatoes" })?.value else { return nil }
    let percent = Int(value.prefix { $0.isNumber }) ?? 0
    return percent >= 60 ? ("\(value) fresh", .green) : ("\(value) rotten", .dim)
  }

  /// Metacritic's score, such as `84/100`; empty if it is not known.
  private var metacritic: String {
    item.film?.metascore.map { "\($0)/100" } ?? item.film?.ratings.first { $0.source == "Metacritic" }?.value ?? ""
  }

  /// The published ratings other than those of IMDb, Rotten Tomatoes, and Metacritic.
  private var otherRatings: [Card.Field] {
    let sourcesWithBadge = ["Internet Movie Database", "Rotten Tomatoes", "Metacritic"]
    return (item.film?.ratings ?? []).filter { !sourcesWithBadge.contains($0.source) }
      .map { .init($0.source, $0.value) }
  }

  /// The source of the facts, and how old the facts or ratings are; empty if there are no facts of a film with an id.
  private var provenance: String {
    if item.id.isNamed { return "known by title and year only; `identify` finds the film" }
    return switch item.film?.origin {
    case .own: "your own record"
    case .mflix: "an imported record of MFlix"
    case .imported: "an imported file"
    case .catalog: "the catalog" + (item.film?.ratingsAsOf.map { ", as of \($0)" } ?? "")
    case .starter: "the starter catalog" + ratingsDateText
    case let origin?:
      (detail.serviceNames.isEmpty ? origin.rawValue : detail.serviceNames.joinedWithAnd) + ageText + catalogRatingText
    case nil: ""
    }
  }

  /// The age of facts from a service; if they are stale, followed by how to fetch them again.
  ///
  /// If there is no age, the text says that the facts come only from search results.
  private var ageText: String {
    guard let age = detail.age else { return ", from search results only" }
    return ", fetched \(age)" + (detail.isStale ? "; stale; `show --refresh` fetches them again" : "")
  }

  /// A note if IMDb's rating comes from the catalog although the other facts come from a service;
  /// otherwise an empty string.
  private var catalogRatingText: String {
    item.film?.ratingsAsOf.map { "; IMDb's rating from the catalog, as of \($0)" } ?? ""
  }

  private var ratingsDateText: String { item.film?.ratingsAsOf.map { ", ratings as of \($0)" } ?? "" }

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

  /// The longer plot; `nil` if it is the same as the plot, or if the plot is the user's own.
  private var fullPlot: String? {
    guard let film = item.film, film.fullPlot != film.plot, !film.ownFields.contains(.plot) else { return nil }
    return film.fullPlot
  }
}

extension [WatchOffer] {
  /// The offers for people, such as `Netflix, Max; rent: Apple TV`.
  ///
  /// Shops are left out if the film is offered in another way, unless `isFull` is `true`.
  func text(isFull: Bool) -> String {
    let kinds = WatchOffer.Kind.allCases.filter { kind in
      contains { $0.kind == kind } && (kind != .buy || isFull || allSatisfy { $0.kind == .buy })
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
