/// A family of smart collections of the seen films that have a value in common, such as `@genre:Horror`.
package enum CollectionFamily: String, Sendable, CaseIterable {
  case genre
  case platform
  case decade
  case person

  /// Returns the name of the collection for a value, `@genre:Sci-Fi` or `@platform:prime-video`.
  package func name(of value: String) -> CollectionName {
    var word = value.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).joined(separator: "-")
    if self != .genre { word = word.lowercased() }
    return CollectionName(text: "@\(rawValue):\(word)")
  }

  /// Returns the films of the collection for a value; `nil` if the value is not valid.
  ///
  /// A genre may have another spelling than in the films, such as `scifi`, or TMDB's name; a genre that is not
  /// one of IMDb's has to be replaced by its spelling in the films.
  func filter(of value: String) -> FilmFilter? {
    let text = value.replacing("-", with: " ").trimmed
    guard !CollectionName.folded(text).isEmpty else { return nil }
    var filter = FilmFilter()
    filter.isWatched = true
    switch self {
    case .genre:
      let key = CollectionName.folded(value)
      let name = (Genre.all + Genre.namesOfTMDB).first { CollectionName.folded($0) == key }
      filter.genres = [name.map(Genre.names) ?? [value]]
    case .platform: filter.platform = text
    case .person: filter.people = [text]
    case .decade:
      guard value.lowercased().hasSuffix("0s"), let year = Int(year: value.dropLast()) else {
        return nil
      }
      filter.years = year...year + 9
    }
    return filter
  }
}

extension CollectionName {
  /// The filter of a built-in collection; `nil` if there is no built-in collection of this name.
  package var builtInFilter: FilmFilter? {
    if let collection = BuiltInCollection(rawValue: key) { return collection.filter }
    return family.flatMap { family in value.flatMap(family.filter) }
  }

  /// The family that the name before the colon stands for; `nil` if there is no colon or no such family.
  package var family: CollectionFamily? {
    guard value != nil, let colon = key.firstIndex(of: ":") else { return nil }
    return CollectionFamily(rawValue: String(key[..<colon]))
  }
}
