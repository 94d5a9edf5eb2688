import FilmzCommands
import FilmzDomain

/// Any text is cut into commands of words, or refused; words written again are the same words, and
/// Tab anywhere in the text finds its way.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let place = input.byte()
  let line = input.text
  complete(line, at: place)
  guard let commands = try? LineParser.commands(in: line) else { return 0 }
  for command in commands {
    require(!command.words.isEmpty || command.redirection != nil, "an empty command")
    guard command.redirection == nil else { continue }
    let typed = command.words.map(\.typed).joined(separator: " ")
    // At the start of a line these mean something else than within it.
    guard !["!", "#"].contains(typed.unicodeScalars.first) else { continue }
    guard let again = try? LineParser.commands(in: typed) else { fatalError("refused: \(typed)") }
    require(again.count == 1, "more than one command: \(typed)")
    require(again[0].words.map(\.text) == command.words.map(\.text), "other words: \(typed)")
  }
  return 0
}

/// What Tab puts in stands where the text it takes away stood, and a single word stays one.
private func complete(_ line: String, at place: Int) {
  let cursor = line.index(line.startIndex, offsetBy: place, limitedBy: line.endIndex)
  let before = String(line[..<(cursor ?? line.endIndex)])
  let completion = Completer.completion(
    of: line, cursor: cursor ?? line.endIndex, aliases: ["w": "ls --unwatched"], state: state)
  require(completion.removed <= before.unicodeScalars.count, "more than there is: \(line)")
  guard let replacement = completion.replacement else { return }
  if !hasControls(before) { require(!hasControls(replacement), "a control: \(replacement)") }
  guard completion.candidates.count == 1, replacement.last == " " else { return }
  let kept = String(before.unicodeScalars.dropLast(completion.removed))
  guard (try? LineParser.commands(in: kept)) != nil else { return }
  require(
    (try? LineParser.commands(in: kept + replacement)) != nil, "unread: \(kept + replacement)")
}

private func hasControls(_ text: String) -> Bool {
  text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
}

private let state: CompletionState = {
  var state = CompletionState()
  let titles = [
    "The Godfather", "Ocean's Eleven", "1917", "-30-", "Say \"Hi\"", "a;b", "七人の侍", "\u{1B}[2J",
    ">",
    "#x", "\\", "Dune", "Dune",
  ]
  state.collection = titles.enumerated().map {
    TitledFilm(id: FilmID(canonical: "tt\($0)"), title: $1, year: 1900 + $0)
  }
  state.numbered = (1...12).map {
    TitledFilm(id: FilmID(canonical: "tt\($0)"), title: "Film \($0)", year: nil, number: $0)
  }
  state.tags = ["a b", "c"]
  state.people = ["Uncle Bob"]
  state.files = ["a file", "b/"]
  return state
}()
