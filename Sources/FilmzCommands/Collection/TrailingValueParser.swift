import FilmzDomain
import FilmzViewModels

/// Splits the words of a command that changes films into the films and the value that follows them.
///
/// If the words have another meaning, as in `rate toy story 3`, the error shows both, and nothing is
/// changed. Source: contract, "Commands that write must not guess".
struct TrailingValueParser {
  let session: Session
  let verb: String
  /// The scope in which films before a date are looked up.
  var scope = TargetResolver.LookupScope.local

  // MARK: - One word

  /// The placeholder for a missing rating in the commands of a ``Choice``.
  static let ratingPlaceholder = "RATING"

  /// Returns the films and the last word as a value, such as a rating.
  ///
  /// - Parameters:
  ///   - words: The words of the command.
  ///   - requirement: The name of the value in an error message, such as `a rating`.
  ///   - placeholder: The placeholder for a missing value in the commands of a ``Choice``.
  ///   - example: An example of the value, for the command in an error message.
  ///   - parse: Parses the value.
  /// - Returns: The films and the value.
  /// - Throws: ``CommandError/severalMeanings(_:)``; ``CommandError/wrongUsage(_:verb:)`` if the
  ///   value is missing; the errors of `parse` and of the targets.
  func filmsAndValue<Value>(
    _ words: [Word], requirement: String, placeholder: String, example: String, parse: (String) throws -> Value
  ) async throws -> (films: [FilmItem], value: Value) {
    guard let last = words.last else { throw missingArgument(requirement) }
    let title = try await titleOfAllWords(words)
    let lineWithTitle = title.map { meaning([titleTarget($0), Word(example)]).line }
    let value: Value
    do {
      value = try parse(last.text)
    } catch {
      if let lineWithTitle { throw missingValue(requirement, command: lineWithTitle) }
      guard let title = try await titleWithNumber(words) else { throw error }
      throw missingValue(requirement, command: meaning([titleTarget(title), Word(example)]).line)
    }
    let target = Array(words.dropLast())
    guard let title, let lineWithTitle, !target.isEmpty else {
      return (try await session.films(target, in: .local, for: .changing), value)
    }
    guard let shorterTitle = try await typedOrKnownTitle(target) else {
      throw missingValue(requirement, command: lineWithTitle)
    }
    let titleMeaning = meaning([titleTarget(title), Word(placeholder)], missing: requirement)
    throw severalMeanings(words, [titleMeaning, meaning([titleTarget(shorterTitle), last])])
  }

  /// Moves a rating that precedes a title or an id to the end, as in `parasite 8` for `8 parasite`; returns other words
  /// unchanged.
  ///
  /// - Throws: ``CommandError/severalMeanings(_:)`` if all words together are also a title, or if the rating can also
  ///   be numbers of results; ``CommandError/wrongUsage(_:verb:)`` if all words are a title, but not those after the
  ///   rating.
  func withRatingLast(_ words: [Word]) async throws -> [Word] {
    let (scale, target) = (session.typedScale, Array(words.dropFirst()))
    guard let first = words.first, let second = target.first, let last = words.last, !first.isQuoted,
      (try? scale.rating(first.text)) != nil, (try? scale.ratingOrNone(last.text)) == nil
    else { return words }
    if target.count == 1, FilmID(second.text) != nil { return target + [first] }
    let resolver = session.viewModels.targetResolver
    if let title = try await titleWithNumber(target) { return [quoted(title), first] }
    guard second.isQuoted || !Target.isStandalone(second.text) else { return words }
    let ratingMeaning = meaning([titleTarget(joined(target)), first])
    // A rating without letters and digits, such as ★★★, is never part of a title.
    let mayBeginTitle = first.text.contains { $0.isLetter || $0.isNumber }
    if mayBeginTitle, let wholeTitle = try await resolver.ownTitle(joined(words), in: session.context) {
      guard try await typedOrKnownTitle(target) != nil else {
        throw missingValue("a rating", command: meaning([titleTarget(wholeTitle), Word(scale.example)]).line)
      }
      let titleMeaning = meaning([titleTarget(wholeTitle), Word(Self.ratingPlaceholder)], missing: "a rating")
      throw severalMeanings(words, [titleMeaning, ratingMeaning])
    }
    guard try await mayBeTitle(target) else { return words }
    let numbers = first.text.split(separator: ",").compactMap { Int($0) }
    guard !numbers.isEmpty, await resolver.hasResults(numbered: numbers) else { return target + [first] }
    let rowMeaning = meaning([first, Word(Self.ratingPlaceholder)], missing: "a rating")
    throw severalMeanings(words, [ratingMeaning, rowMeaning])
  }

