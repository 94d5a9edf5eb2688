import FilmzCommands
import FilmzShell
import FilmzTerminal

/// The questions of commands, which are asked with a line editor or, for a secret, on standard input.
struct Questions: Sendable {
  let editor: LineEditor?
  let streams: StandardStreams

  /// A closure that reads an answer; `nil` without an editor.
  var ask: (@Sendable (String) async -> String?)? {
    guard let editor else { return nil }
    return { question in
      guard case .line(let answer) = await editor.readLine(prompt: question) else { return nil }
      return answer
    }
  }

  /// A closure that reads a secret: without echo or, if there is no editor, as a line of standard
  /// input.
  var askSecret: @Sendable (String) async -> String? {
    guard let editor else {
      return { [input = streams.input] _ in
        var reader = LineReader(descriptor: input)
        return try? await reader.next()
      }
    }
    return { question in await editor.readSecret(prompt: question) }
  }

  /// The input of single keys.
  ///
  /// It is `nil` if there is no editor, or if standard error is not a terminal: screens are drawn on
  /// standard error.
  var keys: KeyInput? {
    guard let editor, isTerminal(streams.error) else { return nil }
    return KeyInput(
      begin: { await editor.beginKeyInput() }, read: { await editor.readKey() },
      readLine: { await Self.readLine(editor, prompt: $0) },
      readName: { await Self.readLine(editor, prompt: $0, completing: $1) },
      end: { await editor.endKeyInput() })
  }

  /// Ends the input of single keys, reads a line, and, if the user entered one, begins the input of
  /// single keys again.
  ///
  /// Begins it again after Ctrl-C, too, which may only cancel the question. Tab completes the names.
  private static func readLine(
    _ editor: LineEditor, prompt: String, completing names: [String]? = nil
  ) async -> TypedLine {
    await editor.endKeyInput()
    let completer = names.map { names in
      LineCompleter { line, cursor in Completion(of: line[..<cursor], with: names) }
    }
    switch await editor.readLine(prompt: prompt, completer: completer) {
    case .line(let text): return await editor.beginKeyInput() ? .text(text) : .noLine(.terminated)
    case .interrupted:
      return .noLine(await editor.beginKeyInput() ? .interrupted : .terminated)
    case .endOfInput: return .noLine(.endOfInput)
    case .terminated: return .noLine(.terminated)
    }
  }
}
