package import FilmzDomain
import FilmzStore

extension CollectionViewModel {
  /// Adds a tag to films, unless they have it in any case; a film that is not in the collection is added.
  package func tag(
    _ items: [FilmItem], _ tag: String, in context: CommandContext
  ) async throws -> ChangeOutcome {
    try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.update(try transaction.ensureEntry(of: item).id) { entry in
        if !entry.tags.contains(where: { $0.isSameTag(as: tag) }) { entry.tags.append(tag) }
      }
    }
  }

  /// Removes a tag, in any case, from films; films that do not have it are refused.
  package func untag(
    _ items: [FilmItem], _ tag: String, in context: CommandContext
  ) async throws -> ChangeOutcome {
    var outcome = try await writer.changeAndSelect(items, in: context) { transaction, item in
      try transaction.requireEntry(of: item)
      try transaction.update(item.id) { entry in
        let count = entry.tags.count
        entry.tags.removeAll { $0.isSameTag(as: tag) }
        guard entry.tags.count < count else {
          throw StoreError.nothingToRemove("tag \"\(tag)\"", title: item.caption)
        }
      }
    }
    outcome.allowsRefusals = true
    return outcome
  }

  /// Returns the tags of films and viewings with the number of films of each, the most frequent first.
  package func tags() async throws -> [ValueCount] {
    try await database.openForReading().collection.tagCounts()
  }
}
