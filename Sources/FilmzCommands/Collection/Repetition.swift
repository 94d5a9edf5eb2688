import FilmzDomain
import FilmzViewModels

/// Films that have a viewing on the day of a new viewing, which may have been entered twice by mistake.
struct Repetition {
  /// Which films have a viewing on which day, as the beginning of a sentence.
  let text: String

  /// Returns `nil` if no film has a viewing on that day, or the day is not known.
  init?(of films: [FilmItem], on date: PartialDate?) {
    guard let date, date.isDay else { return nil }
    let repeatedFilms = films.filter { $0.entry?.viewings.contains { $0.date == date } == true }
    guard let film = repeatedFilms.first else { return nil }
    let subject =
      repeatedFilms.count == 1
      ? "\(film.caption) already has" : "\(repeatedFilms.count) of these films already have"
    text = "\(subject) a viewing on \(date.text)"
  }
}

extension Session {
  /// Asks in the shell whether to add another viewing on the same day.
  ///
  /// Without a repetition, and outside the shell, returns `true` without asking.
  ///
  /// - Throws: The errors of ``confirm(_:action:)``.
  func confirms(_ repetition: Repetition?, action: String) async throws -> Bool {
    guard mode == .shell, let repetition else { return true }
    return try await confirm("\(repetition.text). Add another one?", action: action)
  }
}

extension Output {
  /// The output if the user did not want to add another viewing.
  static let nothingAdded = Output(.changes(.films([])), [.notice("Nothing was added.")])

  /// Returns the output with a warning of a repetition, which the shell has asked about instead.
  func warning(of repetition: Repetition?, in session: Session) -> Output {
    guard session.mode != .shell, let repetition else { return self }
    var output = self
    output.messages.append(.warning("\(repetition.text); another one was added"))
    return output
  }
}
