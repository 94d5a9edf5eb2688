import FilmzCommands

/// Any text is cut into commands of words, or refused; words written again are the same words.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let line = FuzzInput(start, count).text
  guard let commands = try? LineParser.commands(in: line) else { return 0 }
  for command in commands {
    require(!command.words.isEmpty || !command.redirection.isEmpty, "an empty command")
    guard command.redirection.isEmpty else { continue }
    let typed = command.words.map(\.typed).joined(separator: " ")
    // A mark joins a quote or blank before it to one character, which is none any more.
    guard (line + typed).allSatisfy({ $0.unicodeScalars.count == 1 }) else { continue }
    guard typed.first != "#" else { continue }
    guard let again = try? LineParser.commands(in: typed) else { fatalError("refused: \(typed)") }
    require(again.count == 1, "more than one command: \(typed)")
    require(again[0].words.map(\.text) == command.words.map(\.text), "other words: \(typed)")
  }
  return 0
}
