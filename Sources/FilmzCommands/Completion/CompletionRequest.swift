import FilmzDomain
import FilmzViewModels

/// What could stand where the cursor is, and what is typed of it.
package struct CompletionRequest: Sendable {
  /// A sort of words that fits.
  package enum Wanted: Sendable, Equatable {
    case words([Completion.Candidate])
    case options([Parameter])
    case value(ValueKind)
  }

  /// A title of several words that ends with the current one, and where it begins.
  struct Phrase: Sendable {
    let text: String
    let start: String.Index

    /// `true` if a number of the result set can stand at its end: beside words that are films themselves.
    var mayEndWithNumber: Bool {
      let words = text.split(whereSeparator: \.isWhitespace)
      let isNew = text.last.map(\.isWhitespace) ?? true
      let last = isNew ? "" : words.last ?? ""
      return last.allSatisfy { $0.isASCII && $0.isNumber }
        && (isNew ? words[...] : words.dropLast()).allSatisfy { Target.standsAlone(String($0)) }
    }
  }

  package let wanted: [Wanted]
  /// What was typed of the word, without quotes and without ``fixedPrefix``.
  package let typed: String
  /// What stands in the word before the value, such as `--format=`.
  let fixedPrefix: String
  /// `true` if the value is that of a filter in a text.
  let isFilter: Bool
  /// Where the word begins in the line.
  let start: String.Index
  let quote: Character?
  let phrase: Phrase
  /// `true` if the word goes to another shell, which has signs of its own.
  let isForProgram: Bool

  /// Asks what could stand at the end of a text; an alias means the words that it stands for.
  package init(_ text: String, aliases: [String: String] = [:]) {
    self.init(PartialLine(text), of: text) { $0.read($1, $2, aliases) }
  }

  /// Asks for the last word of a call of the program, whose options may stand before the verb.
  init(call words: [String], aliases: [String: String]) {
    let before = LaunchOptions.split(words.dropLast()).before
    if before.count == words.count - 1,
      LaunchOptions.isAwaitingValue(before) || words.last?.hasPrefix("-") == true
    {
      self.init(PartialLine(words: words), of: "") { $0.read($1, $2, as: Filmz.program) }
    } else {
      self.init(PartialLine(words: Array(words.dropFirst(before.count))), of: "") {
        $0.read($1, $2, aliases)
      }
    }
  }

  private init(
    _ line: PartialLine, of text: String,
    _ read: (inout Reading, _ finished: [PartialLine.Piece], _ current: PartialLine.Piece) -> Void
  ) {
    var reading = Reading()
    if let current = line.current { read(&reading, Array(line.finished), current) }
    let word = line.current?.word
    wanted = reading.wanted
    fixedPrefix = reading.fixedPrefix
    isFilter = reading.isFilter
    isForProgram = reading.isForProgram
    typed = String((word?.text ?? "").dropFirst(fixedPrefix.count))
    start = line.current?.start ?? text.endIndex
    quote = word?.isQuoted == true ? line.current?.openQuote ?? "\"" : nil
    // A run of words without quotes is one title.
    let run = quote == nil ? reading.words.suffix(while: { !$0.word.isQuoted }) : []
    phrase = Phrase(
      text: run.first.map { String(text[$0.start...]) } ?? typed, start: run.first?.start ?? start)
  }

  /// Returns `true` if values of a kind fit.
  func wants(_ kind: ValueKind) -> Bool { wanted.contains(.value(kind)) }
}

/// Goes through the words before the cursor as their command will.
private struct Reading {
  var wanted: [CompletionRequest.Wanted] = []
  var fixedPrefix = ""
  var isFilter = false
  /// The words before the current one that are neither options nor their values.
  var words: [PartialLine.Piece] = []
  var isForProgram = false

  mutating func read(
    _ finished: [PartialLine.Piece], _ current: PartialLine.Piece, _ aliases: [String: String]
  ) {
    if let words = Self.wordsOfPrograms(finished) {
      wanted = words.isEmpty ? [] : [.value(.file)]
      isForProgram = words.first.map { !$0.isRedirection || $0.word.text == "|" } ?? false
    } else if finished.isEmpty {
      guard !current.word.isQuoted else { return }
      let names = aliases.map { Completion.Candidate(label: $0.key, summary: "= " + $0.value) }
      wanted = [.words((Filmz.verbs + names).sorted { $0.label < $1.label })]
    } else {
      readArguments(finished, current, aliases)
    }
  }

