import FilmzDomain

@testable import FilmzCommands

/// Checks that any line is parsed as a command or is an error for the user; no command is run.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let isShell = input.bool()
  let splitsAtNewlines = input.bool()
  if splitsAtNewlines {
    check { _ = try Invocation(words(of: input.text), isInteractive: isShell) }
    return 0
  }
  guard let commands = try? LineParser.commands(in: input.text) else { return 0 }
  for command in commands where !command.words.isEmpty {
    check {
      let match = try CommandTree.find(command.words, abbreviated: isShell)
      _ = try match.command.read(match.words)
    }
  }
  return 0
}

private func words(of text: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// Runs a closure, and checks its error.
private func check(_ body: () throws -> Void) {
  do {
    try body()
  } catch let error as any UserFacingError {
    require(!error.message.isEmpty, "an empty message")
  } catch {
    fatalError("not a user-facing error: \(error)")
  }
}
