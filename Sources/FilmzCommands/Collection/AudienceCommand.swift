import FilmzDomain
import FilmzViewModels

/// `audience`: says for whom films are, or takes that away.
package struct AudienceCommand: ShellCommand {
  package static let command = Command(
    AudienceCommand.self, "audience", "Say for whom films are.",
    usage: "audience [<target> ...] me|partner|family|none",
    details: """
      The last word is the audience; none takes it away. A film that is not in the collection comes \
      in. `ls --audience family` lists the films for an audience.
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
    let audience = try words.last.flatMap { try Audience.optional($0.text) }
    let (films, _) = try await session.filmsAndValue(
      words, value: "an audience: me, partner, family or none", verb: "audience")
    let outcome = try await session.models.collection.setAudience(
      films, audience, in: session.context)
    return .changed(outcome) { item in
      Self.notice(item, audience, before: outcome.before[item.id]?.audience)
        + outcome.noteIfAdded(item)
    }
  }

  private static func notice(_ item: FilmItem, _ new: Audience?, before old: Audience?) -> String {
    let was = old == nil || old == new ? "" : " (was \(old?.label ?? ""))"
    guard let new else { return "Took the audience of \(item.name) away\(was)" }
    return "Marked \(item.name) for \(new.label)\(was)"
  }
}

extension Audience {
  /// Reads an audience, or `none`.
  static func optional(_ text: String) throws(DomainError) -> Audience? {
    if text.lowercased() == "none" { return nil }
    guard let audience = Audience(named: text) else { throw .invalidAudience(text) }
    return audience
  }
}
