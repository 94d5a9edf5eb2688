package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Returns the tags of films and viewings with the number of films of each.
  ///
  /// The highest numbers come first; tags with equal numbers are sorted by name. Tags with one
  /// `tagKey` are one tag, in the spelling that most films have.
  package func tagCounts() async throws -> [ValueCount] {
    try await readShown { [hasFilter = kidsFilter != nil] db in
      let sql = """
        SELECT entry.id AS film, tag.value FROM main.entry, json_each(entry.tags) AS tag
        WHERE entry.tags <> '[]' AND \(Self.shownFilms("entry.id", hasFilter: hasFilter))
        UNION
        SELECT viewing.film, tag.value FROM main.viewing, json_each(viewing.tags) AS tag
        WHERE viewing.tags <> '[]' AND \(Self.shownFilms("viewing.film", hasFilter: hasFilter))
        """
      let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
      var tags: [String: TagUse] = [:]
      while let row = try rows.next() {
        let tag: String = try row.value("value")
        tags[tag.tagKey, default: TagUse()].add(tag, of: try row.value("film"))
      }
      return tags.values.map(\.count).sorted {
        ($1.count, TextFolding.key($0.value), $0.value)
          < ($0.count, TextFolding.key($1.value), $1.value)
      }
    }
  }
}

/// The films with a tag, and the spellings of the tag.
private struct TagUse {
  private var films: Set<String> = []
  /// The number of films with each spelling.
  private var spellings: [String: Int] = [:]

  mutating func add(_ spelling: String, of film: String) {
    films.insert(film)
    spellings[spelling, default: 0] += 1
  }

  /// The most frequent spelling, the first one by code points if there are several, with the number of films.
  var count: ValueCount {
    let spelling = spellings.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    return ValueCount(value: spelling, count: films.count)
  }
}
