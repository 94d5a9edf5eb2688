import FilmzDomain

/// What ArgumentParser finds wrong with the words of a command, read from what it says.
enum UsageProblem: Equatable {
  case unknownOption(String)
  case missingValue(of: String)
  case invalidValue(String, of: String)
  case unwantedValue(of: String)
  case missingWord(String)
  case extraWord(String)
  case other(String)

  /// Reads a message of ArgumentParser 1.8.
  init(message: String) {
    if let match = message.prefixMatch(of: /Unknown option '(.+?)'/) {
      self = .unknownOption(String(match.1))
    } else if let match = message.prefixMatch(of: /Missing value for '(\S+?)[ ']/) {
      self = .missingValue(of: String(match.1))
    } else if let match = message.prefixMatch(
      of: /The value '(.*)' is invalid for '(\S+?)[ ']/.dotMatchesNewlines())
    {
      self = .invalidValue(String(match.1), of: String(match.2))
    } else if let match = message.prefixMatch(of: /The option '(.+?)' does not take any value/) {
      self = .unwantedValue(of: String(match.1))
    } else if let match = message.prefixMatch(of: /Missing expected argument '<(.+?)>/) {
      self = .missingWord(String(match.1))
    } else if let match = message.prefixMatch(
      of: /(?:Unexpected argument|\d+ unexpected arguments:) '(.*?)'(?:, '|$)/.dotMatchesNewlines())
    {
      self = .extraWord(String(match.1))
    } else {
      self = .other(message)
    }
  }

  /// What is wrong in our words, without a full stop at the end.
  func text(for command: Declaration) -> String {
    switch self {
    case .unknownOption(let name): Self.unknown(name, command)
    case .missingValue(let name): "\(name) needs \(command.option(named: name).needs)"
    case .invalidValue(let value, let name): Self.invalid(value, of: name, command)
    case .unwantedValue(let name): "\(name) takes no value"
    case .missingWord(let name): "\(command.name) needs \(command.word(named: name).needs)"
    case .extraWord(let word): Self.extra(word, command)
    case .other(let message): CommandError.line(of: message).uncapitalized.withoutFullStop
    }
  }

  private static func unknown(_ name: String, _ command: Declaration) -> String {
    if name.hasPrefix("--"),
      let option = Parameter.launch.first(where: { $0.names.contains(name) })
    {
      let form = option.kind == .option ? ": `filmz \(option.label) \(command.name)`" : ""
      return "\(name) works before the verb only\(form)"
    }
    let near = OptionNames.near(name, in: command).map { "; did you mean \($0)?" }
    let text =
      command.name == "filmz"
      ? "there is no option \(name) before the verb" : "\(command.name) has no option \(name)"
    return text + (near ?? "")
  }

  private static func invalid(_ value: String, of name: String, _ command: Declaration) -> String {
    let isOption = name.hasPrefix("-")
    let parameter = isOption ? command.option(named: name) : command.word(named: name.unbracketed)
    let subject = isOption ? name : command.name
    guard let takes = parameter?.takes else { return "\"\(value)\" is no value of \(subject)" }
    return "\(subject) takes \(takes), not \"\(value)\""
  }

  private static func extra(_ word: String, _ command: Declaration) -> String {
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

  /// What a word means behind a command that takes none.
  private static let extraWordForms = [
    "next": "page", "prev": "page", "first": "page", "results": "page", "ls": "find",
    "log": "log --limit", "genres": "ls --genre",
    "cache prune": "cache prune --days",
  ]
}

extension Declaration {
  fileprivate func word(named name: String) -> Parameter? {
    words.first { $0.valueName == name }
  }
}

extension Parameter? {
  /// What a value is, where none was given.
  fileprivate var needs: String {
    guard let self else { return "a value" }
    if let takes = self.takes { return takes }
    let summary = self.summary.withoutFullStop.uncapitalized
    return self.kind == .word ? summary : "a value: \(summary)"
  }
}

extension String {
  fileprivate var unbracketed: String { filter { $0 != "<" && $0 != ">" } }
}