  /// Returns the title of the film that words such as `12 angry men` or `1917` name; `nil` if there is none, or if the
  /// first word does not begin with a digit.
  private func titleWithNumber(_ words: [Word]) async throws -> String? {
    let isNumber = words.first?.text.first?.isNumber == true && (words.count > 1 || words[0].text.count == 4)
    guard isNumber, !words.contains(where: \.isQuoted) else { return nil }
    return try await session.viewModels.targetResolver.knownTitle(joined(words), in: session.context)
  }

  /// Returns whether words are the title of a film, or similar to titles.
  private func mayBeTitle(_ target: [Word]) async throws -> Bool {
    do {
      return try await !session.films(target, in: .local, for: .changing, force: true).isEmpty
    } catch ViewModelError.unknownTitle(_, let near, _, _) {
      return !near.isEmpty
    } catch ViewModelError.ambiguousTitle, ViewModelError.pronoun {
      return true
    }
  }

  /// Throws an error if the only word is a rating such as `8,5`, and also two numbers of the result set.
  func requireRatingOnly(_ words: [Word]) async throws {
    let scale = session.typedScale
    guard words.count == 1, !words[0].isQuoted, let rating = try? scale.rating(words[0].text) else { return }
    let numbers = words[0].text.split(separator: ",").compactMap { Int($0) }
    guard numbers.count == 2, await session.viewModels.targetResolver.hasResults(numbered: numbers) else { return }
    throw severalMeanings(
      words,
      [
        meaning([Word("."), Word(scale.number(rating))]),
        meaning([words[0], Word(Self.ratingPlaceholder)], missing: "a rating"),
      ])
  }

  // MARK: - A date

  /// Returns the films and the date at the end of the words; the date is `nil` if there is none.
  func filmsAndDate(_ words: [Word]) async throws -> (films: [FilmItem], date: PartialDate?) {
    let unquotedWords = words.reversed().prefix { !$0.isQuoted }.reversed().map(\.text)
    guard let (date, dateWordCount) = try PartialDate.trailingViewingDate(in: unquotedWords, now: session.now()) else {
      return (try await films(withoutDate: words), nil)
    }
    let target = Array(words.dropLast(dateWordCount))
    if let title = try await titleOfAllWords(words) {
      let dateText = words.suffix(dateWordCount).map(\.text).joined(separator: " ")
      guard let film = target.isEmpty ? Word(".") : try await typedOrKnownTitle(target).map({ titleTarget($0) }) else {
        return (try await films(withoutDate: words), nil)
      }
      throw severalMeanings(
        words, [meaning([titleTarget(title)]), meaning([film, Word("--on"), Word(dateText)])])
    }
    return (try await session.films(target, in: scope, for: .changing), date)
  }

  /// Returns the films; if none has the typed title and the last word may be part of a date, the error names `--on`.
  private func films(withoutDate words: [Word]) async throws -> [FilmItem] {
    do {
      return try await session.films(words, in: scope, for: .changing)
    } catch let error as ViewModelError where words.count > 1 {
      let last = words.last?.text.lowercased() ?? ""
      let lastPart = last.split(separator: " ").last.map(String.init) ?? ""
      let dateWords: Set = ["ago", "tomorrow", "week", "weeks", "month", "months", "year", "years"]
      let beforeLast = words.dropLast().last?.text.lowercased() ?? ""
      let mayEndDate =
        dateWords.contains(lastPart) || last.contains(where: \.isNumber)
        || ["last", "next", "this", "on"].contains(beforeLast)
      guard mayEndDate, error.isUnknownTitle else { throw error }
      throw CommandError.wrongUsage(
        "no film called \"\(joined(words))\" is known here; dates after a title are today, yesterday,"
          + " last friday, 2 weeks ago, on 3 march, in march and 2024-05-01; others need --on, as in"
          + " `\(verb) TITLE --on 2024-05`", verb: verb)
    }
  }

