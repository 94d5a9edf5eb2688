import Foundation

/// The facts about a film that were imported from a file of records.
///
/// They supply the fields for which neither sources nor the user's own record have a fact. Source: contract, MFlix
/// data.
package struct ImportedRecord: Sendable, Hashable {
  /// The facts, with the id of the film; the origin is that of the file.
  package let facts: Film
  /// The id of the film in the file, by which comments of another file refer to the film; `nil` if the file has none.
  package let documentID: String?

  /// Creates a record with the given facts, which are marked as neither complete nor fetched.
  package init(_ facts: Film, documentID: String? = nil) {
    self.documentID = documentID
    var facts = facts
    facts.isComplete = false
    facts.fetchedAt = nil
    facts.ownFields = []
    facts.contributingOrigins = []
    self.facts = facts
  }

  /// Creates the record of a film from its facts as JSON; `nil` if they cannot be decoded.
  package init?(film: FilmID, source: Film.Origin, json: String) {
    guard let stored = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    var facts = stored.facts
    facts.id = film
    facts.origin = source
    self.init(facts, documentID: stored.documentID)
  }

  package var film: FilmID { facts.id }

  package var source: Film.Origin { facts.origin }

  /// The facts as JSON, to which the facts of sources are applied as a merge patch (RFC 7396).
  ///
  /// Equal facts have equal JSON.
  package var json: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A film can always be encoded.
    let json = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    return json.replacing(#"\u0000"#, with: #"\ufffd"#)
  }
}

/// The stored form: the members of the facts' JSON and the member `document`.
extension ImportedRecord: Codable {
  private enum CodingKeys: String, CodingKey { case documentID = "document" }

  package init(from decoder: any Decoder) throws {
    facts = try Film(from: decoder)
    documentID = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .documentID)
  }

  package func encode(to encoder: any Encoder) throws {
    try facts.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(documentID, forKey: .documentID)
  }
}

extension Film {
  /// Returns the film with the facts of the own record, which replace others, and with those facts of the imported
  /// record that sources lack.
  ///
  /// The SQL of the store's `FactView` does the same with stored facts.
  package func applying(_ records: FilmRecords) -> Film {
    let completed = records.imported.map(completed) ?? self
    return records.own.map(completed.applying) ?? completed
  }

  /// Returns the film with those facts of an imported record that it lacks.
  package func completed(by record: ImportedRecord) -> Film {
    let other = record.facts
    var film = self
    film.hasImportedFacts = true
    film.originalTitle = originalTitle ?? other.originalTitle
    film.year = year ?? other.year
    if endYear == nil, !isRunning { film.setEndYear(stored: other.storedEndYear) }
    film.type = type ?? other.type
    film.rated = rated ?? other.rated
    film.released = released ?? other.released
    film.runtimeMinutes = runtimeMinutes ?? other.runtimeMinutes
    film.episode = episode ?? other.episode
    film.plot = plot ?? other.plot
    film.fullPlot = fullPlot ?? other.fullPlot
    film.awards = awards ?? other.awards
    film.poster = poster ?? other.poster
    film.completeLists(from: other)
    film.completeRatings(from: other)
    return film
  }

  private mutating func completeLists(from other: Film) {
    if genres.isEmpty { genres = other.genres }
    if directors.isEmpty { directors = other.directors }
    if writers.isEmpty { writers = other.writers }
    if actors.isEmpty { actors = other.actors }
    if languages.isEmpty { languages = other.languages }
    if countries.isEmpty { countries = other.countries }
  }

  private mutating func completeRatings(from other: Film) {
    ratings = ([nil] + PublishedRating.separateSources).flatMap { source in
      let own = ratings.filter { $0.separateSource == source }
      return own.isEmpty ? other.ratings.filter { $0.separateSource == source } : own
    }
    metascore = metascore ?? other.metascore
    if imdbRating == nil { ratingsAsOf = ratingsAsOf ?? other.ratingsAsOf }
    imdbRating = imdbRating ?? other.imdbRating
    imdbVotes = imdbVotes ?? other.imdbVotes
  }
}
