import FilmzCommands
import FilmzDomain
import FilmzServices
import FilmzShell
import FilmzStore
import FilmzTerminal
import FilmzViewModels
import Foundation

extension SessionFactory {
  /// Returns the access to the terminal, to programs and to files for the commands of a session.
  func host(_ mode: Session.Mode, _ editor: LineEditor?) -> TerminalHost {
    var host = TerminalHost(console: console)
    if let editor { host.ask = { [console] in await editor.answer(to: console.lastPromptLine($0)) } }
    // Screens are drawn on standard error.
    host.keys = isTerminal(streams.error) ? editor?.keyInput(console) : nil
    if mode != .shell, invocation.action != .standardInput, !isTerminal(streams.input) {
      host.inputPath = "/dev/fd/\(streams.input)"
    }
    host.askSecret = mode == .script ? nil : askSecret(with: editor)
    host.edit = mode == .script ? nil : edit
    host.page = mode == .shell ? page : nil
    host.runScript = runScript
    host.files = { [userPath] in userPath.completions(of: $0, foldersOnly: $1) }
    host.history = { [history] in try await history.lines() }
    if let editor, mode == .shell {
      host.addHistory = { [history] line in
        if await history.add(line) { editor.addHistory(line) }
      }
    }
    host.log = log
    host.mask = { [paths, environment] in Self.maskingSecrets(in: $0, paths, environment) }
    host.environmentChecks = { [environment, streams, console] in
      [.locale(environment), .terminal(streams.output, environment), .liveResults(on: console)]
    }
    return host
  }

  /// Returns a closure that reads a secret: without echo or, if there is no editor, as a line of
  /// standard input.
  private func askSecret(with editor: LineEditor?) -> @Sendable (String) async -> String? {
    guard let editor else {
      return { [input = streams.input] _ in
        var reader = LineReader(descriptor: input)
        return try? await reader.next()
      }
    }
    return { [console] in await editor.readSecret(prompt: console.lastPromptLine($0)) }
  }

  /// A closure that edits text in the user's text editor.
  ///
  /// It is `nil` unless standard input and standard output are terminals.
  private var edit: (@Sendable (String) async throws -> EditedText)? {
    guard isTerminal(streams.input), isTerminal(streams.output) else { return nil }
    let textEditor = TextEditor(environment: environment, folder: paths.stateFolder, runningCommand: runningCommand)
    return { try await textEditor.edit($0) }
  }

  /// A closure that shows text in the user's pager.
  ///
  /// It is `nil` unless standard output and standard error are terminals that can erase text.
  private var page: (@Sendable (String, Bool) async -> PagerOutcome)? {
    guard isTerminal(streams.output), console.canErase else { return nil }
    let pager = Pager(environment: environment, runningCommand: runningCommand)
    return { await pager.show($0, atEnd: $1) }
  }

  /// A closure that runs the script that a command names.
  private var runScript: @Sendable (String, Session) async throws -> CommandRunner.Outcome {
    { [userPath, stopsAtFirstFailure = invocation.stopsAtFirstFailure] name, session in
      try await ScriptRunner(session: session, stopsAtFirstFailure: stopsAtFirstFailure).run(
        file: userPath.expanded(name), typed: name)
    }
  }

  /// A closure that appends text to the log file, with secrets masked, and returns the file's path.
  ///
  /// The closure returns `nil` if the file cannot be written.
  private var log: @Sendable (String) -> String? {
    { [paths, environment] text in
      let maskedText = Self.maskingSecrets(in: text, paths, environment)
      return LogFile(url: paths.log).append(maskedText) ? paths.log.path(percentEncoded: false) : nil
    }
  }

  /// Returns the text with the values of secret settings, such as API keys, masked.
  private static func maskingSecrets(in text: String, _ paths: Paths, _ environment: [String: String]) -> String {
    let values = (try? SettingsFile(url: paths.configFile).load())?.values ?? [:]
    let settings = Settings(file: values, environment: environment)
    return settings.secrets.reduce(text) { SecretMask($1).masking($0) }
  }
}

extension LineEditor {
  /// Reads the answer to a question, or returns `nil` if no line was entered.
  fileprivate func answer(to question: String) async -> String? {
    guard case .line(let answer) = await readLine(prompt: question) else { return nil }
    return answer
  }

  fileprivate func keyInput(_ console: Console) -> KeyInput {
    KeyInput(
      begin: { await self.beginKeyInput() }, read: { await self.readKey() },
      hasPendingInput: { await self.hasPendingInput() },
      readLine: { await self.readLineBetweenKeys(prompt: console.lastPromptLine($0)) },
      readName: { prompt, names in
        await self.readLineBetweenKeys(prompt: console.lastPromptLine(prompt)) { line, cursor in
          Completion(of: line[..<cursor], with: names)
        }
      },
      setReadsCtrlC: { await self.setReadsCtrlC($0) }, suspend: { await self.suspendKeyInput() },
      end: { await self.endKeyInput() })
  }

  /// Ends the input of single keys, reads a line, and begins the input of single keys again.
  ///
  /// The input of keys is not begun again after the end of the input or a signal that ends the program. It is after
  /// Ctrl-C, which may only cancel the question.
  private func readLineBetweenKeys(prompt: String, completer: LineCompleter? = nil) async -> TypedLine {
    await endKeyInput()
    switch await readLine(prompt: prompt, completer: completer) {
    case .line(let text): return await beginKeyInput() ? .text(text) : .noLine(.terminated)
    case .interrupted: return .noLine(await beginKeyInput() ? .interrupted : .terminated)
    case .endOfInput: return .noLine(.endOfInput)
    case .terminated: return .noLine(.terminated)
    }
  }
}

// The checks of the locale and the terminal for `doctor`.
extension HealthCheck {
  fileprivate static func locale(_ environment: [String: String]) -> HealthCheck {
    let name = RenderTarget.locale(environment: environment)
    guard RenderTarget.isUTF8(environment: environment) else {
      return .warn(
        "locale", "\(name ?? "none is set"), not UTF-8; tables, cards and messages are in ASCII", remedy: .setLocale)
    }
    return .ok("locale", name ?? "")
  }

  fileprivate static func terminal(_ output: CInt, _ environment: [String: String]) -> HealthCheck {
    guard isTerminal(output) else { return .ok("terminal", "none; output is not truncated") }
    let type = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
    let size = [columns(of: output), rows(of: output)].map { $0.map(String.init) ?? "?" }.joined(separator: " × ")
    guard let type, type != "dumb" else {
      return .warn(
        "terminal", "\(type ?? "TERM is not set"), \(size): no color, no progress display", remedy: .setTerminalType)
    }
    let usesColor = Style.resolve(choice: .auto, environment: environment, isTerminal: true).usesColor
    return .ok("terminal", "\(type), \(size), \(usesColor ? "with" : "without") color")
  }
}

extension Settings {
  /// The values of secret settings: API keys and tokens.
  var secrets: [String] { SettingKey.allCases.filter(\.isSecret).compactMap { self[$0].value } }
}