  private mutating func readArguments(
    _ finished: [PartialLine.Piece], _ current: PartialLine.Piece, _ aliases: [String: String]
  ) {
    let expansion = AliasExpansion(aliases, abbreviated: true)
    let typed = finished.map(\.word)
    let words = (try? expansion.commands(for: .init(words: typed)).last?.words) ?? typed
    let names = aliases.keys.sorted()
    guard let match = try? CommandTree.find(words, abbreviated: true, aliases: names) else {
      return
    }
    if words.count == 1, !match.named.members.isEmpty {
      wanted = [.words(match.named.memberCandidates)]
      return read([], current, as: match.command)
    }
    let length = words.count - match.words.count - (words.count - finished.count)
    read(Array(finished.dropFirst(max(1, length))), current, as: match.command)
  }

  /// The words that go to a program, or name a file, behind `!`, `|`, `>` or `>>`.
  ///
  /// The first of them is the program, unless a file is named.
  private static func wordsOfPrograms(_ words: [PartialLine.Piece]) -> ArraySlice<
    PartialLine.Piece
  >? {
    if let first = words.first, !first.word.isQuoted, first.word.text.hasPrefix("!") {
      return words[...]
    }
    guard let sign = words.lastIndex(where: \.isRedirection) else { return nil }
    return words[sign].word.text == "|" ? words[(sign + 1)...] : words[sign...]
  }

  /// Reads the current word as one of a command's, behind others.
  mutating func read(
    _ finished: [PartialLine.Piece], _ current: PartialLine.Piece, as command: Command
  ) {
    var awaited: Parameter?
    var used: Set<String> = []
    var isBehindDashes = false
    for piece in finished {
      if awaited != nil {
        awaited = nil
      } else if piece.mayBeOption, !isBehindDashes {
        isBehindDashes = piece.word.text == "--"
        let parts = piece.word.text.split(separator: "=", maxSplits: 1)
        let option = parts.first.flatMap { command.option(named: String($0)) }
        used.formUnion(option?.isRepeating == false ? option?.names ?? [] : [])
        awaited = parts.count == 1 && option?.form == .option ? option : nil
      } else {
        words.append(piece)
      }
    }
    if let awaited {
      wanted += awaited.values.map { .value($0) }
    } else if current.mayBeOption, !isBehindDashes {
      readOption(current.word.text, command, used)
    } else {
      readWord(current.word, command, mayBeOption: !isBehindDashes, used)
    }
  }

  private mutating func readOption(_ text: String, _ command: Command, _ used: Set<String>) {
    guard let sign = text.firstIndex(of: "=") else {
      let options = (command.options + GlobalOptions.parameters)
      wanted = [.options(options.filter { used.isDisjoint(with: $0.names) })]
      return
    }
    fixedPrefix = String(text[...sign])
    wanted = command.option(named: String(text[..<sign]))?.values.map { .value($0) } ?? []
  }

  private mutating func readWord(
    _ word: Word, _ command: Command, mayBeOption: Bool, _ used: Set<String>
  ) {
    let declared = command.words
    let place = words.count < declared.count ? words.count : declared.count - 1
    guard place >= 0, words.count == place || declared[place].isRepeating else {
      guard word.text.isEmpty, mayBeOption else { return }
      return wanted.append(.options(command.options.filter { used.isDisjoint(with: $0.names) }))
    }
    let values = declared[place].values
    if let scope = values.first?.scope, !word.isQuoted,
      let (field, value) = FilterText.begunFilter(word.text, in: scope)
    {
      fixedPrefix = String(word.text.dropLast(value.count))
      isFilter = true
      wanted = [.value(ValueKind(field))]
    } else if values == [.verb], let noun = words.first {
      let match = try? CommandTree.find([noun.word], abbreviated: true)
      wanted += [.words(match?.named.memberCandidates ?? [])]
    } else {
      wanted += values.map { .value($0) }
    }
  }
}

extension ValueKind {
  /// Which filters may stand among words of this kind.
  fileprivate var scope: FilterScope? {
    switch self {
    case .title: .search
    case .mention: .collection
    default: nil
    }
  }
}

extension Command {
  fileprivate var memberCandidates: [Completion.Candidate] {
    members.map { .init(label: $0.verb, summary: $0.summary) }
  }
}

extension PartialLine.Piece {
  fileprivate var isRedirection: Bool {
    !word.isQuoted && [">", ">>", "|"].contains(word.text)
  }

  /// `true` if the word begins as an option does; `-` alone and negative numbers may become one.
  fileprivate var mayBeOption: Bool { !word.isQuoted && word.text.hasPrefix("-") }
}

extension Array {
  /// The elements at the end that all fulfil a condition.
  fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
    self[(lastIndex { !condition($0) } ?? -1) + 1..<count]
  }
}
