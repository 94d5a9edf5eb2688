import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension DeckCard {
  /// The maximum number of directors, and of actors, that are shown.
  private static let maximumPeople = 4

  /// Returns the card with the main facts of its film, without a trailing newline.
  ///
  /// The heading is the line above the title, such as the position in the deck. The fields come after the
  /// people; empty badges and fields are left out.
  func rendered(
    under heading: String, badges: [Card.Field], paragraphs: [String] = [], fields: [Card.Field],
    on renderTarget: RenderTarget
  ) -> String {
    let people = [
      Card.Field("Directed by", people(item.film?.directors)),
      .init("With", people(item.film?.actors)),
    ]
    let card = Card(
      title: item.caption, subtitle: subtitle, badges: badges.filter { !$0.value.isEmpty },
      paragraphs: paragraphs, fields: (people + fields).filter { !$0.value.isEmpty })
    return renderTarget.style.dim(heading) + "\n" + card.rendered(on: renderTarget)
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      film?.type?.label, film?.runtimeMinutes.map { "\($0) min" }, item.unknownYearText,
      film?.genres.joined(separator: ", "),
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  private func people(_ names: [String]?) -> String {
    (names ?? []).prefix(Self.maximumPeople).joined(separator: ", ")
  }
}

extension FilmItem {
  /// The text that a card shows if neither the year nor the runtime is known; otherwise `nil`.
  ///
  /// Source: Filmz2 (F22).
  var unknownYearText: String? {
    year == nil && film?.runtimeMinutes == nil ? "Year unknown" : nil
  }
}
