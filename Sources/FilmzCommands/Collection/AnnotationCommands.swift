import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `note` command, which sets or removes the note of films.
struct NoteCommand: ShellCommand {
  static let command = Command(
    of: NoteCommand.self, "note", "Write a note on films.",
    usage: """
      note [<target> ...] <text>|none
      note [<target>] -e
      """,
    details: """
      The note is the last word if it is in quotes, or everything after a number, an id or `.`. Other words are a note \
      on the selected film, unless they begin with a title. `none` removes the note. With -e, edit the \
      note of one film in $EDITOR; saving an empty file removes it. A film that is not in the collection is added.
      """,
    examples: [
      #"note "great fun""#,
      #"note heat "a long, precise film""#,
      "note tt0068646 none",
      "note the godfather -e",
    ])

  static let arguments: [Argument<Self>] = [
    .films(\.words, or: .choice(["none"])),
    .flag("--edit", short: "-e", \.edit, "Edit the note in $EDITOR; the arguments name only the film."),
  ]

  var words: [Word] = []
  var edit = false

  func run(in session: Session) async throws -> Output {
    if edit { return try await editNote(in: session) }
    let (films, text) = try await TrailingValueParser(session: session, verb: "note").filmsAndText(
      words, requirement: "a note", isName: false)
    return Self.output(try await session.viewModels.collection.note(films, text, in: session.context), text)
  }

  /// Returns the output for films whose note is now `text`, or was removed if `text` is `nil`.
  private static func output(_ outcome: ChangeOutcome, _ text: String?) -> Output {
    .changed(outcome) { item in
      let oldNote = outcome.before[item.id]?.notes
      let change = oldNote == nil ? "saved" : "replaced"
      let oldText = oldNote.map { " (\"\($0.onOneLine(maximumLength: 13))\")" } ?? ""
      return "Note of \(item.captionInSentence) \(text == nil ? "removed" : change)\(oldText)"
        + outcome.additionNotice(item)
    }
  }

  private func editNote(in session: Session) async throws -> Output {
    let edit = try session.editor(or: "`note TARGET TEXT`")
    let film = try await session.film(words, for: .changing, task: "note -e", verb: "note")
    let oldNote = film.entry?.notes ?? ""
    session.progress?.stop()
    return try await edit(oldNote).use { text in
      guard text.nonBlank != oldNote.withoutTrailingNewlines.nonBlank else {
        return .unchanged("Note of \(film.captionWithTypedTitle) unchanged")
      }
      let outcome = try await session.viewModels.collection.note(
        film, text.nonBlank, insteadOf: film.entry?.notes, in: session.context)
      return Self.output(outcome, text.nonBlank)
    }
  }
}

