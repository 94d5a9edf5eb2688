extension CompletionQuestion {
  /// The last word of a call of the program, whose options may stand before the verb.
  init(call words: [String], aliases: [String: String]) {
    let finished = Array(words.dropLast())
    let before = LaunchOptions.split(finished).before
    guard before.count == finished.count else {
      self.init(
        OpenLine(words: Array(words.dropFirst(before.count))), grammar: .filmz, aliases: aliases,
        of: "")
      return
    }
    // No verb yet: the program itself is the command whose options stand there.
    let program = CompletionGrammar(verbs: []) { _, _ in
      .command(CommandSyntax(of: Filmz.self), nameLength: 1)
    }
    let isOption =
      LaunchOptions.isAwaitingValue(before) || words.last?.hasPrefix("-") == true
    self.init(
      OpenLine(words: isOption ? ["filmz"] + words : [words.last ?? ""]),
      grammar: isOption ? program : .filmz, aliases: aliases, of: "")
  }
}
