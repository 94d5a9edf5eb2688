import FilmzStore

// The actions on cards, and their undo.
extension CardDeck {
  /// Performs an action on the current card, and advances to the next card.
  ///
  /// - Returns: The film after the action; `nil` if the deck was already at its end.
  /// - Throws: ``ViewModelError/filmChanged(title:)`` or ``ViewModelError/filmGone(title:)`` if the card that the user
  ///   sees is outdated.
  @discardableResult
  package func perform(_ action: Action) async throws -> FilmItem? {
    let shown = shownCard
    let card = try await card()
    if let shown {
      let isLeftOut = currentID != shown.id
      if isLeftOut, shown.item.entry != nil { throw ViewModelError.filmGone(title: shown.item.name) }
      let isCurrent = !isLeftOut && card?.item.hasSameUserData(as: shown.item) == true
      guard isCurrent else { throw ViewModelError.filmChanged(title: shown.item.name) }
    }
    guard let card else { return nil }
    let item = try await perform(action, on: card.item, at: card.number - 1, isAmendment: false)
    position = card.number
    shownCard = nil
    return item
  }

  /// Performs another action on the card of an earlier action, as a step of its own; the current card stays the same.
  package func amend(_ undoEntry: UndoEntry, with action: Action) async throws -> FilmItem {
    try await perform(action, on: undoEntry.after, at: undoEntry.position, isAmendment: true)
  }

  /// Performs another action on the film of the last action, as part of the same step of the journal, so that one undo
  /// undoes both actions.
  ///
  /// If the last action changed nothing, this action gets a step of its own.
  ///
  /// - Returns: The film after both actions; `nil` if no action has been performed.
  @discardableResult
  package func extendLastStep(with action: Action) async throws -> FilmItem? {
    guard let last = undoEntries.last else { return nil }
    invalidateCard(films[last.position])
    let (after, newStep) = try await store(action, last.after, last.step)
    invalidateCard(films[last.position])
    undoEntries[undoEntries.count - 1] = UndoEntry(
      action: action, before: last.before, after: after, isAmendment: last.isAmendment,
      position: last.position, step: last.step ?? newStep)
    return after
  }

  /// Undoes the last action, and makes its card the current one unless the action was an amendment.
  ///
  /// - Returns: The undo entry of the action, and the film after the undo; `nil` if there is
  ///   nothing to undo.
  /// - Throws: ``ViewModelError/filmChanged(title:)`` if the film was changed elsewhere; the undo
  ///   entry is removed then.
  package func undo() async throws -> (undoEntry: UndoEntry, item: FilmItem)? {
    guard let undoEntry = undoEntries.last else { return nil }
    try await reverse(undoEntry)
    undoEntries.removeLast()
    invalidateCard(films[undoEntry.position])
    let item = try await item(films[undoEntry.position]) ?? undoEntry.before
    if !undoEntry.isAmendment { position = undoEntry.position }
    shownCard = nil
    return (undoEntry, item)
  }

  private func perform(
    _ action: Action, on item: FilmItem, at position: Int, isAmendment: Bool
  ) async throws -> FilmItem {
    invalidateCard(films[position])
    let (after, step) = try await store(action, item, nil)
    invalidateCard(films[position])
    undoEntries.append(
      UndoEntry(action: action, before: item, after: after, isAmendment: isAmendment, position: position, step: step))
    return after
  }

  private func reverse(_ undoEntry: UndoEntry) async throws {
    guard let step = undoEntry.step else { return }
    do {
      try await undoStep(step)
    } catch StoreError.nothingToReverse {
      // The step has been undone by another session.
    } catch StoreError.changedSince {
      undoEntries.removeLast()
      throw ViewModelError.filmChanged(title: undoEntry.before.name)
    }
  }
}
