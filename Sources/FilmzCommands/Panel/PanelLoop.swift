import FilmzTerminal

/// An event that a panel handles: a key, or the result of a request.
enum PanelEvent: Sendable {
  case key(KeyPress)
  /// The rows of a request; requests that are outdated are ignored.
  case rows(request: Int, Result<PanelRows, any Error>)
  /// The source of rows that take longer is being asked.
  case asksLater(request: Int)
  case laterRows(request: Int, Result<PanelRows?, any Error>)
  case preview(id: String, [String])
}

/// Handles the events of a panel one after the other, and draws a frame after each of them.
///
/// A key is read only after the one before has been handled, so that the keys after the last one remain in the terminal
/// for the next program. No frame is drawn while further keys are waiting.
struct PanelLoop {
  let screen: PanelScreen
  let events: AsyncStream<PanelEvent>.Continuation
  var panel: Panel
  /// The requests for rows; see ``PanelLoop/findRows(count:)``.
  var requests = PanelRequests()
  private var display = InlineScreen()
  /// The size of the terminal for which the last frame was drawn.
  private var drawnSize: PanelSize?
  /// The preview that was requested last.
  private var requestedPreview: PreviewRequest?
  private var previewing: Task<Void, Never>?
  /// The task that reads a key; `nil` if none is being read.
  private var reading: Task<Void, Never>?
  /// Keys that wait for the rows of the present query.
  private var waitingKeys: [KeyPress] = []
  /// `true` after a suspension by the panel, until the key `resumed` is handled; the panel was drawn again before that.
  private var wasSuspended = false
  /// Continues the action that has asked a question; `nil` if there is no question.
  private var answer: (@Sendable (String) async throws -> PanelActionResult)?

  init(screen: PanelScreen, events: AsyncStream<PanelEvent>.Continuation) {
    (self.screen, self.events) = (screen, events)
    panel = Panel(
      prompt: screen.source.prompt, query: screen.query, actionKeys: Set(screen.source.actions.keys),
      help: screen.source.help)
  }

  mutating func run(_ events: AsyncStream<PanelEvent>) async -> PanelEnding {
    findRowsOfNewQuery()
    draw()
    readKey()
    for await event in events {
      if let ending = await handle(event) { return ending }
    }
    // The task was cancelled, which ends the sequence of events.
    return .interrupted
  }

  /// Removes the panel from the screen, and ends all tasks.
  mutating func close() async {
    requests.cancel()
    previewing?.cancel()
    removeFromScreen()
    reading?.cancel()
    // Two tasks must not read keys at the same time.
    await reading?.value
  }

  private mutating func handle(_ event: PanelEvent) async -> PanelEnding? {
    switch event {
    case .key(let key):
      reading = nil
      return await handle(key)
    case .rows(requests.rows, let result): setRows(result)
    case .asksLater(requests.later): panel.laterStatus = "\(screen.source.laterName) …"
    case .laterRows(requests.later, let result): setLaterRows(result)
    case .preview(let id, let lines) where id == panel.selectedID: panel.preview = lines
    case .rows, .asksLater, .laterRows, .preview: return nil
    }
    if let ending = await handleWaitingKeys() { return ending }
    draw()
    readKey()
    return nil
  }

  // MARK: - Keys

  /// Reads the next key, unless one is being read, or Enter waits for rows: it may end the panel, and the keys after it
  /// are for the shell.
  private mutating func readKey() {
    guard reading == nil, !waitingKeys.contains(.enter) else { return }
    reading = Task { [input = screen.input, events] in events.yield(.key(await input.read())) }
  }

  private mutating func handle(_ key: KeyPress) async -> PanelEnding? {
    if panel.needsRows(key) || (!waitingKeys.isEmpty && key.isTyped) {
      waitingKeys.append(key)
    } else if let ending = await perform(key) {
      return ending
    }
    if await !screen.input.hasPendingInput() || !waitingKeys.isEmpty {
      if requests.isMissing { findRowsOfNewQuery() }
      draw()
    }
    readKey()
    return nil
  }

  /// Handles the keys that have waited for rows, up to the next one that needs the rows of a changed query.
  private mutating func handleWaitingKeys() async -> PanelEnding? {
    while let key = waitingKeys.first, !panel.needsRows(key) {
      waitingKeys.removeFirst()
      if let ending = await perform(key) { return ending }
    }
    if requests.isMissing { findRowsOfNewQuery() }
    return nil
  }

