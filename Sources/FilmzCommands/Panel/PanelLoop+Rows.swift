import FilmzTerminal

/// The requests for rows that are being answered.
struct PanelRequests {
  /// The number of the last request for rows, and of the last one for rows that take longer.
  private(set) var (rows, later) = (0, 0)
  /// The number of rows that were requested last.
  private(set) var count = 0
  /// `true` if the rows of the present query have not been requested.
  private(set) var isMissing = true
  /// The rows that were found later, and that the user has not seen.
  var laterRows: PanelRows?
  private var finding: Task<Void, Never>?
  private var findingLater: Task<Void, Never>?

  /// Cancels all requests, because the query has changed.
  mutating func cancel() {
    finding?.cancel()
    findingLater?.cancel()
    (rows, later) = (rows + 1, later + 1)
    laterRows = nil
    isMissing = true
  }

  /// Begins a request for rows, and cancels the previous one.
  mutating func findRows(count: Int, _ find: (_ request: Int) -> Task<Void, Never>) {
    finding?.cancel()
    rows += 1
    (self.count, isMissing) = (count, false)
    finding = find(rows)
  }

  /// Begins a request for rows that take longer.
  mutating func findLaterRows(_ find: (_ request: Int) -> Task<Void, Never>) { findingLater = find(later) }

  /// Ignores further events of the request for rows that take longer, because these rows were found.
  mutating func endLaterRows() { later += 1 }

  /// Ignores the rows that are being found, because those that take longer have replaced them.
  mutating func ignoreRows() {
    finding?.cancel()
    rows += 1
  }
}

extension PanelLoop {
  /// The time between the last key and the request for rows that take longer.
  ///
  /// Source: Filmz2.
  private static let timeUntilLaterRows = Duration.milliseconds(500)
  /// The time between the beginning of that request and its notice in the status line.
  private static let timeUntilNotice = Duration.milliseconds(100)

  /// Finds the rows of a new query, and after a pause those that take longer.
  mutating func findRowsOfNewQuery() {
    findRows(count: pageSize)
    guard let find = screen.source.laterRows else { return }
    let query = panel.input.text
    requests.findLaterRows { [events] request in
      Task {
        guard (try? await Task.sleep(for: Self.timeUntilLaterRows)) != nil else { return }
        let notice = Task {
          if (try? await Task.sleep(for: Self.timeUntilNotice)) != nil { events.yield(.asksLater(request: request)) }
        }
        let result = await Self.result { try await find(query) }
        notice.cancel()
        events.yield(.laterRows(request: request, result))
      }
    }
  }

  /// Finds rows of the present query, or finds the same rows again.
  mutating func findRows(count: Int, reloading reload: (@Sendable () async throws -> PanelRows)? = nil) {
    let query = panel.input.text
    let find = screen.source.rows
    requests.findRows(count: count) { [events] request in
      Task {
        let result = await Self.result { if let reload { try await reload() } else { try await find(query, count) } }
        events.yield(.rows(request: request, result))
      }
    }
  }

  private static func result<Value>(of body: () async throws -> Value) async -> Result<Value, any Error> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  mutating func setRows(_ result: Result<PanelRows, any Error>) {
    switch result {
    case .success(let rows): panel.setRows(rows)
    case .failure(let error): panel.setFailure(text(of: error))
    }
  }

  /// Shows rows that were found later; if a key has moved the selection, marked a row or run an action, or if the
  /// selected row is not among them, Alt-O shows them.
  mutating func setLaterRows(_ result: Result<PanelRows?, any Error>) {
    requests.endLaterRows()
    panel.laterStatus = ""
    switch result {
    case .success(nil): break
    case .success(let rows?) where rows.ids.isEmpty:
      panel.laterStatus = rows.status.isEmpty ? "\(screen.source.laterName): 0" : rows.status
    case .success(let rows?):
      requests.laterRows = rows
      panel.laterStatus = "\(screen.source.laterName): \(rows.ids.count) · Alt-O"
      if panel.mayBeReplaced(by: rows) { showLaterRows() }
    case .failure(let error): panel.message = Panel.Message(text(of: error), .red)
    }
  }

  mutating func showLaterRows() {
    guard let rows = requests.laterRows else { return }
    requests.laterRows = nil
    requests.ignoreRows()
    panel.laterStatus = ""
    panel.setRows(rows)
  }
}
