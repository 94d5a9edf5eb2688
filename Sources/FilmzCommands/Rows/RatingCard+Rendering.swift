import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension RatingCard {
  /// People of each sort that are named.
  private static let mostPeople = 4

  /// Its place, and what helps to remember the film; no line break at the end.
  func rendered(on canvas: Canvas) -> String {
    canvas.style.dim("\(number)/\(total)") + "\n" + card(width: canvas.width).rendered(on: canvas)
  }

  private func card(width: Int?) -> Card {
    Card(
      title: item.caption, subtitle: subtitle,
      badges: badges.filter { !$0.value.isEmpty },
      fields: fields(width).filter { !$0.value.isEmpty })
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      film?.type?.label, film?.runtimeMinutes.map { "\($0) min" },
      film?.genres.joined(separator: ", "),
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  private var badges: [Card.Field] {
    [
      .init("Mine", item.entry?.rating.map { "\($0.text)/10" } ?? "", .cyan),
      .init("IMDb", item.film?.imdbRating.map { "\($0.decimalText)/10" } ?? "", .yellow),
      .init("Seen", seen, .green),
    ]
  }

  private var seen: String {
    guard let entry = item.entry, entry.isWatched else { return "not yet" }
    return entry.dateWatched?.text ?? "yes"
  }

  /// A long note is cut to two lines of the terminal.
  private func fields(_ width: Int?) -> [Card.Field] {
    [
      .init("Directed by", people(item.film?.directors)),
      .init("With", people(item.film?.actors)),
      .init("Note", (item.entry?.notes ?? "").inert.truncated(toWidth: (width ?? 80) * 2)),
    ]
  }

  private func people(_ names: [String]?) -> String {
    (names ?? []).prefix(Self.mostPeople).joined(separator: ", ")
  }
}
