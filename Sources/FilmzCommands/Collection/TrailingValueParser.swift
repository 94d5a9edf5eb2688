import FilmzDomain
import FilmzViewModels

/// Splits the words of a command that changes films into the films and the value after them.
///
/// If the words have another meaning, as in `rate toy story 3`, the error shows both, and nothing is
/// changed. Source: contract, "Commands that write must not guess".
struct TrailingValueParser {
  let session: Session
  let verb: String

  // MARK: - One word

  /// Returns the films and the last word as a value, such as a rating.
  ///
  /// - Parameters:
  ///   - words: The words of the command.
  ///   - requirement: The value in an error message, such as `a rating`.
  ///   - example: A value for the commands in an error message.
  ///   - parse: Parses the value.
  /// - Returns: The films and the value.
  /// - Throws: ``CommandError/severalMeanings(line:commands:)``; ``CommandError/wrongUsage(_:verb:)`` if the
  ///   value is missing; the errors of `parse` and of the targets.
  func filmsAndValue<Value>(
    _ words: [Word], requirement: String, example: String, parse: (String) throws -> Value
  ) async throws -> (films: [FilmItem], value: Value) {
    guard let last = words.last else { throw missingArgument(requirement) }
    let title = try await titleOfAllWords(words)
    let withTitle = title.map { command([titleTarget($0), example]) }
    let value: Value
    do { value = try parse(last.text) } catch {
      throw withTitle.map { missingValue(requirement, command: $0) } ?? error
    }
    let target = Array(words.dropLast())
    guard let withTitle, !target.isEmpty else {
      return (try await session.films(target, in: .local, for: .changing), value)
    }
    guard let shorterTitle = try await typedOrKnownTitle(target) else {
      throw missingValue(requirement, command: withTitle)
    }
    throw twoMeanings(words, [withTitle, command([titleTarget(shorterTitle), last.text])])
  }

  /// Returns the films and the last word as a tag.
  ///
  /// - Parameter words: The words of the command.
  /// - Returns: The films and the tag.
  /// - Throws: ``CommandError/severalMeanings(line:commands:)`` if the only word is also the title of a film
  ///   of the result set or the collection; the errors of
  ///   ``filmsAndValue(_:requirement:example:parse:)``.
  func filmsAndTag(_ words: [Word]) async throws -> (films: [FilmItem], tag: String) {
    if words.count == 1, let word = words.first, !word.isQuoted,
      let title = try await session.viewModels.targetResolver.listedTitle(
        word.text, in: session.context)
    {
      throw twoMeanings(
        words, [command([titleTarget(title), "TAG"]), command([".", quoted(word.text)])])
    }
    let (films, tag) = try await filmsAndValue(words, requirement: "a tag", example: "noir") {
      guard let tag = $0.nonBlank?.trimmed else { throw missingArgument("a tag") }
      return tag
    }
    return (films, tag)
  }

  /// Throws an error if the only word is a rating such as `8,5`, and also two numbers of the result set.
  func requireRatingOnly(_ words: [Word]) async throws {
    guard words.count == 1, !words[0].isQuoted, let rating = try? Rating(parsing: words[0].text)
    else { return }
    let numbers = words[0].text.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 2, await session.viewModels.targetResolver.hasResults(numbered: numbers)
    else { return }
    throw twoMeanings(
      words, [command([".", rating.text]), command([words[0].text, "9"])])
  }

  // MARK: - A date

  /// Returns the films and the date at the end of the words; the date is `nil` if there is none.
  func filmsAndDate(_ words: [Word]) async throws -> (films: [FilmItem], date: PartialDate?) {
    let unquotedWords = words.reversed().prefix { !$0.isQuoted }.reversed().map(\.text)
    guard
      let (date, count) = try PartialDate.trailingViewingDate(
        in: unquotedWords, now: session.now())
    else { return (try await films(withoutDate: words), nil) }
    let target = Array(words.dropLast(count))
    if let title = try await titleOfAllWords(words) {
      let dateText = words.suffix(count).map(\.text).joined(separator: " ")
      let film = target.isEmpty ? "." : try await typedOrKnownTitle(target).map { titleTarget($0) }
      let withDate = film.map { command([$0, "--on", Word(dateText).quotedIfNeeded]) }
      throw twoMeanings(words, [command([titleTarget(title)])] + [withDate].compactMap(\.self))
    }
    return (try await session.films(target, in: .local, for: .changing), date)
  }

