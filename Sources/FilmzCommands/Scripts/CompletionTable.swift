import FilmzDomain

/// What may follow in a call, as far as the tree of commands tells.
struct CompletionTable {
  /// What may stand in one place.
  struct Entry: Equatable {
    /// Where: the command with its nouns, a bar, and what is completed there.
    ///
    /// That is the option whose value it is, `-` for an option, nothing for a word. A star stands
    /// for every command.
    let places: [String]
    let candidates: [Candidate]
  }

  struct Candidate: Equatable {
    let value: String
    let summary: String

    init(_ value: String, _ summary: String = "") {
      self.value = value
      self.summary = summary
    }

    /// Stands for names of files.
    static let files = Candidate(":files")
    /// Stands for names of folders.
    static let folders = Candidate(":folders")
  }

  let entries: [Entry]
  /// The options that have their value in the word behind them.
  let optionsWithValue: [String]
  /// The words that have a word of the tree behind them.
  let nouns: [String]

  init() {
    let commands = Declaration.groups.flatMap(\.commands)
    let all = commands.flatMap(\.family)
    let parameters = Parameter.launch + Parameter.global + all.flatMap(\.options)
    optionsWithValue = Set(parameters.filter { $0.kind == .option }.flatMap(\.names)).sorted()
    nouns = commands.filter { !$0.members.isEmpty }.map(\.name)
    let general = Parameter.launch + Parameter.global
    entries =
      Self.values(of: general, place: "*")
      + [
        Entry(places: ["|"], candidates: Self.verbs(commands)),
        Entry(places: ["|-"], candidates: Self.names(of: general)),
      ] + all.flatMap { Self.entries(of: $0, verbs: commands) }
  }

  private static func entries(of command: Declaration, verbs: [Declaration]) -> [Entry] {
    let places = ([command.name] + command.aliases).map { $0 + "|" }
    let words = Self.words(of: command, verbs: verbs)
    let options = names(of: command.options + Parameter.global)
    return (words.isEmpty ? [] : [Entry(places: places, candidates: words)])
      + [Entry(places: places.map { $0 + "-" }, candidates: options)]
      + values(of: command.options, place: command.name)
  }

  private static func words(of command: Declaration, verbs: [Declaration]) -> [Candidate] {
    guard command.members.isEmpty else {
      return command.members.map { member in
        Candidate(String(member.name.dropFirst(command.name.count + 1)), member.abstract)
      }
    }
    guard let word = command.words.first else { return [] }
    return values(of: word, verbs: verbs)
  }

  private static func values(of parameters: [Parameter], place: String) -> [Entry] {
    parameters.filter { $0.kind == .option }.compactMap { option in
      let values = values(of: option, verbs: [])
      guard !values.isEmpty else { return nil }
      return Entry(places: option.names.map { "\(place)|\($0)" }, candidates: values)
    }
  }

  private static func values(of parameter: Parameter, verbs: [Declaration]) -> [Candidate] {
    let kind = ValueKind(parameter)
    switch kind {
    case .file: return [.files]
    case .folder: return [.folders]
    case .verb: return Self.verbs(verbs)
    case .setting: return SettingKey.allCases.map { Candidate($0.rawValue, $0.expectation) }
    default: return kind.fixed.map { Candidate($0) }
    }
  }

  private static func verbs(_ commands: [Declaration]) -> [Candidate] {
    commands.flatMap { command in
      ([command.name] + command.aliases).map { Candidate($0, command.abstract) }
    }
  }

  private static func names(of options: [Parameter]) -> [Candidate] {
    options.flatMap { option in option.names.map { Candidate($0, option.summary) } }
  }
}
