import FilmzDomain
import FilmzViewModels

/// The `rate` command, which sets or removes the user's rating of films.
struct RateCommand: ShellCommand {
  static let command = Command(
    of: RateCommand.self, "rate", "Rate films from 0 to 10.",
    usage: """
      rate [<target> ...] <rating>
      rate [@<collection>] [<filters of ls>]
      """,
    details: """
      The last word is the rating: 8, 8.5, 4.5/5, 85%, ★★★★½, 4*, 4 stars, or `none` to remove it. It can also \
      come before a title: rate 8 parasite. A film \
      that is not in the collection is added. A film, but not a series, that you rate for the first time without a \
      viewing gets one of unknown date, unless --no-viewing is given. After `config set rating.scale 5`, numbers in \
      a shell are stars.

      Without a rating, `rate` shows the films that you have watched but not rated, one at a time, in \
      a terminal; press ? for the keys. The filters of `ls` and smart collections narrow or sort these \
      films; --unwatched, @wanted and --rating select others. With a rating, a smart collection stands for \
      all its films.
      """,
    examples: ["rate 9", "rate the godfather 10", "rate --unwatched --genre Drama", "rate @genre:Horror year:1980s"])

  static let arguments: [Argument<Self>] =
    [
      .films(\.words, or: .choice(["none"]), acceptsFilters: true),
      .flag("--no-viewing", \.noViewing, "Do not add a viewing to a film without one."),
    ]
    + Argument.group(\.filters, section: "Options for a rating session")

  var words: [Word] = []
  var noViewing = false
  var filters = ListFilterOptions()

  func run(in session: Session) async throws -> Output {
    var words = words.withStarsJoined
    guard try await !hasFiltersOnly(words, in: session) else {
      return try await InteractiveRating(filters: filters, words: words, addsViewings: !noViewing).run(in: session)
    }
    guard filters.isEmpty else { throw Self.wrongUsage("a rating and filters cannot be used together") }
    let parser = TrailingValueParser(session: session, verb: "rate")
    words = try await parser.withRatingLast(words)
    try await parser.requireRatingOnly(words)
    let (films, rating) = try await parser.filmsAndValue(
      words, requirement: "a rating", placeholder: TrailingValueParser.ratingPlaceholder,
      example: session.typedScale.example, parse: session.typedScale.ratingOrNone)
    let outcome = try await session.viewModels.collection.rate(
      films, rating, addsViewings: !noViewing, in: session.context)
    return .changed(outcome) { item in
      let notice =
        rating.map { "Rated \(item.captionInSentence) \(session.ratingScale.message($0))" }
        ?? "Removed the rating of \(item.captionWithTypedTitle)"
      let oldRating = outcome.before[item.id]?.rating.map { " (was \(session.ratingScale.message($0)))" } ?? ""
      return notice + oldRating + outcome.additionNotice(item)
        + (outcome.hasMarkedSeen(item) ? "; seen, date unknown" : "")
    }
  }

  /// Returns whether all words are filters or smart collections, so that there is no rating.
  ///
  /// - Throws: ``DomainError`` for an invalid filter, unless the last word is a rating.
  private func hasFiltersOnly(_ words: [Word], in session: Session) async throws -> Bool {
    guard let last = words.last else { return true }
    do {
      let filterText = try await session.filterText(words, in: .collection)
      return filterText.text.isEmpty && !words.contains { $0.text.isEmpty }
    } catch {
      // `title:1917` is a target, not a filter.
      if case .unknownFilter("title", _, _) = error as? DomainError { return false }
      if (try? session.typedScale.ratingOrNone(last.text)) == nil { throw error }
      return false
    }
  }
}

extension RatingScale {
  /// A rating for examples of commands.
  var example: String { self == .points ? "9" : "4" }
}

extension [Word] {
  /// The words, with a rating of two words at the end or at the beginning, `4 stars` or `**** 1/2`, as one word.
  fileprivate var withStarsJoined: [Word] {
    if let rating = Self.starRating(suffix(2)) { return dropLast(2) + [rating] }
    guard count > 2, let rating = Self.starRating(prefix(2)) else { return self }
    return [rating] + dropFirst(2)
  }

  /// Returns two words as one if they are a number of stars; otherwise, `nil`.
  private static func starRating(_ words: ArraySlice<Word>) -> Word? {
    guard words.count == 2, let first = words.first, let last = words.last, !first.isQuoted, !last.isQuoted
    else { return nil }
    let isNumber = ["star", "stars"].contains(last.text.lowercased()) && first.text.first?.isWholeNumber == true
    let hasHalf = last.text == "1/2" && first.text.allSatisfy { $0 == "*" }
    return isNumber || hasHalf ? Word("\(first.text) \(last.text)") : nil
  }
}