  // MARK: - Text

  /// Returns the films and a text, such as a note; the text is `nil` if it is `none`.
  ///
  /// 1. If the last word is quoted, it is the text.
  /// 2. If the first word is `.`, a number, a range, an id, or a smart collection, all other words are the
  ///    text. In a single command, in which no film is selected, this is also the case if the first word is quoted.
  /// 3. Otherwise, all words are the text for the selected film.
  ///
  /// In case 2 after a number, and in case 3, the words must not be, or begin with, the title of a film.
  ///
  /// - Parameters:
  ///   - words: The words of the command.
  ///   - requirement: The name of the text in an error message, such as `a note`.
  ///   - isName: `true` if the text is the name of a person. A first word is then taken for a title if a film of the
  ///     result set or the collection has this title.
  /// - Returns: The films and the text.
  /// - Throws: ``CommandError/severalMeanings(_:)``,
  ///   ``CommandError/noFilmForText(commands:)``; ``CommandError/wrongUsage(_:verb:)`` if the text is
  ///   missing; the errors of the targets.
  func filmsAndText(
    _ words: [Word], requirement: String, isName: Bool
  ) async throws -> (films: [FilmItem], text: String?) {
    guard let first = words.first, let last = words.last else { throw missingArgument(requirement) }
    if last.isQuoted || isQuotedTitleBeforeNone(words) {
      return (try await films(beforeText: Array(words.dropLast())), last.textUnlessNone)
    }
    if session.mode == .singleCommand, first.isQuoted, words.count > 1 {
      return (try await films(beforeText: [first]), text(words.dropFirst()))
    }
    let isTarget = !first.isQuoted && isTargetBeforeText(first.text)
    let text = text(isTarget ? words.dropFirst() : words[...])
    let isNumbered = isTarget && first.text.first?.isNumber == true
    guard !isTarget || words.count > 1 else { throw missingArgument(requirement) }
    if isTarget ? isNumbered : text != nil {
      try await requireNoTitle(words, requirement: requirement, isName: isName, isNumbered: isNumbered)
    }
    return (try await session.films(isTarget ? [first] : [], in: .local, for: .changing), text)
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
    } catch ViewModelError.unknownTitle(_, near: [], _, _) where words.count > 1 {
      throw CommandError.wrongUsage("put the whole text in quotes", verb: helpTopic)
    }
  }

  /// Returns unquoted words as a text; `nil` if the only word is `none`.
  private func text(_ words: ArraySlice<Word>) -> String? {
    guard words.count > 1 else { return words.first?.textUnlessNone }
    return words.map { $0.isQuoted ? $0.quotedIfNeeded : $0.text }.joined(separator: " ")
  }

  /// Throws an error if the words, with or without the verb, are or begin with the title of a film, or if they are a
  /// text but no film is selected.
  ///
  /// The error has the command lines for all meanings. `isNumbered` is `true` if numbers of results may come first.
  private func requireNoTitle(
    _ words: [Word], requirement: String, isName: Bool, isNumbered: Bool
  ) async throws {
    let isSelected = await session.viewModels.browsingState.implicitSelection != nil
    let textMeaning = try await meaning(ofText: words, isNumbered: isNumbered, isSelected: isSelected)
    if !isNumbered, let title = try await titleWithVerb(words) {
      throw severalMeanings(words, [search(title), textMeaning])
    }
    let missingText = meaning([Word("TITLE"), Word(isName ? "NAME" : "TEXT")], missing: requirement)
    for count in titleLengths(words) where count > 1 || !isNumbered {
      guard
        let title = words[0].isQuoted
          ? words[0].text : try await title(words, count: count, isName: isName, isSelected: isSelected || isNumbered)
      else { continue }
      if isSelected, count == words.count, try await isInUse(words) { continue }
      var titleMeaning = missingText
      titleMeaning.words[verbWords.count] = titleTarget(title)
      let rest = words.dropFirst(words[0].isQuoted ? 1 : count).map(\.text).joined(separator: " ")
      if !rest.isEmpty { titleMeaning = meaning([titleTarget(title), rest == "none" ? Word(rest) : quoted(rest)]) }
      guard isSelected || isNumbered else {
        let meanings = session.mode == .singleCommand ? [titleMeaning] : [titleMeaning, textMeaning]
        throw CommandError.severalMeanings(Choice("no film is selected", meanings))
      }
      throw severalMeanings(words, [titleMeaning, textMeaning])
    }
    guard isSelected || isNumbered else {
      guard await session.viewModels.browsingState.numbersOnPage.isEmpty else { throw ViewModelError.nothingSelected }
      let text = quoted(words.map(\.text).joined(separator: " "))
      let commands = [quoted("TITLE"), Word(".")].map { meaning([$0, text]).line }
      throw CommandError.noFilmForText(commands: session.mode == .singleCommand ? Array(commands.prefix(1)) : commands)
    }
  }

  /// Returns the command in which the words are a text: for the results whose numbers are the first word, otherwise for
  /// the selected film or, if none is selected, for a film that the user has to add.
  func meaning(ofText words: [Word], isNumbered: Bool, isSelected: Bool) async throws -> Choice.Candidate {
    let numbers = isNumbered ? words[0].text.split { !$0.isNumber }.compactMap { Int($0) } : []
    if !numbers.isEmpty, await session.viewModels.targetResolver.hasResults(numbered: numbers) {
      return meaning([words[0], quoted(words.dropFirst().map(\.text).joined(separator: " "))])
    }
    let text = quoted(words.map(\.text).joined(separator: " "))
    if isSelected { return meaning([Word("."), text]) }
    return Choice.Candidate(
      verbWords + [Word("TITLE"), text],
      missingValue: .init(index: verbWords.count, description: "the title of the film"))
  }

  /// The maximum number of words at the beginning of a text that are compared with titles.
  private static let maximumTitleLength = 20

  /// Returns the numbers of words at the beginning that are compared with titles, in descending order.
  private func titleLengths(_ words: [Word]) -> [Int] { (1...min(words.count, Self.maximumTitleLength)).reversed() }

  /// Returns the title that the first `count` words of a text are; `nil` if they are not a title.
  ///
  /// The films are those of the result set and the collection, and well-known films of the catalog. If further words
  /// follow, a title of one word is ignored if it is a common word or the title of the selected film, or if its article
  /// is missing. Before `none`, and if no film is selected, titles of all films count.
  func title(
    _ words: [Word], count: Int, isName: Bool = false, isSelected: Bool = true
  ) async throws -> String? {
    let resolver = session.viewModels.targetResolver
    let text = words.prefix(count).map(\.text).joined(separator: " ")
    if !isSelected || words.dropFirst(count).map(\.text) == ["none"] {
      return try await resolver.ownTitle(text, in: session.context)
    }
    let isBeginning = count == 1 && words.count > 1
    if isBeginning, isName { return try await resolver.listedTitle(text, in: session.context) }
    if isBeginning, Self.commonWords.contains(TextFolding.key(text)) { return nil }
    // A single word is more often a name, a tag or a word of a text than the title of a film.
    let title = try await resolver.wellKnownTitle(
      text, minimumVotes: count > 1 ? 1000 : 25_000, isBeginning: isBeginning, in: session.context)
    let selectedTitle = await session.viewModels.browsingState.selection?.name
    return isBeginning && title == selectedTitle ? nil : title
  }

  /// Words that are titles of films, but rarely mean these at the beginning of a text, as in `It was fun`.
  private static let commonWords: Set = [
    "i", "me", "my", "we", "us", "our", "you", "he", "him", "she", "her", "it", "its", "they", "them", "this", "that",
    "these", "those", "who", "what", "when", "where", "why", "how", "so", "too", "very", "not", "no", "yes", "up",
    "down", "in", "on", "at", "to", "for", "by", "from", "with", "about", "before", "after", "again", "once", "then",
    "now", "here", "there", "still", "just", "all", "both", "more", "most", "some", "if", "but", "and", "or", "is",
    "was", "are", "has", "had", "go", "saw", "seen", "watched",
  ]

  /// Returns the title with which the verb and the words begin, as in `from russia with love`; `nil` if there is none.
  ///
  /// If the title is the whole line, the film needs fewer votes.
  func titleWithVerb(_ words: [Word]) async throws -> String? {
    guard !words.contains(where: \.isQuoted) else { return nil }
    for count in titleLengths(words) {
      let text = ([verb] + words.prefix(count).map(\.text)).joined(separator: " ")
      let title = try await session.viewModels.targetResolver.wellKnownTitle(
        text, minimumVotes: count == words.count ? 100 : 1000, isBeginning: count < words.count, in: session.context)
      if let title { return title }
    }
    return nil
  }

  /// Returns whether a film already has the text as its tag or recommender; it is then not taken for a title.
  func isInUse(_ words: [Word]) async throws -> Bool {
    let values = try await session.viewModels.completion.values()
    let texts = verb == "from" ? values.recommenders : verb.hasSuffix("tag") ? values.tags : []
    return texts.contains { TextFolding.key($0) == TextFolding.key(joined(words)) }
  }

  // MARK: - Titles

  /// Returns the title of the film that all words together name; `nil` if there is none, or if a word cannot be part of
  /// a title.
  private func titleOfAllWords(_ words: [Word]) async throws -> String? {
    guard let first = words.first, let last = words.last, !words.contains(where: \.isQuoted),
      !Target.isStandalone(first.text), !first.text.hasPrefix(Target.titlePrefix), !TextFolding.key(last.text).isEmpty
    else { return nil }
    return try await session.viewModels.targetResolver.knownTitle(joined(words), in: session.context)
  }

  /// Returns the title of the film that a target refers to, the typed title if there are several films, or
  /// `nil` if there is none.
  func typedOrKnownTitle(_ target: [Word]) async throws -> String? {
    do {
      return try await session.films(target, in: .local, for: .changing, force: true).first?.title
    } catch ViewModelError.unknownTitle {
      return nil
    } catch ViewModelError.ambiguousTitle {
      return joined(target)
    }
  }

  /// Returns the words as a title, without the prefix `title:`.
  func joined(_ words: [Word]) -> String {
    let text = words.map(\.text).joined(separator: " ")
    return text.hasPrefix(Target.titlePrefix) ? String(text.dropFirst(Target.titlePrefix.count)) : text
  }

  // MARK: - Errors

  /// Returns a title as a target that has no other meaning: in quotes, or after `title:` if it is one word in a single
  /// command, for which the calling shell removes the quotes.
  func titleTarget(_ title: String) -> Word {
    session.mode == .singleCommand && !title.contains(" ") ? Word(Target.titlePrefix + title) : quoted(title)
  }

  func quoted(_ text: String) -> Word { Word(text, isQuoted: true) }

  private var verbWords: [Word] { verb.split(separator: " ").map { Word(String($0)) } }

  /// Returns the command with the verb and some words; `missing` describes a value for which the last word is a
  /// placeholder.
  func meaning(_ words: [Word], missing: String? = nil) -> Choice.Candidate {
    Choice.Candidate(
      verbWords + words,
      missingValue: missing.map { .init(index: verbWords.count + words.count - 1, description: $0) })
  }

  func search(_ title: String) -> Choice.Candidate { Choice.Candidate([Word("search"), quoted(title)]) }

  func missingArgument(_ requirement: String) -> CommandError {
    .wrongUsage("\(verb) needs \(requirement)", verb: helpTopic)
  }

  private func missingValue(_ requirement: String, command: String) -> CommandError {
    .wrongUsage("\(verb) needs \(requirement), as in `\(command)`", verb: helpTopic)
  }

  /// The first word of ``verb``, which `help` explains.
  private var helpTopic: String { verb.split(separator: " ").first.map(String.init) ?? verb }

  func severalMeanings(_ words: [Word], _ meanings: [Choice.Candidate]) -> CommandError {
    .severalMeanings(Choice(meaningsOf: verbWords + words, meanings))
  }
}
