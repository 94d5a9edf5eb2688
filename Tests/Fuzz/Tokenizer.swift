import FilmzCommands
import FilmzDomain

/// Checks that any text is split into commands and words or rejected, that quoted words round-trip,
/// and that completion works anywhere in the text.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let offset = input.byte()
  let line = input.text
  complete(line, at: offset)
  guard let commands = try? LineParser.commands(in: line) else { return 0 }
  for command in commands {
    require(!command.words.isEmpty || command.redirection != nil, "an empty command")
    guard command.redirection == nil else { continue }
    let typed = command.words.map(\.quotedIfNeeded).joined(separator: " ")
    // At the start of a line, these characters have a special meaning.
    guard !["!", "#"].contains(typed.unicodeScalars.first) else { continue }
    guard let reparsed = try? LineParser.commands(in: typed) else {
      fatalError("rejected: \(typed)")
    }
    require(reparsed.count == 1, "more than one command: \(typed)")
    require(reparsed[0].words.map(\.text) == command.words.map(\.text), "other words: \(typed)")
  }
  return 0
}

/// Checks that a completion replaces only existing text, and that a single candidate can be parsed.
private func complete(_ line: String, at offset: Int) {
  let cursor = line.index(line.startIndex, offsetBy: offset, limitedBy: line.endIndex)
  let textBeforeCursor = String(line[..<(cursor ?? line.endIndex)])
  let completion = Completer.completion(
    of: line, cursor: cursor ?? line.endIndex, aliases: ["w": "ls --unwatched"], state: state)
  require(
    completion.removedScalarCount <= textBeforeCursor.unicodeScalars.count,
    "removes too much: \(line)")
  guard let replacement = completion.replacement else { return }
  if !hasControlCharacters(textBeforeCursor) {
    require(!hasControlCharacters(replacement), "a control character: \(replacement)")
  }
  guard completion.candidates.count == 1, replacement.last == " " else { return }
  let remainingText = String(
    textBeforeCursor.unicodeScalars.dropLast(completion.removedScalarCount))
  guard (try? LineParser.commands(in: remainingText)) != nil else { return }
  require(
    (try? LineParser.commands(in: remainingText + replacement)) != nil,
    "cannot be parsed: \(remainingText + replacement)")
}

private func hasControlCharacters(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
}

private let state: CompletionState = {
  var state = CompletionState()
  let titles = [
    "The Godfather", "Ocean's Eleven", "1917", "-30-", "Say \"Hi\"", "a;b", "七人の侍", "\u{1B}[2J",
    ">",
    "#x", "\\", "Dune", "Dune",
  ]
  state.collectionFilms = titles.enumerated().map {
    TitledFilm(id: FilmID(unchecked: "tt\($0)"), title: $1, year: 1900 + $0)
  }
  state.numberedFilms = (1...12).map {
    TitledFilm(id: FilmID(unchecked: "tt\($0)"), title: "Film \($0)", year: nil, number: $0)
  }
  state.tags = ["a b", "c"]
  state.people = ["Uncle Bob"]
  state.files = ["a file", "b/"]
  return state
}()
