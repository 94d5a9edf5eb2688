package import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The meanings of an ambiguous command, from which the user chooses.
///
/// In the shell, the meanings are numbered, and a digit runs the command of one; elsewhere, an error lists the
/// commands.
package struct Choice: Sendable, Equatable {
  /// A meaning of the command.
  package struct Candidate: Sendable, Equatable {
    /// The words of a command line that has no other meaning.
    package var words: [Word]
    /// The title and year of the film that is meant; `nil` if the words contain its title.
    package var caption: String?
    /// The film that the words name by its id; `nil` if the candidates are not films.
    package var film: FilmID?
    /// The value that the user has not typed yet; the line has a placeholder or an example instead.
    package var missingValue: MissingValue?

    package init(_ words: [Word], caption: String? = nil, missingValue: MissingValue? = nil) {
      (self.words, self.caption, self.missingValue) = (words, caption, missingValue)
    }

    /// The command line.
    var line: String { ParsedCommand(words: words).text }
  }

  /// A value that is missing in a command line: the index of its placeholder, and a description such as `a rating`.
  package struct MissingValue: Sendable, Equatable {
    package let index: Int
    package let description: String
  }

  /// The reason why the command is ambiguous, such as `several films are called "sand"`.
  package let reason: String
  package let candidates: [Candidate]

  package init(_ reason: String, _ candidates: [Candidate]) { (self.reason, self.candidates) = (reason, candidates) }

  /// Creates a choice between the meanings of a command.
  init(meaningsOf words: [Word], _ candidates: [Candidate]) {
    self.init("`\(ParsedCommand(words: words).text)` can mean several things", candidates)
  }

  /// The reason and the command lines, for an error.
  var text: String {
    let lines = candidates.prefix(Self.maximumCount).map { candidate in
      "`\(candidate.line)`" + (candidate.caption.map { " for \($0)" } ?? "")
    }
    return "\(reason); use \(lines.joinedWithOr)"
  }

  /// The candidates, each with its number, in columns.
  fileprivate var numberedLines: [String] {
    let candidates = candidates.prefix(Self.maximumCount)
    let captions = candidates.map {
      ($0.caption ?? "").sanitizedForTerminal.truncated(toWidth: Self.maximumCaptionWidth)
    }
    let width = captions.map(\.displayWidth).max() ?? 0
    return zip(candidates, captions).enumerated().map { index, row in
      "  \(index + 1)  \(width == 0 ? "" : row.1.padded(toWidth: width) + "  ")\(row.0.line)"
    }
  }

  private static let maximumCaptionWidth = 40
  /// The maximum number of candidates that are numbered, each of which has a key.
  fileprivate static let maximumCount = 9

  /// The films that are meant if there are more of them than keys; `nil` otherwise.
  fileprivate var unnumberedFilms: [FilmID]? {
    let films = candidates.compactMap(\.film)
    return films.count == candidates.count && films.count > Self.maximumCount ? films : nil
  }
}

extension Choice {
  /// Creates the choice between the meanings of a command that failed because it is ambiguous.
  ///
  /// Returns `nil` for any other error, and if the ambiguous title is at several places of the command.
  ///
  /// A title that no film has is ambiguous if films have similar titles or titles with its words.
  init?(after error: any Error, of command: ParsedCommand) {
    switch error {
    case CommandError.severalMeanings(let choice): self = choice
    case ViewModelError.ambiguousTitle(let title, let films):
      let number = films.count > Self.maximumCount ? "\(films.count) films, such as these," : "several films"
      self.init("\(number) are called \"\(title)\"", title, films, in: command)
    case ViewModelError.pronoun(let word, let films):
      self.init("\"\(word)\" can mean the selected film or a title", word, films, in: command)
    case ViewModelError.unknownTitle(let title, let films, _, let searchedCollectionOnly) where !films.isEmpty:
      self.init(
        ViewModelError.unknownTitleReason(title, searchedCollectionOnly: searchedCollectionOnly), title, films,
        in: command)
    default: return nil
    }
  }

  /// Creates the choice between the films that a title in a command may mean; `nil` if the title is at several places.
  private init?(_ reason: String, _ title: String, _ films: [ViewModelError.Candidate], in command: ParsedCommand) {
    guard let place = command.place(ofTitle: title) else { return nil }
    self.init(
      reason,
      films.map { film in
        var words = command.words
        words.replaceSubrange(place, with: [Word(film.id.rawValue)])
        var candidate = Candidate(words, caption: film.caption)
        candidate.film = film.id
        return candidate
      })
  }
}

