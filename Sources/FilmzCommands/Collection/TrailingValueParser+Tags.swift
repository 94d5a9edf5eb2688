import FilmzDomain
import FilmzViewModels

extension TrailingValueParser {
  /// The placeholder for a missing tag in the commands of a ``Choice``; unquoted, it is not accepted as a tag.
  private static let tagPlaceholder = "TAG"

  /// Returns the films and the last word as a tag.
  ///
  /// Unquoted words can also be a title without a tag, or, for the selected film, a tag of several words.
  ///
  /// - Throws: ``CommandError/severalMeanings(_:)`` if the words have several of these meanings, or if the verb and the
  ///   words are or begin with a title; the errors of
  ///   ``filmsAndValue(_:requirement:placeholder:example:parse:)``.
  func filmsAndTag(_ words: [Word]) async throws -> (films: [FilmItem], tag: String) {
    if let last = words.last, !words.contains(where: \.isQuoted) {
      if last.text == Self.tagPlaceholder { throw missingArgument("a tag") }
      try await requireOneMeaning(ofTag: words, last)
    }
    let (films, tag) = try await filmsAndValue(
      words, requirement: "a tag", placeholder: Self.tagPlaceholder, example: "noir"
    ) { text in
      guard let tag = text.nonBlank?.trimmed else { throw missingArgument("a tag") }
      return tag
    }
    return (films, tag)
  }

  /// Throws an error with the command lines for all meanings if there are several.
  ///
  /// For `untag`, all words together are a tag only if a film has this tag, or if the first word is a number of
  /// results.
  private func requireOneMeaning(ofTag words: [Word], _ tag: Word) async throws {
    let target = Array(words.dropLast())
    if let title = try await titleWithVerb(words) {
      let tagMeaning = meaning((target.isEmpty ? [Word(".")] : target) + [quoted(tag.text)])
      throw severalMeanings(words, [search(title), tagMeaning])
    }
    let first = words[0].text
    let isNumbered = words.count > 1 && first.first?.isNumber == true && Target.isStandalone(first)
    let isTarget = Target.isStandalone(first) || first.hasPrefix("@") || first.hasPrefix(Target.titlePrefix)
    guard isNumbered || !isTarget || words.count == 1 else { return }
    let isSelected = await session.viewModels.browsingState.implicitSelection != nil
    let isInUse = try await isInUse(words)
    let textMeaning =
      verb == "tag" || isInUse || isNumbered
      ? try await meaning(ofText: words, isNumbered: isNumbered, isSelected: isSelected) : nil
    if let title = try await titleWithoutTag(words, isInUse: isInUse) {
      let titleMeaning = meaning([titleTarget(title), Word(Self.tagPlaceholder)], missing: "a tag")
      var shorterTitle: String?
      if !isNumbered, !target.isEmpty { shorterTitle = try await typedOrKnownTitle(target) }
      let shorterMeaning = shorterTitle.map { meaning([titleTarget($0), quoted(tag.text)]) }
      throw severalMeanings(words, [titleMeaning, shorterMeaning, textMeaning].compactMap(\.self))
    }
    guard words.count > 1, !isTarget, isSelected, let textMeaning else { return }
    try await requireSelectedFilm(target, tag, or: textMeaning, words)
  }

  /// Returns the title that all words together are; `nil` if there is none, or if a film has the words as its tag.
  ///
  /// In a single command, also returns `nil` for several words; another error then says that the tag is missing.
  private func titleWithoutTag(_ words: [Word], isInUse: Bool) async throws -> String? {
    guard !isInUse, words.count == 1 || session.mode != .singleCommand else { return nil }
    return try await title(words, count: words.count)
  }

  /// Throws an error with the command lines for both meanings unless the words before the last one refer to the
  /// selected film, because they may also belong to the tag.
  private func requireSelectedFilm(
    _ target: [Word], _ tag: Word, or textMeaning: Choice.Candidate, _ words: [Word]
  ) async throws {
    if target.count == 1, Target.isPronoun(target[0].text) { return }
    do {
      let films = try await session.films(target, in: .local, for: .changing, force: true)
      let selection = await session.viewModels.browsingState.implicitSelection
      guard let title = films.first?.title, films.map(\.id) != [selection] else { return }
      throw severalMeanings(words, [meaning([titleTarget(title), quoted(tag.text)]), textMeaning])
    } catch ViewModelError.ambiguousTitle(let title, _) {
      throw severalMeanings(words, [meaning([titleTarget(title), quoted(tag.text)]), textMeaning])
    } catch ViewModelError.unknownTitle(let title, let near, _, let searchedCollectionOnly) {
      let typed = Set(TextFolding.words(title))
      let similar = near.filter { typed.isSubset(of: TextFolding.words($0.caption)) }.prefix(8)
      throw CommandError.severalMeanings(
        Choice(
          ViewModelError.unknownTitleReason(title, searchedCollectionOnly: searchedCollectionOnly),
          [textMeaning]
            + similar.map { film in
              var candidate = meaning([Word(film.id.rawValue), quoted(tag.text)])
              candidate.caption = film.caption
              return candidate
            }))
    }
  }
}
