import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// A panel that finds films while the user types, and the results that it showed when films were chosen.
struct LivePanel: Sendable {
  /// The films among which the panel searches.
  enum Scope: Sendable {
    /// Those of `search`.
    case search
    /// Those of the collection; without a text and a filter, the films looked at last if `showsRecent` is `true`.
    case collection(showsRecent: Bool)
    /// Some films, in their order.
    case films([FilmItem])
    /// Those of the collection, which the request limits to the films of a list; without a text, the list in its order.
    case list([FilmItem])
  }

  private let session: Session
  private let live: LiveSearchViewModel
  private let scope: Scope
  private let request: LiveRequest
  private let settings: Settings
  private let context: CommandContext
  private let latest = LatestResults()

  init(_ scope: Scope, _ request: LiveRequest? = nil, in session: Session) async {
    (self.scope, self.session) = (scope, session)
    var standardRequest = LiveRequest()
    standardRequest.scale = session.typedScale
    self.request = request ?? standardRequest
    live = session.viewModels.live
    settings = await session.settings.all()
    var context = session.context
    context.needsDirectors = Self.listWidth(on: session.host.console) >= Rows.wideTableWidth
    self.context = context
  }

  /// The width of the rows, to the left of the card.
  private static func listWidth(on console: Console) -> Int {
    let width = console.screenTarget(.never).width ?? 0
    return width - (Panel.previewSize(width: width, height: 0)?.width ?? 0)
  }

  /// The results that the panel showed when films were chosen; `nil` if none were chosen.
  var chosenResults: LiveResults? { latest.chosen }

  /// Returns the source of the panel's rows, with their preview and actions.
  ///
  /// `enter` is the sentence of the help about Enter.
  func source(prompt: String, enter: String) async -> PanelSource {
    var source = PanelSource(prompt: prompt, rows: { rows(try await results($0, count: $1)) })
    if case .search = scope, let name = await live.serviceName(request.source) {
      source.laterName = name
      source.laterRows = { query in
        guard !query.allSatisfy(\.isWhitespace) else { return nil }
        return try await live.filmsOfServices(query, request, in: context).map(rowsOfService)
      }
    }
    source.preview = { await preview($0, on: $1, height: $2) }
    let actions = LiveActions(session: session)
    source.actions = actions.bindings
    source.help = actions.help(enter: enter)
    return source
  }

  // MARK: - Rows

  private func results(_ query: String, count: Int) async throws -> LiveResults {
    let hasText = !query.allSatisfy(\.isWhitespace)
    let isEmpty = !hasText && request.filter.isEmpty
    switch scope {
    case .search where isEmpty: return try await live.recent(count: count)
    case .search: return try await live.films(query, request, count: count, in: context)
    case .collection(showsRecent: true) where isEmpty:
      let films = try await live.recent(count: count).items.filter { $0.entry != nil }
      return live.films("", among: films)
    case .list(let films) where !hasText: return live.films("", among: films)
    case .collection, .list: return try await live.collected(query, request, count: count, in: context)
    case .films(let films): return live.films(query, among: films)
    }
  }

  private func rows(_ results: LiveResults) -> PanelRows {
    latest.setFound(results)
    let table = LiveTable(results, settings, scale: session.typedScale)
    var rows = PanelRows(
      ids: results.items.map(\.id.rawValue), lines: table.lines, status: status(of: results),
      hasMore: results.hasMore, dimRanges: results.unfinished)
    rows.reload = { self.rows(try await live.refreshed(results, in: context)) }
    if results.isFromService {
      rows.more = {
        self.rows(try await live.more(of: results, count: results.items.count + 1, in: context))
      }
    }
    rows.didChoose = { latest.setChosen(results) }
    return rows
  }

  /// Returns the rows of a service; if it found no films, or failed and local sources answered instead, returns no
  /// rows, and the warnings as the status.
  private func rowsOfService(_ results: LiveResults) -> PanelRows {
    guard results.isFromService, !results.items.isEmpty else {
      var none = PanelRows.none
      none.status = warningText(of: results)
      return none
    }
    return rows(results)
  }

  /// Returns the status, such as `12 of 1,204 · starter catalog · 3 ms`.
  private func status(of results: LiveResults) -> String {
    let total = (results.isTotalEstimated ? "about " : "") + results.total.grouped
    let parts = [
      results.items.isEmpty ? "no films" : "\(results.items.count.grouped) of \(total)", results.source,
      "\(results.duration.microseconds / 1000) ms", results.hidden == 0 ? "" : hiddenText(results.hidden),
    ]
    return (parts.map(\.sanitizedForTerminal) + [warningText(of: results)]).filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  /// Returns the warnings of results on one line, in a few words if possible; empty if there are none.
  private func warningText(of results: LiveResults) -> String {
    results.warnings.map(\.statusText.onOneLine).joined(separator: " · ").sanitizedForTerminal
  }

  private func preview(_ id: String, on target: RenderTarget, height: Int) async -> [String] {
    var found = latest.film(id)
    if found == nil { found = try? await session.films([Word(id)], in: .local).first }
    guard let item = found, !item.isHidden else { return [] }
    let detail = await session.viewModels.filmDetail.detail(of: item)
    let card = FilmCard(detail: detail, isFull: false, scale: session.ratingScale).card
    let lines = card.rendered(on: target).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix(height).map(String.init)
  }
}

/// The results that a panel has found last, and those that it showed when films were chosen.
private final class LatestResults: Sendable {
  private let results = Mutex<(found: LiveResults?, chosen: LiveResults?)>((nil, nil))

  var chosen: LiveResults? { results.withLock(\.chosen) }

  func setFound(_ found: LiveResults) { results.withLock { $0.found = found } }

  func setChosen(_ chosen: LiveResults) { results.withLock { $0.chosen = chosen } }

  /// Returns a film of the results that were found last.
  func film(_ id: String) -> FilmItem? { results.withLock(\.found)?.items.first { $0.id.rawValue == id } }
}

/// The rows of live results as lines; each width is rendered once.
private final class LiveTable: Sendable {
  private let rows: Rows
  private let rendered = Mutex<(target: RenderTarget, lines: [String])?>(nil)

  init(_ results: LiveResults, _ settings: Settings, scale: RatingScale) {
    rows = Rows.films(results).showing(settings, on: scale)
  }

  /// Returns the lines of some rows; all rows have the same columns.
  func lines(_ range: Range<Int>, on target: RenderTarget) -> [String] {
    rendered.withLock { rendered in
      if let rendered, rendered.target == target { return Array(rendered.lines[range]) }
      let lines = Renderer.lines(of: rows, on: target)
      rendered = (target, lines)
      return Array(lines[range])
    }
  }
}

extension String {
  /// The text with a space in place of each run of whitespace.
  fileprivate var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
