import FilmzDomain
import FilmzViewModels

/// What could stand where the cursor is, and what is typed of it.
package struct CompletionQuestion: Sendable {
  /// A sort of words that fits.
  package enum Wanted: Sendable {
    case entries([CompletionGrammar.Entry])
    case options([CommandSyntax.Option])
    case value(ValueKind)
  }

  package let wanted: [Wanted]
  /// The verbs of the grammar.
  let verbs: [CompletionGrammar.Entry]
  /// What was typed of the word, without quotes and without ``kept``.
  package let typed: String
  /// What stands in the word before the value, such as `--format=`.
  let kept: String
  /// Whether the value is that of a filter in a text.
  let isFilter: Bool
  /// Where the word begins in the line.
  let start: String.Index
  let quote: Character?
  /// A title of several words that ends with this one, and where it begins.
  let phrase: Phrase
  /// Whether films are looked for in the collection only.
  let takesOwnFilmsOnly: Bool
  /// Whether the word goes to another shell, which has signs of its own.
  let isForProgram: Bool

  struct Phrase: Sendable {
    let text: String
    let start: String.Index

    /// Whether a number of the result set can stand at its end: beside words that are films themselves.
    var mayEndWithNumber: Bool {
      let words = text.split(whereSeparator: \.isWhitespace)
      let isNew = text.last.map(\.isWhitespace) ?? true
      let last = isNew ? "" : words.last ?? ""
      return last.allSatisfy { $0.isASCII && $0.isNumber }
        && (isNew ? words[...] : words.dropLast()).allSatisfy { Target.standsAlone(String($0)) }
    }
  }

  /// What stands before the cursor, asked of a grammar.
  ///
  /// An alias of the settings means the words that it stands for.
  package init(
    _ line: OpenLine, grammar: CompletionGrammar, aliases: [String: String] = [:],
    of text: String
  ) {
    let reading = Reading(line, grammar: grammar, aliases: aliases)
    wanted = reading.wanted
    verbs = grammar.verbs
    let current = line.current
    let word = current?.word.text ?? ""
    kept = reading.kept
    isFilter = reading.isFilter
    takesOwnFilmsOnly = reading.takesOwnFilmsOnly
    isForProgram = reading.isForProgram
    typed = String(word.dropFirst(kept.count))
    start = current?.start ?? text.endIndex
    quote = current.flatMap { $0.word.isQuoted ? $0.openQuote ?? "\"" : nil }
    phrase = Self.phrase(reading, line, text) ?? Phrase(text: typed, start: start)
  }

  /// A run of words without quotes is one title.
  private static func phrase(_ reading: Reading, _ line: OpenLine, _ text: String) -> Phrase? {
    guard let current = line.current, !current.word.isQuoted else { return nil }
    let run = reading.words.reversed().prefix { !$0.word.isQuoted }.reversed()
    guard let first = run.first, first.start < current.start else { return nil }
    return Phrase(text: String(text[first.start...]), start: first.start)
  }
}

