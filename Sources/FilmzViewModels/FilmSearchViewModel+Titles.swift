package import FilmzDomain
import FilmzServices
import FilmzStore

extension FilmSearchViewModel {
  /// Returns whether a film of the collection has a title, or a film of the catalog has a title that
  /// begins with these words.
  ///
  /// Case, accents, and punctuation are ignored. Returns `false` if the data cannot be read.
  package func knowsTitle(beginningWith text: String, in context: CommandContext) async -> Bool {
    let key = TextFolding.key(text)
    guard !key.isEmpty else { return false }
    let captions = try? await database.openForReading().collection.captions(
      titleKey: key, isPrefix: false)
    if captions?.isEmpty == false { return true }
    let result = try? await services.search.search(
      SearchQuery(text: text), from: .catalog, in: context)
    return result?.value.page.films.contains {
      TextFolding.isPrefix(key + " ", of: $0.title)
    } ?? false
  }
}
