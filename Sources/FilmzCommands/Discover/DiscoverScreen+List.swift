import FilmzDomain
import FilmzTerminal
import FilmzViewModels

// The key that adds the film of a card to a list.
extension DiscoverScreen {
  /// Reads the name of a list, and adds the film of the current card to it, which is also wanted then.
  ///
  /// After a name that no list has, asks again; Enter or the same name creates the list.
  func askForList(
    on screen: DeckScreen<MarkChange>, creating newName: String? = nil
  ) async throws -> NextState {
    let names = try await session.viewModels.lists.names()
    let prompt = (newName.map { "Enter creates \"\($0.sanitizedForTerminal)\". " } ?? "") + "List: "
    return try await screen.readName(prompt, among: names.all, default: newName) { text in
      let existingName = names.id(named: text).flatMap(names.name(of:))
      if existingName == nil, text != newName {
        let name = try FilmList.validName(text)
        screen.printer.printMessage("There is no list \"\(name)\".", .red)
        return try await self.askForList(on: screen, creating: name)
      }
      return try await self.add(to: existingName ?? text, on: screen)
    }
  }

  private func add(
    to name: String, on screen: DeckScreen<MarkChange>
  ) async throws -> NextState {
    var change = change(.wanted, nil)
    change.list = name
    guard let item = try await screen.deck.perform(change) else { return .card }
    let isChanged = await screen.deck.undoEntries.last?.hasChanged ?? false
    screen.printer.printMessage(
      "\(item.caption) is \(isChanged ? "in" : "already in") \"\(name)\""
        + (item.mark == .wanted ? " and on your watchlist." : "."))
    return .card
  }
}
