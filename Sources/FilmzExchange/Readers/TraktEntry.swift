import FilmzDomain

/// The members of an element of Trakt's export that are imported.
struct TraktEntry {
  /// The maximum number of plays of a film that are imported.
  private static let maximumPlays = 1_000

  private let json: LenientJSON

  /// The film or series.
  let film: NamedFilm?

  init(_ json: LenientJSON) {
    self.json = json
    film =
      json.object("movie")?.film(.movie, kind: .movie)
      ?? json.object("show")?.film(.series, kind: .tv)
  }

  /// The number of the element, which is that of the play if it is about one.
  var id: Int? { json.integer("id") }
  /// `true` if the element is about a play, whose moment may be `null`.
  var isPlay: Bool { json.hasMember("watched_at") }
  var watchedAt: String? { json.text("watched_at") }
  var lastWatchedAt: String? { json.text("last_watched_at") }
  var ratedAt: String? { json.text("rated_at") }
  var listedAt: String? { json.text("listed_at") }
  var rank: Int? { json.integer("rank") }
  var notes: String? { json.text("notes") }

  /// The episode, whose number at TMDB is not that of a film; for a season, an episode without ids.
  var partOfShow: NamedFilm? {
    guard json.object("movie") == nil else { return nil }
    if let episode = json.object("episode") { return episode.film(.episode, kind: nil) }
    let isPart = json.object("season") != nil || ["season", "episode"].contains(json.text("type"))
    return isPart ? NamedFilm(type: .episode) : nil
  }

  /// `true` if the element is about a person, or is the name of a list.
  var isPersonOrList: Bool {
    film == nil && (json.object("person") != nil || json.text("name") != nil)
  }

  /// The list, and the elements with its films; `nil` if the element is something else.
  var list: (list: ImportedList, items: [TraktEntry])? {
    guard film == nil, let name = json.text("name"), let items = json.objects("items") else {
      return nil
    }
    return (ImportedList(name: name, description: description), items.map(TraktEntry.init))
  }

  /// The name of a list whose films are in another file, or that has none; `nil` if the element is something else, such
  /// as a user.
  var namedList: NamedList? {
    if let (list, items) = list, items.isEmpty, !list.name.trimmed.isEmpty {
      return NamedList(list: list, number: nil, slug: nil, isEmpty: true)
    }
    guard film == nil, !json.hasMember("items"), !json.hasMember("username"),
      let ids = json.object("ids"), let name = json.text("name"), !name.trimmed.isEmpty
    else { return nil }
    return NamedList(
      list: ImportedList(name: name, description: description), number: ids.integer("trakt"),
      slug: ids.text("slug"), isEmpty: json.integer("item_count") == 0)
  }

  private var description: String? {
    json.text("description").flatMap { $0.trimmed.isEmpty ? nil : $0 }
  }

  /// Returns the number of plays that the element sums up, which is 1 if it has no number.
  ///
  /// - Throws: ``RowProblem/tooLarge(column:value:maximum:)`` if there are more than 1,000.
  func plays() throws(RowProblem) -> Int {
    guard let text = json.text("plays"), let plays = Double(text.trimmed), plays >= 1 else {
      return 1
    }
    guard plays <= Double(Self.maximumPlays) else {
      throw .tooLarge(column: "plays", value: text, maximum: Self.maximumPlays)
    }
    return Int(plays)
  }

  /// Returns the rating, from 1 to 10.
  func points() throws(RowProblem) -> Rating? {
    guard json.contains("rating") else { return nil }
    let rating = json.text("rating") ?? ""
    guard let points = try? Rating(parsing: rating), points.tenths >= 10 else {
      throw .invalidValue(column: "rating", value: rating)
    }
    return points
  }
}

extension LenientJSON {
  /// Returns the film; `kind` is that of its number at TMDB.
  fileprivate func film(_ type: MediaType, kind: TMDBKind?) -> NamedFilm {
    let ids = object("ids")
    let imdbID = ids?.text("imdb").flatMap { FilmID($0) }.flatMap { $0.imdbID == nil ? nil : $0 }
    let tmdbID = kind.flatMap { kind in
      ids?.text("tmdb").flatMap(FilmID.tmdbNumber).map { FilmID(tmdb: kind, $0) }
    }
    let year = integer("year").flatMap { (1870...2200).contains($0) ? $0 : nil }
    let title = text("title")?.trimmed
    return NamedFilm(
      ids: [imdbID, tmdbID].compactMap(\.self), title: title == "" ? nil : title, year: year,
      type: type)
  }
}
