import FilmzDomain
import FilmzViewModels

/// Films that have a viewing on the day of a new or changed viewing, which may have been entered twice by
/// mistake.
struct Repetition {
  /// Which films have a viewing on which day, as the beginning of a sentence.
  let text: String
  /// The question whether to go on.
  let question: String
  /// What was done nevertheless, as the end of a sentence.
  let result: String

  /// Returns `nil` if no film has another viewing on that day, or the day is not known.
  ///
  /// If a viewing is changed and not added, `changed` is its number in the order of the dates.
  init?(of films: [FilmItem], on date: PartialDate?, changed number: Int? = nil) {
    guard let date, date.isDay else { return nil }
    let repeatedFilms = films.filter { film in
      zip(1..., film.entry?.viewingsByDate ?? []).contains { $0 != number && $1.date == date }
    }
    guard let film = repeatedFilms.first else { return nil }
    let subject =
      repeatedFilms.count == 1
      ? "\(film.caption) already has" : "\(repeatedFilms.count) of these films already have"
    text = "\(subject) \(number == nil ? "a" : "another") viewing on \(date.text)"
    question = number == nil ? "Add another one?" : "Change the date?"
    result = number == nil ? "another one was added" : "the date was changed"
  }
}

extension Session {
  /// Asks in the shell whether a film is to have another viewing on the same day.
  ///
  /// Without a repetition, and outside the shell, returns `true` without asking.
  ///
  /// - Throws: The errors of ``confirm(_:action:)``.
  func confirms(_ repetition: Repetition?, action: String) async throws -> Bool {
    guard mode == .shell, let repetition else { return true }
    return try await confirm("\(repetition.text). \(repetition.question)", action: action)
  }
}

extension Output {
  /// The output if the user did not want to add another viewing.
  static let nothingAdded = Output(.changes(.films([])), [.notice("Nothing was added.")])

  /// Returns the output with a warning of a repetition, which the shell has asked about instead.
  func warning(of repetition: Repetition?, in session: Session) -> Output {
    guard session.mode != .shell, let repetition else { return self }
    var output = self
    output.messages.append(.warning("\(repetition.text); \(repetition.result)"))
    return output
  }
}