extension CompletionQuestion {
  /// Goes through the words before the cursor as the command will.
  fileprivate struct Reading {
    var wanted: [Wanted] = []
    var kept = ""
    var isFilter = false
    /// The words before the current one that are neither options nor their values.
    var words: [OpenLine.Piece] = []
    var takesOwnFilmsOnly = false
    var isForProgram = false

    init(_ line: OpenLine, grammar: CompletionGrammar, aliases: [String: String]) {
      let finished = Array(line.finished)
      guard let current = line.current else { return }
      if let words = Self.wordsOfPrograms(finished) {
        wanted = words.isEmpty ? [] : [.value(.file)]
        isForProgram = words.first.map { !$0.isFileSign } ?? false
        return
      }
      guard !finished.isEmpty else {
        let names = aliases.map {
          CompletionGrammar.Entry(name: $0.key, summary: "= " + $0.value)
        }
        let entries = (grammar.verbs + names).sorted { $0.name < $1.name }
        if !current.word.isQuoted { wanted = [.entries(entries)] }
        return
      }
      let words = Self.expanded(finished.map(\.word), aliases)
      switch grammar.find(words, aliases.keys.sorted()) {
      case .group(let members, let standIn):
        wanted = [.entries(members)]
        read([], current, standIn, grammar)
      case .command(let syntax, let length):
        let typed = max(1, length - (words.count - finished.count))
        read(Array(finished.dropFirst(typed)), current, syntax, grammar)
      case nil: break
      }
    }

    /// The words of the command that an alias ends with, or the words themselves.
    private static func expanded(_ words: [Word], _ aliases: [String: String]) -> [Word] {
      let expansion = AliasExpansion(aliases, abbreviated: true)
      return (try? expansion.commands(for: .init(words: words)).last?.words) ?? words
    }

    /// The words that go to a program, or name a file, behind `!`, `|`, `>` or `>>`.
    ///
    /// The first of them is the program, unless a file is named.
    private static func wordsOfPrograms(_ words: [OpenLine.Piece]) -> ArraySlice<OpenLine.Piece>? {
      if let first = words.first, !first.word.isQuoted, first.word.text.hasPrefix("!") {
        return words[...]
      }
      guard let sign = words.lastIndex(where: \.isRedirection) else { return nil }
      return words[sign].word.text == "|" ? words[(sign + 1)...] : words[sign...]
    }

    private mutating func read(
      _ arguments: [OpenLine.Piece], _ current: OpenLine.Piece, _ syntax: CommandSyntax,
      _ grammar: CompletionGrammar
    ) {
      takesOwnFilmsOnly = syntax.takesOwnFilmsOnly
      var awaited: ValueKind?
      var used: Set<String> = []
      var isBehindDashes = false
      for piece in arguments {
        if awaited != nil {
          awaited = nil
        } else if piece.mayBeOption, !isBehindDashes {
          isBehindDashes = piece.word.text == "--"
          let parts = piece.word.text.split(separator: "=", maxSplits: 1)
          let option = parts.first.flatMap { syntax.option(named: String($0)) }
          used.formUnion(option?.isRepeating == false ? option?.names ?? [] : [])
          awaited = parts.count == 1 ? option?.value : nil
        } else {
          words.append(piece)
        }
      }
      if let awaited {
        wanted = [.value(awaited)]
      } else if current.mayBeOption, !isBehindDashes {
        readOption(current, syntax, used)
      } else {
        readWord(current, syntax, used, grammar, mayBeOption: !isBehindDashes)
      }
    }

    /// The verbs, or behind a noun those below it.
    private func verbs(_ grammar: CompletionGrammar) -> [Wanted] {
      guard !words.isEmpty else { return [.value(.verb)] }
      guard case .group(let members, _)? = grammar.find(words.map(\.word), []) else { return [] }
      return [.entries(members)]
    }

    private mutating func readOption(
      _ current: OpenLine.Piece, _ syntax: CommandSyntax, _ used: Set<String>
    ) {
      let text = current.word.text
      guard let sign = text.firstIndex(of: "=") else {
        wanted = [.options(syntax.options.filter { used.isDisjoint(with: $0.names) })]
        return
      }
      kept = String(text[...sign])
      wanted = syntax.option(named: String(text[..<sign]))?.value.map { [.value($0)] } ?? []
    }

    /// Reads a filter in a text, `genre:dr`, whose value is completed alone.
    private mutating func readFilter(_ current: OpenLine.Piece, in scope: FilterScope) -> Bool {
      guard !current.word.isQuoted,
        let (field, value) = FilterText.begunFilter(current.word.text, in: scope)
      else { return false }
      kept = String(current.word.text.dropLast(value.count))
      isFilter = true
      wanted = [.value(ValueKind(field))]
      return true
    }

    private mutating func readWord(
      _ current: OpenLine.Piece, _ syntax: CommandSyntax, _ used: Set<String>,
      _ grammar: CompletionGrammar, mayBeOption: Bool
    ) {
      switch syntax.positional(words.count) {
      case .title where readFilter(current, in: .search): return
      case .mention where readFilter(current, in: .collection): return
      default: break
      }
      if let companion = syntax.companion { wanted.append(.value(companion)) }
      if let kind = syntax.positional(words.count) {
        wanted += kind == .verb ? verbs(grammar) : [.value(kind)]
      } else if current.word.text.isEmpty, mayBeOption {
        let own = syntax.options.filter { !$0.isGlobal && used.isDisjoint(with: $0.names) }
        wanted.append(.options(own))
      }
    }
  }
}

extension OpenLine.Piece {
  fileprivate var isRedirection: Bool {
    !word.isQuoted && [">", ">>", "|"].contains(word.text)
  }

  /// Whether a file of ours follows.
  fileprivate var isFileSign: Bool { isRedirection && word.text != "|" }

  /// Whether the word begins as an option does; `-` alone and negative numbers may become one.
  fileprivate var mayBeOption: Bool { !word.isQuoted && word.text.hasPrefix("-") }
}
