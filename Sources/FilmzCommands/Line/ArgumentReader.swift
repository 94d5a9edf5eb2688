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
    let parts =
      text.hasPrefix("--")
      ? text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) : [text[...]]
    let name = String(parts[0])
    let attached = parts.count == 2 ? Word(String(parts[1])) : nil
    guard let option = command.option(named: name) else { throw wrong(unknown(name)) }
    if option.form == .flag {
      guard attached == nil else { throw wrong("\(name) takes no value") }
      _ = store(Word(name), of: option)
      return
    }
    let isNextValue = rest.first.map { !$0.isOption || option.takesDashes } ?? false
    guard let value = attached ?? (isNextValue ? rest.popFirst() : nil) else {
      throw wrong("\(name) needs \(option.needs)")
    }
    guard store(value, of: option) else { throw wrong(invalid(value, of: option, name)) }
  }

  private mutating func take(words: ArraySlice<Word>) throws(CommandError) {
    var rest = words
    for word in command.words {
      guard word.isOptional || !rest.isEmpty else {
        throw wrong("\(command.name) needs \(word.needs)")
      }
      for value in word.isRepeating ? rest : rest.prefix(1) {
        guard store(value, of: word) else { throw wrong(invalid(value, of: word, command.name)) }
      }
      rest = word.isRepeating ? [] : rest.dropFirst()
    }
    if let word = rest.first { throw wrong(extra(word.text)) }
  }

  private mutating func store(_ word: Word, of parameter: Parameter) -> Bool {
    if let argument = Arguments.arguments.first(where: { $0.parameter == parameter }) {
      return argument.store(&arguments, word)
    }
    let argument = GlobalOptions.arguments.first { $0.parameter == parameter }
    return argument?.store(&global, word) ?? false
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
    let text = "\(command.name) takes \(what), and \"\(word)\" is one too many"
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
