package import FilmzDomain
package import Foundation

/// A film of MFlix's collection `movies`.
package struct MFlixMovie: Sendable, Hashable {
  /// The id of the document, which comments refer to.
  package var id: String
  package var film: NamedFilm
  /// The facts that filmz has fields for.
  package var facts: [RecordField: OwnFact]
  /// The long plot if there is a different short one; otherwise `nil`, and the plot is one of ``facts``.
  package var fullPlot: String?
  /// IMDb's rating in tenths of a point, 0–100.
  package var imdbRating: Int?
  package var imdbVotes: Int?
  /// The viewers' rating at Rotten Tomatoes, from 0 to 5, in tenths.
  package var viewerRating: Int?
  /// The percentage of the viewers at Rotten Tomatoes who liked the film.
  package var viewerMeter: Int?
  /// The reasons why values of the file were left out.
  package var leftOut: [RowProblem] = []
}

/// A comment of MFlix's collection `comments`.
package struct MFlixComment: Sendable, Hashable {
  package var id: String
  /// The id of the movie's document.
  package var movie: String
  package var name: String
  package var text: String
  /// The time as it is in the file, in ISO 8601 or any other form; empty if there is none.
  package var time: String
  /// The reasons why values of the file were left out.
  package var leftOut: [RowProblem] = []

  /// The possible names of the member that refers to the movie.
  static let movieMembers = ["movie_id", "movieId"]
}

extension ImportedElement {
  /// Creates a movie or a comment from an element of a JSON file of MFlix.
  ///
  /// Members with values that are not valid are left out. Source: MFlix, whose documents and database have different
  /// shapes; contract, MFlix data.
  ///
  /// - Throws: ``RowProblem/missing(_:)`` for a movie without a title, and for a comment without a text;
  ///   ``RowProblem/commentWithoutFilm`` for a comment without a movie.
  init(mflix json: LenientJSON) throws(RowProblem) {
    let isComment = json.contains("text") && !json.contains("title")
    if isComment || MFlixComment.movieMembers.contains(where: json.hasMember) {
      self = .comment(try MFlixComment(json))
    } else {
      self = .movie(try MFlixMovie(json))
    }
  }
}

extension MFlixComment {
  /// Creates a comment, which is identified by its content if it has no id.
  fileprivate init(_ json: LenientJSON) throws(RowProblem) {
    let movies = Self.movieMembers.lazy.compactMap(json.documentID)
    guard let movie = movies.first, !movie.isEmpty else { throw .commentWithoutFilm }
    guard let text = json.text("text"), !text.trimmed.isEmpty else { throw .missing("text") }
    var members = CheckedJSON(json)
    let names = ["name", "author"].compactMap { members.text($0) }
    let name = names.first { !$0.trimmed.isEmpty } ?? ""
    let times = ["date", "timestamp"].compactMap { members.checked($0, json.moment($0)) }
    let time = times.first ?? ""
    let id = json.documentID("_id") ?? [movie, name, time, text].joined(separator: "\n")
    self.init(id: id, movie: movie, name: name, text: text, time: time)
    leftOut = members.problems
  }
}

extension MFlixMovie {
  fileprivate init(_ json: LenientJSON) throws(RowProblem) {
    let title = json.text("title")?.withLinesJoined.trimmed ?? ""
    guard !title.isEmpty else { throw .missing("title") }
    var members = CheckedJSON(json)
    let year = members.integer("year") { (1870...2200).contains($0) }
    let type = members.checked("type", json.text("type").flatMap(MediaType.init(named:)))
    self.init(
      id: json.documentID("_id") ?? "", film: NamedFilm(title: title, year: year, type: type ?? .movie), facts: [:])
    facts = [.title: .text(title), .type: .text((type ?? .movie).rawValue)]
    facts[.year] = year.map { .integer(Int64($0)) }
    setTexts(&members)
    setLists(&members)
    setRatings(&members)
    leftOut = members.problems
  }

  private mutating func setTexts(_ members: inout CheckedJSON) {
    let json = members.json
    facts[.runtimeMinutes] = members.integer("runtime") { $0 > 0 }.map { .integer(Int64($0)) }
    let released = json.moment("released").flatMap { PartialDate(String($0.prefix(10))) }
    facts[.released] = members.checked("released", released).map { .text($0.text) }
    let plots = ["plot", "fullplot"].map { members.text($0)?.trimmed ?? "" }
    // Awards are a text, or an object with the text and the numbers of awards.
    let awards = json.object("awards")?.text("text")
    for (field, text) in [
      (RecordField.rated, members.text("rated")), (.plot, plots.first { !$0.isEmpty }),
      (.awards, json.object("awards") == nil ? members.text("awards") : awards),
      (.poster, members.poster("poster")),
    ] { facts[field] = text.flatMap { $0.trimmed.isEmpty ? nil : .text($0.trimmed) } }
    fullPlot = plots[1].isEmpty || facts[.plot] == .text(plots[1]) ? nil : plots[1]
  }

  private mutating func setLists(_ members: inout CheckedJSON) {
    for (field, name) in [
      (RecordField.genres, "genres"), (.directors, "directors"), (.writers, "writers"),
      (.actors, "cast"), (.languages, "languages"), (.countries, "countries"),
    ] {
      let texts = members.texts(name)
      let names = field == .genres ? Genre.names(ofAll: texts) : texts
      facts[field] = names.isEmpty ? nil : .list(names)
    }
  }