  /// Returns the films; if there are none and the last word may be part of a date, the error names `--on`.
  private func films(withoutDate words: [Word]) async throws -> [FilmItem] {
    do {
      return try await session.films(words, in: .local, for: .changing)
    } catch let error as ViewModelError where words.count > 1 {
      let last = words.last?.text.lowercased() ?? ""
      let dateWords: Set = ["ago", "tomorrow", "week", "weeks", "month", "months", "year", "years"]
      guard
        dateWords.contains(last.split(separator: " ").last.map(String.init) ?? "")
          || last.contains(where: \.isNumber), error.isUnknownTitle
      else { throw error }
      throw CommandError.wrongUsage(
        "no film called \"\(joined(words))\" is known here; a date other than today, yesterday,"
          + " 2 days ago or 2024-05-01 needs --on, as in `watched TITLE --on 2024-05`", verb: verb)
    }
  }

  // MARK: - Text

  /// Returns the films and a text, such as a note; the text is `nil` if it is `none`.
  ///
  /// 1. If the last word is quoted, it is the text.
  /// 2. If the first word is `.`, a number, a range, an id, or a smart collection, all other words are the
  ///    text.
  /// 3. Otherwise, all words are the text for the selected film.
  ///
  /// - Parameters:
  ///   - words: The words of the command.
  ///   - requirement: The text in an error message, such as `a note`.
  ///   - isName: `true` if the text is a name, before which the title of a film is also recognized.
  /// - Returns: The films and the text.
  /// - Throws: ``CommandError/severalMeanings(line:commands:)``,
  ///   ``CommandError/noFilmForText(commands:)``; ``CommandError/wrongUsage(_:verb:)`` if the text is
  ///   missing; the errors of the targets.
  func filmsAndText(
    _ words: [Word], requirement: String, isName: Bool
  ) async throws -> (films: [FilmItem], text: String?) {
    guard let first = words.first, let last = words.last else {
      throw missingArgument(requirement)
    }
    if last.isQuoted || isQuotedTitleBeforeNone(words) {
      return (try await films(beforeText: Array(words.dropLast())), last.textUnlessNone)
    }
    if !first.isQuoted, isTargetBeforeText(first.text) {
      guard words.count > 1 else { throw missingArgument(requirement) }
      let films = try await session.films([first], in: .local, for: .changing)
      return (films, text(words.dropFirst()))
    }
    let text = text(words[...])
    if text != nil { try await requireTextForSelection(words, isName: isName) }
    return (try await session.films([], in: .local, for: .changing), text)
  }

  private func isTargetBeforeText(_ word: String) -> Bool {
    Target.isStandalone(word) || word.hasPrefix("@")
      || session.mode == .singleCommand && word.hasPrefix(Target.titlePrefix)
  }

  /// Returns whether the words are quoted titles followed by the unquoted word `none`.
  private func isQuotedTitleBeforeNone(_ words: [Word]) -> Bool {
    words.count > 1 && words.last?.textUnlessNone == nil && words.dropLast().allSatisfy(\.isQuoted)
  }

  private func films(beforeText words: [Word]) async throws -> [FilmItem] {
    do {
      return try await session.films(words, in: .local, for: .changing)
    } catch ViewModelError.unknownTitle where words.count > 1 {
      throw CommandError.wrongUsage("put the whole text in quotes", verb: helpTopic)
    }
  }

  /// Returns unquoted words as a text; `nil` if the only word is `none`.
  private func text(_ words: ArraySlice<Word>) -> String? {
    guard words.count > 1 else { return words.first?.textUnlessNone }
    return words.map { $0.isQuoted ? quoted($0.text) : $0.text }.joined(separator: " ")
  }