/// The `tag` command, which adds a tag to films or counts the films with each tag.
struct TagCommand: ShellCommand {
  static let command = Command(
    of: TagCommand.self, "tag", "Add a tag to films, or list the tags.",
    usage: """
      tag [<target> ...] <tag>
      tag ls
      """,
    details: """
      The last word is the tag; a tag of several words needs quotes. A film that is not in the collection \
      is added. `ls --tag noir` lists the films with a tag. `tag ls` counts the films with each tag, their \
      own tags and those of their viewings; upper and lower case are the same. To add a tag called ls, put \
      it in quotes.
      """, examples: ["tag noir", "tag 1-3 noir", #"tag . "to lend""#, "tag ls"])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .subcommands(["ls"]), .tag)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let isList = words.count == 1 && words[0].text == "ls" && !words[0].isQuoted
    return isList ? try await list(in: session) : try await add(in: session)
  }

  private func list(in session: Session) async throws -> Output {
    let counts = try await session.viewModels.collection.tags()
    let renderTarget = session.host.console.renderTarget(session.options.color)
    return Output(
      .list(.tags(counts, isUTF8: renderTarget.isUTF8)),
      notice: counts.isEmpty ? "No film has a tag; `tag TARGET NAME` adds one" : nil)
  }

  private func add(in session: Session) async throws -> Output {
    let (films, tag) = try await TrailingValueParser(session: session, verb: "tag").filmsAndTag(words)
    let outcome = try await session.viewModels.collection.tag(films, tag, in: session.context)
    return .changed(outcome) { item in
      let oldTags = outcome.before[item.id]?.tags ?? []
      guard item.entry?.tags != oldTags else { return "\(item.captionWithTypedTitle) already has the tag \(tag)" }
      return "Tagged \(item.captionInSentence) with \(tag)"
        + (oldTags.isEmpty ? "" : " (had \(oldTags.joined(separator: ", ")))") + outcome.additionNotice(item)
    }
  }
}

/// The `untag` command, which removes a tag from films.
struct UntagCommand: ShellCommand {
  static let command = Command(
    of: UntagCommand.self, "untag", "Remove a tag from films.", usage: "untag [<target> ...] <tag>",
    details: """
      The last word is the tag. Tags of viewings are not changed; `viewings edit` does that.
      """, examples: ["untag noir", "untag 1-3 noir", #"untag . "to lend""#])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .tag)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let (films, tag) = try await TrailingValueParser(session: session, verb: "untag").filmsAndTag(words)
    let outcome = try await session.viewModels.collection.untag(films, tag, in: session.context)
    return .changed(outcome) { item in
      let tags = item.entry?.tags ?? []
      return "Removed the tag \(tag) from \(item.captionWithTypedTitle)"
        + (tags.isEmpty ? "" : " (still has \(tags.joined(separator: ", ")))")
    }
  }
}

/// The `from` command, which sets or removes the recommender of films.
struct FromCommand: ShellCommand {
  static let command = Command(
    of: FromCommand.self, "from", "Set who recommended films.", usage: "from [<target> ...] <name>|none",
    details: """
      The name is the last word if it is in quotes, or everything after a number, an id or `.`. Other words are a name \
      for the selected film, unless they begin with a title. `none` removes the name. A film that is not \
      in the collection is added. `ls --grep ines` finds the films again.
      """, examples: ["from Ines", "from 2 Uncle Bob", #"from the godfather "Uncle Bob""#])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .recommender)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let (films, text) = try await TrailingValueParser(session: session, verb: "from")
      .filmsAndText(words, requirement: "a name", isName: true)
    let name = text?.trimmed
    let outcome = try await session.viewModels.collection.setRecommender(films, name, in: session.context)
    return .changed(outcome) { item in
      notice(of: "recommender", item, name, replacing: outcome.before[item.id]?.recommendedBy)
        + outcome.additionNotice(item)
    }
  }
}

/// The `audience` command, which sets or removes the audience of films.
struct AudienceCommand: ShellCommand {
  static let command = Command(
    of: AudienceCommand.self, "audience", "Set who films are for.",
    usage: "audience [<target> ...] me|partner|family|none",
    details: """
      The last word is the audience; `none` removes it. A film that is not in the collection is \
      added. `ls --audience family` lists the films for an audience.
      """, examples: ["audience family", "audience 1-3 me", "audience the godfather none"])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .choice(Audience.allCases.map(\.rawValue) + ["none"]))]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let (films, audience) = try await TrailingValueParser(session: session, verb: "audience").filmsAndValue(
      words, requirement: "an audience: me, partner, family or none", placeholder: "AUDIENCE", example: "family",
      parse: Audience.parseOrNone)
    let outcome = try await session.viewModels.collection.setAudience(films, audience, in: session.context)
    return .changed(outcome) { item in
      notice(of: "audience", item, audience?.label, replacing: outcome.before[item.id]?.audience?.label)
        + outcome.additionNotice(item)
    }
  }
}

/// Returns the notice for a field of a film that was set or, if the new value is `nil`, removed.
private func notice(of field: String, _ item: FilmItem, _ new: String?, replacing old: String?) -> String {
  let previous = old.map { " (was \($0))" } ?? ""
  guard let new else { return "Removed the \(field) of \(item.captionWithTypedTitle)\(previous)" }
  return "Set the \(field) of \(item.captionInSentence) to \(new)\(previous)"
}

extension Audience {
  /// Parses an audience; returns `nil` for `none`, in any case.
  static func parseOrNone(_ text: String) throws(DomainError) -> Audience? {
    if text.lowercased() == "none" { return nil }
    guard let audience = Audience(named: text) else { throw .invalidAudience(text) }
    return audience
  }
}
