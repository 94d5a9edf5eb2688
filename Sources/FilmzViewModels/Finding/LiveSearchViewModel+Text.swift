package import FilmzDomain
import FilmzServices
import FilmzStore

// The texts of live searches.
extension LiveSearchViewModel {
  /// Parses a text; filters with names that do not exist are unfinished, and so are those in `refused`.
  func parsed(
    _ text: String, _ request: LiveRequest, in scope: FilterScope, refusing refused: Set<FilterText> = []
  ) async throws -> UnfinishedFilterText {
    func parse(mayBeTitle: Bool, _ refused: Set<FilterText>) -> UnfinishedFilterText {
      UnfinishedFilterText(
        text, narrowing: request.filter, in: scope, on: request.scale, mayBeTitle: mayBeTitle, refusing: refused)
    }
    var parsed = parse(mayBeTitle: false, refused)
    var mayBeTitle = false
    if parsed.hasUnknownFilter {
      let title = parse(mayBeTitle: true, refused)
      mayBeTitle = await search.knowsTitle(title.typed.text)
      if mayBeTitle { parsed = title }
    }
    var unknown = refused
    for part in parsed.parts where try await !isKnown(part) { unknown.insert(part) }
    return unknown == refused ? parsed : parse(mayBeTitle: mayBeTitle, unknown)
  }

  /// Returns whether the genres, lists, and smart collections that a part of a text names exist.
  private func isKnown(_ part: FilterText) async throws -> Bool {
    do {
      try await filterCheck.requireKnownGenres(part.filter)
      for name in part.collections { _ = try await viewModels.smartCollections.filter(of: name) }
      for list in part.filter.lists { _ = try await viewModels.lists.list(named: list) }
      return true
    } catch is DomainError {
      return false
    } catch StoreError.noSuchList { return false }
  }

  /// Returns the parts of a text that name people who are not known.
  func partsWithUnknownPeople(_ parts: [FilterText]) async throws -> Set<FilterText> {
    var unknown: Set<FilterText> = []
    for part in parts where part.filter.filtersByPeople {
      do { try await filterCheck.requireKnownPeople(part.filter) } catch is DomainError { unknown.insert(part) }
    }
    return unknown
  }

  /// Parses a text for films of the collection, and returns the filter of it; smart collections that contradict the other
  /// filters are unfinished.
  func collectionFilter(
    _ text: String, _ request: LiveRequest
  ) async throws -> (parsed: UnfinishedFilterText, filter: FilmFilter) {
    var refused: Set<FilterText> = []
    while true {
      var parsed = try await parsed(text, request, in: .collection, refusing: refused)
      var filter = parsed.typed.filter
      if parsed.typed.text.lowercased() == FilterField.unseenMark, await !search.knowsTitle(parsed.typed.text) {
        try parsed.takeFilterWords(in: .collection)
        filter = parsed.typed.filter
      }
      let refusedCount = refused.count
      for part in parsed.parts {
        do {
          for name in part.collections {
            try filter.narrow(by: try await viewModels.smartCollections.filter(of: name), shown: name.text)
          }
        } catch is DomainError { refused.insert(part) }
      }
      guard refused.count == refusedCount else { continue }
      let grep = parsed.typed.text
      if grep.contains(where: { !$0.isWhitespace }) {
        try filter.narrow("grep", to: grep, in: .collection, shown: grep)
      }
      return (parsed, filter)
    }
  }
}

extension UnfinishedFilterText {
  /// Returns the query of a search for the text and the filters that are not unfinished.
  func query(_ request: LiveRequest) -> SearchQuery {
    var query = SearchQuery(
      text: typed.text, filter: typed.filter, isExact: request.isExact, order: request.order)
    if query.isShort, query.isSearchable, !query.isExact { query.findsBeginnings = true }
    return query
  }
}

extension LiveSearchViewModel {
  /// Returns the name of the service that a search in some sources asks first; `nil` if it asks none.
  package func serviceName(_ source: SourceChoice) async -> String? {
    guard case .source(let origin) = source else { return await services.sources.configuredServices().first?.name }
    return search.isService(origin) ? services.sources.source(origin)?.name : nil
  }
}

extension SourceChoice {
  /// Returns whether the choice is a service.
  func isService(_ search: FilmSearchViewModel) -> Bool {
    guard case .source(let origin) = self else { return false }
    return search.isService(origin)
  }
}
