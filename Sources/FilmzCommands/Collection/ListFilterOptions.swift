import FilmzDomain
import FilmzViewModels

/// The options that filter and sort the films in the collection.
struct ListFilterOptions: ArgumentGroup {
  static let arguments: [Argument<Self>] =
    Argument.group(\.filters, FilterOptions.arguments(in: .collection)) + [
      .option(
        "--sort", \.sort, as: "keys", kind: .choiceList(FilmOrder.choices(in: .collection)),
        allowsLeadingDash: true,
        "One or more of \(FilmOrder.names(in: .collection).joinedWithOr), such as -rating,year;"
          + " a leading - reverses the order.")
    ]

  var filters = FilterOptions()
  var sort: Word?

  /// `true` if no filter and no sort key was given.
  var isEmpty: Bool { filters.typed.isEmpty && sort == nil }
}

extension Session {
  /// Returns the collection query for options and words; the words may contain filters and smart collections.
  ///
  /// - Throws: The errors of ``filter(_:_:verb:)``; ``DomainError`` if the sort order is invalid.
  func query(_ options: ListFilterOptions, _ words: [Word] = [], verb: String) async throws -> CollectionQuery {
    try query(try await filter(options, words, verb: verb), sortedBy: options.sort)
  }

  /// Returns the query for a filter and typed sort keys; without these, the order is the default one.
  func query(_ filter: FilmFilter, sortedBy sort: Word?) throws -> CollectionQuery {
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .collection) }
    return CollectionQuery(
      filter, order: order ?? (filter.isSkipped ? FilmFilter() : filter).defaultOrder, now: context.now)
  }

  /// Returns the filter for options and words.
  ///
  /// If `takesFilterWords` is `true`, words such as `horror` and `1980s` are filters, not text. Otherwise, only `unseen`
  /// is one, if it is the whole text and no known title.
  ///
  /// - Throws: ``CommandError`` if `--watched` is combined with `--unwatched`, `--unseen` or `--wanted`, and
  ///   ``DomainError`` if a filter is invalid or contradicts others, a genre or smart collection is unknown, or
  ///   a filter for skipped films has conditions on data that they do not have.
  func filter(
    _ options: ListFilterOptions, _ words: [Word], verb: String, takesFilterWords: Bool = false
  ) async throws -> FilmFilter {
    if options.filters.contains(mark: "watched"),
      let other = ["unwatched", "unseen", "wanted"].first(where: options.filters.contains(mark:))
    {
      throw CommandError.wrongUsage("--watched and --\(other) cannot be used together", verb: verb)
    }
    var filterText = try await filterText(words, in: .collection)
    var takesFilterWords = takesFilterWords
    if filterText.text.lowercased() == FilterField.unseenMark, !words.contains(where: \.isQuoted) {
      takesFilterWords = await !viewModels.search.knowsTitle(filterText.text)
    }
    if takesFilterWords { try filterText.takeFilterWords(in: .collection) }
    var filter = filterText.filter
    for name in filterText.collections {
      let other = try await viewModels.smartCollections.filter(of: name)
      try filter.narrow(by: other, shown: name.text)
    }
    try filter.narrow(by: options.filters.typed, in: .collection, on: typedScale)
    if let text = filterText.text.nonBlank { try filter.narrow("grep", to: text, in: .collection, shown: text) }
    try await viewModels.filterCheck.requireKnownGenres(filter)
    try filter.requireDataOfSkippedFilms()
    return filter
  }
}
