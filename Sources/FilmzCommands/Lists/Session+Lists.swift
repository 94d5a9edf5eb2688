import FilmzDomain
import FilmzStore
import FilmzViewModels

extension Session {
  /// Returns the name of the list that the first word of a command addresses.
  ///
  /// - Parameters:
  ///   - name: The first word.
  ///   - targets: The words after it, which name films.
  ///   - verb: The command, for messages.
  /// - Returns: The name as it is stored.
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` with the correct order if the last word is a list instead;
  ///   ``StoreError/noSuchList(name:near:)``.
  func listName(_ name: Word, before targets: [Word], verb: String) async throws -> String {
    let names = try await viewModels.lists.names()
    if names.id(named: name.text) == nil, let last = targets.last,
      let list = names.id(named: last.text).flatMap(names.name(of:))
    {
      let words = [Word(list, isQuoted: true), name] + targets.dropLast()
      let command = ([verb] + words.map(\.quotedIfNeeded)).joined(separator: " ")
      throw CommandError.wrongUsage(
        "there is no list called \"\(name.text)\"; did you mean `\(command)`?", verb: verb)
    }
    guard let list = names.id(named: name.text).flatMap(names.name(of:)) else {
      throw StoreError.noSuchList(
        name: name.text, near: SpellingDistance.names(near: name.text, among: names.all))
    }
    return list
  }
}

extension Output {
  /// Returns the output of a change to the films of a list, with a notice for each film.
  static func changed(
    _ change: ListChange, _ notice: (FilmItem) -> String
  ) -> Output { .changed(change.outcome, notice) }
}

extension ListChange {
  var quotedName: String { "\"\(name)\"" }

  /// Returns the place of a film, such as ` (place 3)`; empty if the film is not in the list.
  func placeText(_ item: FilmItem) -> String { places[item.id].map { " (place \($0))" } ?? "" }

  /// Returns that a film was added to the collection, as the end of a sentence; empty if it was not.
  func additionText(_ item: FilmItem) -> String {
    guard outcome.added.contains(item.id) else { return "" }
    return ", and to your watchlist"
      + (outcome.marksBefore[item.id] == .skipped ? "; it is no longer skipped" : "")
  }
}