  /// Throws an error unless the words are certainly a text for the selected film.
  private func requireTextForSelection(_ words: [Word], isName: Bool) async throws {
    let texts = words.map(\.text)
    let resolver = session.viewModels.targetResolver
    let isSelected = await session.viewModels.browsingState.implicitSelection != nil
    for count in titleLengths(texts, isName: isName || !isSelected) {
      let typedTitle = texts.prefix(count).joined(separator: " ")
      let searchesCatalog = !isSelected || texts[count...] == ["none"]
      let title =
        searchesCatalog
        ? try await resolver.ownTitle(typedTitle, in: session.context)
        : try await resolver.listedTitle(typedTitle, in: session.context)
      guard let title else { continue }
      let text = texts.dropFirst(count).joined(separator: " ")
      throw meanings(
        words, title: title,
        text: text.isEmpty ? (isName ? "NAME" : "TEXT") : quotedUnlessNone(text),
        isSelected: isSelected)
    }
    if words[0].isQuoted {
      throw meanings(
        words, title: texts[0], text: quoted(texts.dropFirst().joined(separator: " ")),
        isSelected: isSelected)
    }
    if !isSelected {
      throw meanings(
        words, title: "TITLE", text: quoted(texts.joined(separator: " ")), isSelected: isSelected)
    }
  }

  /// Returns the numbers of words at the beginning that may be a title, in descending order.
  private func titleLengths(_ texts: [String], isName: Bool) -> [Int] {
    let maximumLength = min(texts.count, 20)
    if isName { return (1...maximumLength).reversed() }
    return texts.last?.lowercased() == "none" ? [texts.count, texts.count - 1] : [texts.count]
  }

  private func meanings(
    _ words: [Word], title: String, text: String, isSelected: Bool
  ) -> CommandError {
    let allWords = quoted(words.map(\.text).joined(separator: " "))
    let commands = [command([titleTarget(title), text]), command([".", allWords])]
    if isSelected { return twoMeanings(words, commands) }
    return .noFilmForText(
      commands: session.mode == .singleCommand ? Array(commands.prefix(1)) : commands)
  }

  // MARK: - Titles

  /// Returns the title of a film that all words name; `nil` if there is none, or if the words are not all
  /// part of a title.
  private func titleOfAllWords(_ words: [Word]) async throws -> String? {
    guard let first = words.first, let last = words.last, !words.contains(where: \.isQuoted),
      !Target.isStandalone(first.text), !first.text.hasPrefix(Target.titlePrefix),
      !TextFolding.key(last.text).isEmpty
    else { return nil }
    return try await session.viewModels.targetResolver.knownTitle(
      joined(words), in: session.context)
  }

  /// Returns the title of the film that a target refers to, the typed title if there are several films, or
  /// `nil` if there is none.
  private func typedOrKnownTitle(_ target: [Word]) async throws -> String? {
    do {
      return try await session.films(
        target, in: .local, for: .changing, acceptsUnknownIDs: true
      ).first?.title
    } catch ViewModelError.unknownTitle {
      return nil
    } catch ViewModelError.ambiguousTitle {
      return joined(target)
    }
  }

  private func joined(_ words: [Word]) -> String {
    let text = words.map(\.text).joined(separator: " ")
    return text.hasPrefix(Target.titlePrefix)
      ? String(text.dropFirst(Target.titlePrefix.count)) : text
  }

  // MARK: - Errors

  /// Returns a title as a target that has no other meaning.
  ///
  /// In a single command, quotes around a single word do not reach the program.
  private func titleTarget(_ title: String) -> String {
    session.mode == .singleCommand && !title.contains(" ")
      ? Target.titlePrefix + title : quoted(title)
  }

  private func quoted(_ text: String) -> String { Word(text, isQuoted: true).quotedIfNeeded }

  private func quotedUnlessNone(_ text: String) -> String { text == "none" ? text : quoted(text) }

  private func command(_ words: [String]) -> String {
    ([verb] + words).joined(separator: " ")
  }

  private func missingArgument(_ requirement: String) -> CommandError {
    .wrongUsage("\(verb) needs \(requirement)", verb: helpTopic)
  }

  private func missingValue(_ requirement: String, command: String) -> CommandError {
    .wrongUsage("\(verb) needs \(requirement), as in `\(command)`", verb: helpTopic)
  }

  /// The first word of ``verb``, which `help` explains.
  private var helpTopic: String { verb.split(separator: " ").first.map(String.init) ?? verb }

  private func twoMeanings(_ words: [Word], _ commands: [String]) -> CommandError {
    .severalMeanings(
      line: command(words.map(\.quotedIfNeeded)), commands: commands)
  }
}
