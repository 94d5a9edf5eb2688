package import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `tag` command, which adds a tag to films or counts the films with each tag.
package struct TagCommand: ShellCommand {
  package static let command = Command(
    TagCommand.self, "tag", "Add a tag to films, or list the tags.",
    usage: """
      tag [<target> ...] <tag>
      tag ls
      """,
    details: """
      The last word is the tag; a tag of several words needs quotes. A film that is not in the collection \
      is added. `ls --tag noir` lists the films with a tag. `tag ls` counts the films with each tag, their \
      own tags and those of their viewings; upper and lower case are the same. To add a tag called ls, put \
      it in quotes.
      """,
    examples: """
      tag noir
      tag 1-3 noir
      tag . "to lend"
      tag ls
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words, or: .subcommands(["ls"]), .tag)
  ]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let isList = words.count == 1 && words[0].text == "ls" && !words[0].isQuoted
    return isList ? try await list(in: session) : try await add(in: session)
  }

  private func list(in session: Session) async throws -> Output {
    let counts = try await session.viewModels.collection.tags()
    let renderTarget = session.host.console.renderTarget(session.options.color)
    return Output(
      .list(.tags(counts, isUTF8: renderTarget.isUTF8)),
      counts.isEmpty ? [.notice("No film has a tag; `tag TARGET NAME` adds one")] : [])
  }

  private func add(in session: Session) async throws -> Output {
    let (films, tag) = try await TrailingValueParser(session: session, verb: "tag")
      .filmsAndTag(words)
    let outcome = try await session.viewModels.collection.tag(films, tag, in: session.context)
    return .changed(outcome) { item in
      let oldTags = outcome.before[item.id]?.tags ?? []
      guard item.entry?.tags != oldTags else {
        return "\(item.captionWithTypedTitle) already has the tag \(tag)"
      }
      return "Tagged \(item.captionInSentence) with \(tag)"
        + (oldTags.isEmpty ? "" : " (had \(oldTags.joined(separator: ", ")))")
        + outcome.additionNotice(item)
    }
  }
}

/// The `untag` command, which removes a tag from films.
package struct UntagCommand: ShellCommand {
  package static let command = Command(
    UntagCommand.self, "untag", "Remove a tag from films.",
    usage: "untag [<target> ...] <tag>",
    details: """
      The last word is the tag. Tags of viewings are not changed; `viewings edit` does that.
      """,
    examples: """
      untag noir
      untag 1-3 noir
      untag . "to lend"
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, or: .tag)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (films, tag) = try await TrailingValueParser(session: session, verb: "untag")
      .filmsAndTag(words)
    let outcome = try await session.viewModels.collection.untag(films, tag, in: session.context)
    return .changed(outcome) { item in
      let tags = item.entry?.tags ?? []
      return "Removed the tag \(tag) from \(item.captionWithTypedTitle)"
        + (tags.isEmpty ? "" : " (still has \(tags.joined(separator: ", ")))")
    }
  }
}
