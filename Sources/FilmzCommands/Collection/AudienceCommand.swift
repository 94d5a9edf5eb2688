package import FilmzDomain
import FilmzViewModels

/// The `audience` command, which sets or removes the audience of films.
package struct AudienceCommand: ShellCommand {
  package static let command = Command(
    AudienceCommand.self, "audience", "Set who films are for.",
    usage: "audience [<target> ...] me|partner|family|none",
    details: """
      The last word is the audience; `none` removes it. A film that is not in the collection is \
      added. `ls --audience family` lists the films for an audience.
      """,
    examples: """
      audience family
      audience 1-3 me
      audience the godfather none
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words, or: .choice(Audience.allCases.map(\.rawValue) + ["none"]))
  ]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let (films, audience) = try await TrailingValueParser(session: session, verb: "audience")
      .filmsAndValue(
        words, requirement: "an audience: me, partner, family or none", example: "family",
        parse: Audience.parseOrNone)
    let outcome = try await session.viewModels.collection.setAudience(
      films, audience, in: session.context)
    return .changed(outcome) { item in
      Self.notice(item, audience, replacing: outcome.before[item.id]?.audience)
        + outcome.additionNotice(item)
    }
  }

  private static func notice(_ item: FilmItem, _ new: Audience?, replacing old: Audience?) -> String
  {
    let previous = old.map { " (was \($0.label))" } ?? ""
    guard let new else { return "Removed the audience of \(item.captionWithTypedTitle)\(previous)" }
    return "Set the audience of \(item.captionInSentence) to \(new.label)\(previous)"
  }
}

extension Audience {
  /// Parses an audience; returns `nil` for `none`, in any case.
  static func parseOrNone(_ text: String) throws(DomainError) -> Audience? {
    if text.lowercased() == "none" { return nil }
    guard let audience = Audience(named: text) else { throw .invalidAudience(text) }
    return audience
  }
}