extension ParsedCommand {
  /// Returns the indices of the words that form a title, which is one word, possibly in quotes, or several unquoted
  /// words; `nil` if there are no such words, or if they are at several places.
  fileprivate func place(ofTitle title: String) -> Range<Int>? {
    guard words.count > 1 else { return nil }
    var places: [Range<Int>] = []
    for start in 1..<words.count {
      var text = words[start].text
      if text.hasPrefix(Target.titlePrefix), text != title { text.removeFirst(Target.titlePrefix.count) }
      var end = start + 1
      while end < words.count, !words[start].isQuoted, !words[end].isQuoted, text.utf8.count < title.utf8.count {
        text += " " + words[end].text
        end += 1
      }
      if text == title { places.append(start..<end) }
    }
    return places.count == 1 ? places[0] : nil
  }
}

extension Session {
  /// Shows the candidates of a choice, and returns the words of the chosen one; `nil` if the user cancels with another
  /// key, or pastes a text.
  ///
  /// That key begins the next line if it is a letter other than `q` and `n`. More films than there are keys are shown
  /// in a panel, where several can be chosen. Input that was typed before the candidates were shown is not an answer.
  ///
  /// - Throws: ``CommandError/severalMeanings(_:)`` if the user cannot be asked; ``CommandError/interrupted``.
  func words(chosenFrom choice: Choice) async throws -> [Word]? {
    guard mode == .shell, let keys = host.keys, await keys.begin() else { throw CommandError.severalMeanings(choice) }
    guard await !keys.hasPendingInput() else {
      await keys.end()
      throw CommandError.severalMeanings(choice)
    }
    if let films = choice.unnumberedFilms, await hasLiveKeys() {
      await keys.end()
      return try await words(of: choice, withFilmsAmong: films)
    }
    printer.printWarning(choice.reason + ":")
    for line in choice.numberedLines { printer.printNotice(line) }
    let count = min(choice.candidates.count, Choice.maximumCount)
    host.console.writeMessage(count == 1 ? "1, or another key to cancel: " : "1–\(count), or another key to cancel: ")
    let key = await answerKey(keys)
    await keys.end()
    let digit = if case .character(let character) = key { character.wholeNumberValue } else { Int?.none }
    let number = digit.flatMap { (1...count).contains($0) ? $0 : nil }
    host.console.writeMessage((number.map(String.init) ?? "") + "\n")
    guard ![.interrupted, .terminated, .cancelled].contains(key) else { throw CommandError.interrupted }
    guard let number else {
      if case .character(let character) = key, character.isLetter, !"qQnN".contains(character) {
        await preferences.keepKey(character)
      }
      return nil
    }
    return try await completed(choice.candidates[number - 1])
  }

  /// Reads the key that answers a question.
  private func answerKey(_ keys: KeyInput) async -> KeyPress {
    while true {
      switch await keys.read() {
      case .resized, .resumed: break
      case .control("z"): if await !keys.suspend() { return .terminated }
      case let key: return key
      }
    }
  }

  /// Lets the user choose films in a panel, and returns the words of the command with them; `nil` if none were chosen.
  private func words(of choice: Choice, withFilmsAmong films: [FilmID]) async throws -> [Word]? {
    guard let chosen = try await self.films(chosenAmong: films), let first = chosen.first,
      var words = choice.candidates.first(where: { $0.film == first })?.words,
      let place = words.lastIndex(of: Word(first.rawValue))
    else { return nil }
    words.replaceSubrange(place...place, with: chosen.map { Word($0.rawValue) })
    return words
  }

  /// Returns the words of a candidate, with a missing value replaced by one that the user types; `nil` if the user
  /// types none.
  private func completed(_ candidate: Choice.Candidate) async throws -> [Word]? {
    guard let missing = candidate.missingValue else { return candidate.words }
    guard let answer = await host.ask?("Type \(missing.description): ") else { throw CommandError.interrupted }
    guard let value = answer.nonBlank?.trimmed else { return nil }
    var words = candidate.words
    words[missing.index] = Word(value, isQuoted: true)
    return words
  }
}