  private mutating func perform(_ key: KeyPress) async -> PanelEnding? {
    switch key {
    case .interrupted: return .interrupted
    case .terminated: return .terminated
    case .cancelled: return nil
    case .resized: drawnSize = nil
    case .control("l"): removeFromScreen()
    case .control("z"):
      removeFromScreen()
      wasSuspended = true
      return await screen.input.suspend() ? nil : .terminated
    case .resumed:
      if !wasSuspended { display.forget() } else { drawnSize = nil }
      wasSuspended = false
      return await screen.input.begin() ? nil : .terminated
    default: return await perform(panel.handle(key))
    }
    return nil
  }

  private mutating func perform(_ effect: PanelEffect) async -> PanelEnding? {
    switch effect {
    case .none, .redraw: break
    case .query:
      requests.cancel()
      panel.laterStatus = ""
    case .more: findRows(count: requests.count + pageSize, reloading: panel.rows.more)
    case .choose(let ids):
      panel.rows.didChoose?()
      return .chosen(ids, query: panel.input.text)
    case .act(let key, let ids): await act(key, ids)
    case .answer(let text): await continueAction(with: text)
    case .showLater: showLaterRows()
    case .leave: return .left
    }
    return nil
  }

  private mutating func act(_ key: KeyPress, _ ids: [String]) async {
    guard let action = screen.source.actions[key], !action.needsRow || !ids.isEmpty else { return }
    await act { try await action.perform(ids) }
  }

  /// Performs an action in a task of its own, so that Ctrl-C does not interrupt it.
  private mutating func act(_ perform: @escaping @Sendable () async throws -> PanelActionResult) async {
    let result = await Task { try await perform() }.result
    switch result {
    case .success(.ask(let question, let answer)):
      (panel.question, self.answer) = (question, answer)
      return await screen.input.setReadsCtrlC(true)
    case .success(.done(let text)): panel.message = text.isEmpty ? nil : Panel.Message(text)
    case .failure(let error): panel.message = Panel.Message(text(of: error), .red)
    }
    await screen.didAct()
    requestedPreview = nil
    if !requests.isMissing { findRows(count: requests.count, reloading: panel.rows.reload) }
  }

  /// Ends the question and, if there is an answer, continues the action.
  private mutating func continueAction(with text: String?) async {
    guard let answer else { return }
    (panel.question, self.answer) = (nil, nil)
    await screen.input.setReadsCtrlC(false)
    if let text { await act { try await answer(text) } }
  }

  func text(of error: any Error) -> String {
    MessagePrinter.userFacingError(for: error, log: screen.log).statusText
  }

  // MARK: - Drawing

  /// The number of rows that are found at a time: twice as many as are shown.
  var pageSize: Int { max(20, 2 * Panel.height(terminalRows: size.rows)) }

  private var size: PanelSize {
    PanelSize(columns: screen.console.screenTarget(screen.color).width ?? 80, rows: screen.console.rows() ?? 24)
  }

  private mutating func draw() {
    let size = size
    var text = drawnSize == size ? "" : display.erase(width: size.columns)
    drawnSize = size
    let height = Panel.height(terminalRows: size.rows)
    if panel.selectedID == nil { panel.preview = [] }
    let frame = panel.frame(width: size.columns, height: height, on: screen.console.screenTarget(screen.color))
    text += display.draw(frame)
    if !text.isEmpty { screen.console.writeMessage(text) }
    requestPreview(Panel.previewSize(width: size.columns, height: height))
  }

  private mutating func removeFromScreen() {
    let size = size
    let text = display.erase(width: drawnSize == size ? nil : size.columns)
    if !text.isEmpty { screen.console.writeMessage(text) }
  }

  /// Loads the preview of the selected row, unless it has been requested already; meanwhile, the previous one is shown.
  private mutating func requestPreview(_ size: (width: Int, height: Int)?) {
    guard let preview = screen.source.preview, let size, let id = panel.selectedID else { return }
    let request = PreviewRequest(id: id, width: size.width, height: size.height)
    guard request != requestedPreview else { return }
    requestedPreview = request
    previewing?.cancel()
    let target = screen.console.screenTarget(screen.color).with(width: size.width)
    previewing = Task { [events] in
      let lines = await preview(id, target, size.height)
      if !Task.isCancelled { events.yield(.preview(id: id, lines)) }
    }
  }
}

/// The size of a terminal.
private struct PanelSize: Equatable {
  var columns: Int
  var rows: Int
}

/// A preview, and the size in which it is shown.
private struct PreviewRequest: Equatable {
  var id: String
  var width: Int
  var height: Int
}

extension KeyPress {
  /// `true` for keys whose order among other keys matters; `false` for events, and for keys that leave or redraw.
  fileprivate var isTyped: Bool {
    switch self {
    case .escape, .control("g"), .control("z"), .control("l"), .interrupted, .closed, .terminated, .resumed, .resized,
      .cancelled:
      false
    default: true
    }
  }
}
