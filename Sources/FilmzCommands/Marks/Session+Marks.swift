import FilmzDomain
import FilmzViewModels

extension Session {
  /// Sets the mark of films, and returns the films with a notice for each.
  func mark(_ films: [FilmItem], _ change: MarkChange) async throws -> Output {
    let outcome = try await viewModels.collection.mark(films, change, in: context)
    return .changed(outcome) { change.notice($0, outcome) }
  }
}

extension MarkChange {
  /// Returns what the change did to a film, such as `Heat (1995) is seen` or `Heat (1995) is already seen`.
  fileprivate func notice(_ item: FilmItem, _ outcome: ChangeOutcome) -> String {
    let before = outcome.marksBefore[item.id]
    let entryBefore = outcome.before[item.id]
    let rating = ratingText(replacing: entryBefore?.rating)
    guard mark.replaces(before, isForced: isForced) else {
      let count = item.entry?.viewings.count ?? 0
      return "\(item.captionWithTypedTitle) is "
        + (mark == .seen && addsViewing
          ? "seen\(dateText) (viewing \(count))" : "already \((before ?? mark).predicate)")
        + rating + (before.map(forceHint) ?? "")
    }
    return
      "\(item.captionWithTypedTitle) is \(mark.predicate)\(mark == .seen ? dateText : "")\(rating)"
      + (entryBefore.map(removalText) ?? "")
  }

  /// The date of the viewing, such as ` on 2024-05-01`; empty if it is not known.
  private var dateText: String { date.map { " \($0.isDay ? "on" : "in") \($0.text)" } ?? "" }

  private func ratingText(replacing old: Rating?) -> String {
    guard mark == .seen, let rating else { return "" }
    return ", rated \(rating.text)" + (old.map { " (was \($0.text))" } ?? "")
  }

  /// Returns how to replace a stronger mark; empty if the film has no stronger mark.
  private func forceHint(_ current: Mark) -> String {
    guard current > mark else { return "" }
    return mark == .skipped
      ? "; --force removes it from the collection" : "; --force removes its viewings"
  }

  /// Returns which data of the film the change removed; empty if none.
  private func removalText(_ entry: CollectionEntry) -> String {
    let viewings = entry.viewings.isEmpty ? nil : entry.viewings.count.counted("viewing")
    switch mark {
    case .seen: return ""
    case .wanted: return viewings.map { "; removed \($0)" } ?? ""
    case .skipped:
      return "; removed from the collection" + (entry.summary.map { " (\($0))" } ?? "")
    }
  }
}

extension Mark {
  /// The predicate of a sentence about a film with this mark.
  var predicate: String {
    switch self {
    case .seen: "seen"
    case .wanted: "on your watchlist"
    case .skipped: "skipped"
    }
  }
}
