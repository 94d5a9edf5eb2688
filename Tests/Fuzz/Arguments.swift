import FilmzDomain

@testable import FilmzCommands

/// The words of any line are a command, or an error of one line; nothing is run.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  let isShell = input.bool()
  let isSplitByNewlines = input.bool()
  if isSplitByNewlines {
    checked { _ = try Invocation(words(of: input.text), isInteractive: isShell) }
    return 0
  }
  guard let commands = try? LineParser.commands(in: input.text) else { return 0 }
  for command in commands where !command.words.isEmpty {
    checked {
      let match = try CommandTree.find(command.words, abbreviated: isShell)
      _ = try match.command.read(match.words)
    }
  }
  return 0
}

private func words(of text: String) -> [String] {
  text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// Does it, and looks at the error.
private func checked(_ body: () throws -> Void) {
  do {
    try body()
  } catch let failure as any UserFacingError {
    require(!failure.message.isEmpty, "no words")
  } catch {
    fatalError("not for the user: \(error)")
  }
}
