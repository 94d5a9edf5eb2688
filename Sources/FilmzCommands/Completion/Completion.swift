import FilmzDomain

/// The result of completing a line at the cursor.
package struct Completion: Sendable, Equatable {
  /// A possible completion, as shown in a list.
  package struct Candidate: Sendable, Hashable {
    package let label: String
    package let summary: String
  }

  /// The number of Unicode scalars before the cursor that are replaced.
  package let removedScalarCount: Int
  /// The text to insert, or `nil` if the line remains unchanged.
  package let replacement: String?
  /// All candidates, to be listed if the line remains unchanged.
  package let candidates: [Candidate]
  /// `true` if there may be more candidates than ``candidates``.
  package let isTruncated: Bool
}

extension Completion {
  /// Completes a line that consists of a name without quotes.
  package init(of line: Substring, with names: [String]) {
    let matches = names.filter { $0.lowercased().hasPrefix(line.lowercased()) }.sorted()
    let prefix = matches.dropFirst().reduce(matches.first ?? "") { prefix, name in
      String(zip(prefix, name).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    let isContinued = matches.count == 1 || prefix.count > line.count
    self.init(
      removedScalarCount: isContinued ? line.unicodeScalars.count : 0, replacement: isContinued ? prefix : nil,
      candidates: matches.map { Candidate(label: $0, summary: "") }, isTruncated: false)
  }
}

extension Command {
  /// The completion candidates for subcommands.
  var subcommandCandidates: [Completion.Candidate] {
    subcommands.map { .init(label: $0.shortName, summary: $0.summary) }
  }
}

// The filters and smart collections that are accepted among the words of an argument.
extension ValueKind {
  /// The scope of the filters that are accepted among words of this kind; `nil` if none are accepted.
  var filterScope: FilterScope? {
    switch self {
    case .searchText: .search
    case .collectionText: .collection
    case .filmFilter(let scope): scope
    default: nil
    }
  }

  /// `true` if a word of this kind can be a smart collection.
  var acceptsCollections: Bool { [.film, .collectedFilm, .collectionText].contains(self) }
}

/// The data with which a word is completed.
struct CompletionState: Sendable {
  /// Films of the result set that can be completed by their numbers.
  var numberedFilms: [TitledFilm] = []
  /// Films of the result set that can be completed by their titles.
  var resultFilms: [TitledFilm] = []
  /// Films of the collection; for each of ``TitlePrefix/keys``, those whose title begins with the key
  /// precede those whose title begins with an article and the key.
  var collectionFilms: [TitledFilm] = []
  /// Films of the catalog; for each of ``TitlePrefix/keys``, the most popular first.
  var catalogFilms: [TitledFilm] = []
  /// Films of the catalog with a local title that begins with the first of ``TitlePrefix/keys`` for which there are
  /// any.
  ///
  /// Their titles are the local ones or, if the catalog does not store these, the main titles.
  var localTitleFilms: [TitledFilm] = []
  /// `true` if there may be more films or files than this state contains.
  var isTruncated = false
  /// The names of aliases in the settings.
  var aliases: [String] = []
  var tags: [String] = []
  var recommenders: [String] = []
  var platforms: [String] = []
  /// The names of smart collections, with `@`.
  var smartCollections: [Completion.Candidate] = []
  /// The names of the user's own lists or, if a followed list is expected, of the followed lists.
  var lists: [String] = []
  /// The names of people who took part in films.
  var people: [String] = []
  /// The values of `--source`.
  var sources: [String] = []
  /// The names of the views that a query can read, and of the columns of the views that the query mentions.
  var queryNames: [Completion.Candidate] = []
  var backups: [Completion.Candidate] = []
  /// The paths of files; those of folders end with `/`.
  var files: [String] = []
}