  private mutating func setRatings(_ members: inout CheckedJSON) {
    // The id is a member of an object, or the value itself.
    let isID = members.json.text("imdb") != nil
    var imdb = isID ? CheckedJSON(LenientJSON()) : members.object("imdb")
    film.ids = [isID ? members.imdbID("imdb") : imdb.imdbID("id")].compactMap(\.self)
    imdbVotes = imdb.integer("votes") { $0 >= 0 }
    imdbRating = imdb.tenths("rating", maximum: 100) ?? members.tenths("imdbRating", maximum: 100)
    var tomatoes = members.object("tomatoes")
    var viewer = tomatoes.object("viewer")
    viewerRating = viewer.tenths("rating", maximum: 50) ?? members.tenths("rottenRating", maximum: 50)
    viewerMeter = viewer.integer("meter") { (0...100).contains($0) }
    for object in [imdb, tomatoes, viewer] { members.addProblems(of: object) }
  }
}

extension CheckedJSON {
  /// Returns an object; if there is none, an object without members.
  fileprivate mutating func object(_ name: String) -> CheckedJSON {
    CheckedJSON(checked(name, json.object(name)) ?? LenientJSON())
  }

  /// Returns a number, without its fraction, if it is valid.
  fileprivate mutating func integer(_ name: String, _ isValid: (Int) -> Bool) -> Int? {
    let number = json.extendedNumber(name).flatMap { Int(exactly: $0.rounded(.towardZero)) }
    return checked(name, number.flatMap { isValid($0) ? $0 : nil })
  }

  /// Returns an id of IMDb, which may be a number, also as text.
  fileprivate mutating func imdbID(_ name: String) -> FilmID? {
    guard let text = json.text(name)?.trimmed else { return integer(name) { $0 > 0 }.map { FilmID(imdbNumber: $0) } }
    return checked(name, FilmID(orIMDbNumber: text).flatMap { $0.imdbID == nil ? nil : $0 })
  }

  /// Returns a rating in tenths, from 0 to the maximum.
  fileprivate mutating func tenths(_ name: String, maximum: Int) -> Int? {
    let tenths = json.extendedNumber(name).flatMap { Int(exactly: ($0 * 10).rounded()) }
    return checked(name, tenths.flatMap { (0...maximum).contains($0) ? $0 : nil })
  }

  /// Returns the address of a poster that `edit` accepts.
  fileprivate mutating func poster(_ name: String) -> String? {
    checked(name, json.text(name).flatMap { $0.trimmed.isPosterAddress ? $0 : nil })
  }
}

// MongoDB's extended JSON. Source: MongoDB, Extended JSON (v2).
extension LenientJSON {
  /// Returns a number, which may be a text, or `{"$numberInt": "5"}`.
  fileprivate func extendedNumber(_ name: String) -> Double? {
    if let number = double(name) { return number }
    if let text = text(name) { return Self.number(atStartOf: text) }
    let texts = ["$numberInt", "$numberLong", "$numberDouble"].lazy.compactMap { object(name)?.text($0) }
    return texts.first.flatMap(Self.number(atStartOf:))
  }

  /// Returns the number at the start of a text such as `1995è`, `1995..1996`, `7,5`, `7.5/10` or `1,234`.
  private static func number(atStartOf text: String) -> Double? {
    let text = text.trimmed
    if let number = Double(text) { return number }
    let number = /([0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?)|[0-9]+(?:[.,][0-9]+)?/
    guard let match = text.prefixMatch(of: number) else { return nil }
    let isGrouped = match.output.1 != nil
    return Double(match.output.0.replacing(",", with: isGrouped ? "" : "."))
  }

  /// Returns a moment, which is a text of any form, milliseconds since 1970, or `{"$date": …}` with either.
  fileprivate func moment(_ name: String) -> String? {
    if double(name) == nil, let text = text(name) { return text }
    if let date = object(name), date.hasMember("$date") { return date.moment("$date") }
    guard let milliseconds = extendedNumber(name), abs(milliseconds) < 1e14 else { return nil }
    return Date(timeIntervalSince1970: milliseconds / 1000).formatted(.iso8601)
  }

  /// Returns the id of a document, which is a text, or `{"$oid": "…"}`.
  fileprivate func documentID(_ name: String) -> String? { text(name) ?? object(name)?.text("$oid") }
}

extension MFlixMovie {
  /// Returns the imported record of the film with an id.
  ///
  /// The viewers' rating, such as `3.7/5`, and their percentage are published ratings. Source: contract, MFlix data.
  package func record(of id: FilmID) -> ImportedRecord {
    let film = Film(id: id, title: film.title ?? "", origin: .mflix)
    var facts = film.applying(OwnRecord(film: id, facts: facts))
    facts.imdbRating = imdbRating.flatMap(Rating.init(tenths:))
    facts.imdbVotes = imdbVotes
    facts.fullPlot = fullPlot
    let rating = viewerRating.flatMap(Rating.init(tenths:)).map { "\($0.decimalText)/5" }
    facts.ratings = [
      (Film.PublishedRating.viewers, rating),
      (Film.PublishedRating.viewerMeter, viewerMeter.map { "\($0)%" }),
    ].compactMap { source, value in value.map { .init(source: source, value: $0) } }
    return ImportedRecord(facts, documentID: self.id.isEmpty ? nil : self.id)
  }
}

extension MFlixComment {
  /// The name of the author of a comment without a name.
  private static let unknownName = "someone"

  /// Returns the comment on a film, with a name on one line.
  package func comment(on film: FilmID, id: UUID) -> FilmComment {
    let name = name.withoutLineBreaks
    return FilmComment(
      id: id, film: film, name: name.trimmed.isEmpty ? Self.unknownName : name,
      time: time.trimmed.isEmpty ? FilmComment.unknownTime : time, text: text, source: Film.Origin.mflix.rawValue)
  }
}
