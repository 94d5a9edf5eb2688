import FilmzDomain
import Foundation

/// The facts in the details of a film or series.
extension JSONObject {
  /// The maximum number of actors of a film.
  private static let maximumActors = 10

  /// Returns the film with all facts of TMDB under its canonical id: the IMDb id if TMDB has a valid one,
  /// otherwise the id at TMDB.
  ///
  /// - Parameters:
  ///   - kind: The kind of the film.
  ///   - settings: The settings of the request: the region whose certification and offers are used, and
  ///     the language of TMDB.
  ///   - fetchedAt: The time of the response.
  /// - Returns: The film; `nil` if the number is missing or invalid, or the title is missing.
  func detailedFilm(_ kind: TMDBKind, _ settings: Settings, fetchedAt: Date) -> Film? {
    guard var film = film(kind) else { return nil }
    film.fetchedAt = fetchedAt
    film.isComplete = true
    let region = settings.region
    film.region = region
    film.tmdbLanguage = settings.tmdbLanguage
    film.rated =
      kind == .movie ? certification(in: region) : object("content_ratings")?.entry(of: region)?.text("rating")
    film.watch = watchOffers(in: region)
    film.languages = objects("spoken_languages").compactMap { $0.text("english_name") }
    film.countries = objects("production_countries").compactMap { $0.text("name") }
    setCredits(of: &film)
    if kind == .movie {
      film.runtimeMinutes = integer("runtime").flatMap(Self.minutes)
    } else {
      setSeriesFacts(of: &film)
    }
    if let imdbID = imdbID(kind) {
      film.otherIDs = [film.id]
      film.id = imdbID
    }
    return film
  }

  /// Returns the IMDb id of the film or series; `nil` if it is absent or not the id of a title.
  private func imdbID(_ kind: TMDBKind) -> FilmID? {
    let text = text("imdb_id") ?? object("external_ids")?.text("imdb_id")
    guard let text, text.wholeMatch(of: #/tt[0-9]+/#) != nil else { return nil }
    return FilmID(text)
  }

  /// Sets the people of a film or series; the writers of a series are those who created it, not those who
  /// wrote its episodes.
  private func setCredits(of film: inout Film) {
    let credits = object("credits")
    let crew = credits?.objects("crew") ?? []
    let cast = credits?.objects("cast").sorted(by: "order") ?? []
    film.actors = Array(Self.names(cast).prefix(Self.maximumActors))
    film.directors = Self.names(crew.filter { $0.text("job") == "Director" })
    film.writers = Self.names(
      film.type == .series ? objects("created_by") : crew.filter { $0.text("department") == "Writing" })
  }

  private func setSeriesFacts(of film: inout Film) {
    film.runtimeMinutes = integers("episode_run_time").lazy.compactMap(Self.minutes).first
    film.isRunning = flag("in_production") ?? (text("status") == "Returning Series")
    film.endYear = film.isRunning ? nil : date("last_air_date")?.year
  }

  /// Returns the names of people without repetitions.
  private static func names(_ people: [JSONObject]) -> [String] {
    people.compactMap { $0.text("name") }.withoutRepetitions { $0 }
  }

  /// Returns a running time in minutes; `nil` if it is not between 1 and 100,000.
  private static func minutes(_ number: Int) -> Int? { (1...100_000).contains(number) ? number : nil }
}

extension [JSONObject] {
  /// Returns the objects ordered by the integer member `name`; objects without it are last.
  fileprivate func sorted(by name: String) -> Self { sorted { $0.integer(name) ?? .max < $1.integer(name) ?? .max } }
}

/// The facts that depend on the region.
extension JSONObject {
  /// The type of the release in theaters, whose certification is preferred.
  private static let theatricalRelease = 3

  /// TMDB's names of the kinds of offers.
  private static let offerKinds: [(name: String, kind: WatchOffer.Kind)] = [
    ("flatrate", .stream), ("free", .free), ("ads", .ads), ("rent", .rent), ("buy", .buy),
  ]

  /// Returns the certification of a film; `nil` if there is none.
  fileprivate func certification(in region: String) -> String? {
    let releases = object("release_dates")?.entry(of: region)?.objects("release_dates") ?? []
    let theatrical = releases.filter { $0.integer("type") == Self.theatricalRelease }
    return (theatrical + releases).lazy.compactMap { $0.text("certification") }.first
  }

  /// Returns the element of the list of results for a region; `nil` if there is none.
  fileprivate func entry(of region: String) -> JSONObject? {
    objects("results").first { $0.text("iso_3166_1") == region }
  }

  /// Returns the offers in a region, sorted by kind and then in TMDB's order; each service occurs once per kind.
  fileprivate func watchOffers(in region: String) -> [WatchOffer] {
    guard let offers = object("watch/providers")?.object("results")?.object(region) else { return [] }
    let all = Self.offerKinds.flatMap { name, kind in
      let sorted = offers.objects(name).sorted(by: "display_priority")
      return sorted.compactMap { $0.text("provider_name") }.map { WatchOffer(name: $0, kind: kind) }
    }
    return all.withoutRepetitions { $0 }
  }
}
