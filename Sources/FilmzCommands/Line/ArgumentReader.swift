import FilmzDomain

/// Reads the words behind a verb, as its arguments are declared.
struct ArgumentReader<Arguments: ArgumentGroup> {
  let command: Command
  private(set) var arguments = Arguments()
  private(set) var global = GlobalOptions()

  init(command: Command) { self.command = command }

  /// Reads options wherever they stand, up to `--`, and words between them.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)``, of the program itself
  ///   ``CommandError/wrongOption(_:)``.
  mutating func read(_ line: [Word]) throws(CommandError) {
    var rest = line[...]
    var words: [Word] = []
    while let word = rest.popFirst() {
      if !word.isOption {
        words.append(word)
      } else if word.text == "--" {
        words += rest
        rest = []
      } else {
        try take(option: word.text, &rest)
      }
    }
    try take(words: words[...])
  }

  private mutating func take(
    option text: String, _ rest: inout ArraySlice<Word>
  ) throws(CommandError) {
    let sign = text.hasPrefix("--") ? text.firstIndex(of: "=") : nil
    let name = String(text[..<(sign ?? text.endIndex)])
    let attached = sign.map { Word(String(text[text.index(after: $0)...])) }
    if let option = Arguments.arguments.first(where: { $0.parameter.names.contains(name) }) {
      try take(option, name, attached, &rest, into: &arguments)
    } else if let option = GlobalOptions.arguments.first(where: {
      $0.parameter.names.contains(name)
    }) {
      try take(option, name, attached, &rest, into: &global)
    } else {
      throw wrong(unknown(name))
    }
  }

  private func take<Group>(
    _ option: Argument<Group>, _ name: String, _ attached: Word?, _ rest: inout ArraySlice<Word>,
    into group: inout Group
  ) throws(CommandError) {
    let parameter = option.parameter
    if parameter.form == .flag {
      guard attached == nil else { throw wrong("\(name) takes no value") }
      _ = option.store(&group, Word(name))
      return
    }
    let isNextValue = rest.first.map { !$0.isOption || parameter.takesDashes } ?? false
    guard let value = attached ?? (isNextValue ? rest.popFirst() : nil) else {
      throw wrong("\(name) needs \(parameter.needs)")
    }
    guard option.store(&group, value) else { throw wrong(invalid(value, of: parameter, name)) }
  }

  private mutating func take(words: ArraySlice<Word>) throws(CommandError) {
    var rest = words
    for word in Arguments.arguments where word.parameter.form == .word {
      guard word.parameter.isOptional || !rest.isEmpty else {
        throw wrong("\(command.name) needs \(word.parameter.needs)")
      }
      let values = word.parameter.isRepeating ? rest : rest.prefix(1)
      for value in values where !word.store(&arguments, value) {
        throw wrong(invalid(value, of: word.parameter, command.name))
      }
      rest = rest.dropFirst(values.count)
    }
    if let word = rest.first { throw wrong(extra(word.text)) }
  }

  // MARK: - Errors

  private func wrong(_ text: String) -> CommandError {
    command.name == Filmz.program.name
      ? .wrongOption(text) : .wrongUsage(command.usageError ?? text, verb: command.name)
  }

  private func unknown(_ name: String) -> String {
    if name.hasPrefix("--"),
      let option = LaunchOptions.shown.first(where: { $0.names.contains(name) })
    {
      let form = option.form == .option ? ": `filmz \(option.label) \(command.name)`" : ""
      return "\(name) works before the verb only\(form)"
    }
    let near = OptionNames.near(name, in: command).map { "; did you mean \($0)?" }
    let text =
      command.name == Filmz.program.name
      ? "there is no option \(name) before the verb" : "\(command.name) has no option \(name)"
    return text + (near ?? "")
  }

  private func invalid(_ value: Word, of parameter: Parameter, _ subject: String) -> String {
    parameter.takes.map { "\(subject) takes \($0), not \"\(value.text)\"" }
      ?? "\"\(value.text)\" is no value of \(subject)"
  }

  private func extra(_ word: String) -> String {
    let count = command.words.count
    let what = count == 0 ? "no words behind it" : count.counted("word")
    // An address may hold a password or a token.
    let shown = word.firstRange(of: "://").map { word[..<$0.upperBound] + "…" } ?? word[...]
    let text = "\(command.name) takes \(what), and \"\(shown)\" is one too many"
    if let sign = word.first, ">|".contains(sign) {
      return text + "; put a blank behind `\(word.prefix { $0 == sign })`"
    }
    if let option = command.option(named: "--\(word)") {
      return text + "; did you mean `\(command.name) \(option.names.last ?? "")`?"
    }
    guard let form = extraWordForms[command.name],
      form.contains("ls --genre") || form == "find" || Int(word) != nil
    else { return text }
    return text + "; did you mean `\(form) \(word)`?"
  }
}

/// What a word means behind a command that takes none.
private let extraWordForms = [
  "next": "page", "prev": "page", "first": "page", "results": "page", "ls": "find",
  "log": "log --limit", "genres": "ls --genre", "cache prune": "cache prune --days",
]
