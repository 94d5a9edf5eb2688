extension SearchQuery {
  /// A query of words and of what they are narrowed by.
  package init(text: String, narrowing: SearchNarrowing, isExact: Bool = false) {
    self.init(
      text: text, years: narrowing.years, type: narrowing.type, isExact: isExact,
      filters: narrowing.filters)
  }

  /// Whether films are left out by more than their titles.
  package var isNarrowed: Bool { years != nil || type != nil || !filters.isEmpty }

  /// Whether only a catalog on this machine can answer it: OMDb knows no filters but year and a few
  /// types, and wants a text.
  package var needsCatalog: Bool {
    !filters.isEmpty || !isSearchable
      || type.map { ![.movie, .series, .episode, .game].contains($0) } ?? false
  }

  /// What narrows the query, as it could be typed: `year:1990..1999 genre:Drama`; empty where nothing
  /// does.
  package var narrowingText: String {
    let years = years.map { Self.text($0.first...$0.last, in: 0...9999) { String($0) } }
    let ratings = filters.ratings.map {
      Self.text($0, in: 0...100) { Rating(tenths: $0)?.text ?? "" }
    }
    let votes = filters.votes.map { Self.text($0, in: 0...Int.max) { String($0) } }
    let genres = filters.genres.isEmpty ? nil : filters.genres.joined(separator: ",")
    let parts: [(SearchFilter, [String])] = [
      (.year, [years].compactMap(\.self)), (.type, [type?.rawValue].compactMap(\.self)),
      (.genre, [genres].compactMap(\.self)), (.rating, [ratings].compactMap(\.self)),
      (.votes, [votes].compactMap(\.self)), (.director, filters.directors.map(Self.quoted)),
      (.actor, filters.actors.map(Self.quoted)), (.person, filters.people.map(Self.quoted)),
    ]
    return parts.flatMap { filter, values in values.map { "\(filter.rawValue):\($0)" } }
      .joined(separator: " ")
  }

  private static func text(
    _ range: ClosedRange<Int>, in whole: ClosedRange<Int>, _ number: (Int) -> String
  ) -> String {
    let first = number(range.lowerBound)
    let last = number(range.upperBound)
    if range.lowerBound == range.upperBound { return first }
    if range.upperBound == whole.upperBound { return ">=" + first }
    return range.lowerBound == whole.lowerBound ? "<=" + last : "\(first)..\(last)"
  }

  private static func quoted(_ name: String) -> String {
    name.contains(where: \.isWhitespace) ? "\"\(name)\"" : name
  }
}
