package import FilmzDomain
package import Foundation

/// A film of MFlix's collection `movies`.
package struct MFlixMovie: Sendable, Hashable {
  /// The id of the document, which comments refer to.
  package var id: String
  package var film: NamedFilm
  /// The facts that filmz has fields for.
  package var facts: [RecordField: OwnFact]
  /// The long plot, if there is a short one that differs; else the plot is one of ``facts``.
  package var fullPlot: String?
  /// IMDb's rating in tenths of a point, 0–100.
  package var imdbRating: Int?
  package var imdbVotes: Int?
  /// The viewers' rating at Rotten Tomatoes, from 0 to 5, in tenths.
  package var viewerRating: Int?
  /// The percentage of the viewers at Rotten Tomatoes who liked the film.
  package var viewerMeter: Int?
}

/// A comment of MFlix's collection `comments`.
package struct MFlixComment: Sendable, Hashable {
  package var id: String
  /// The id of the document of the movie.
  package var movie: String
  package var name: String
  package var text: String
  /// The time as it is in the file, in ISO 8601 or any other form; empty if there is none.
  package var time: String

  package init(id: String, movie: String, name: String, text: String, time: String) {
    (self.id, self.movie, self.name, self.text, self.time) = (id, movie, name, text, time)
  }
}

/// An element of a JSON file of MFlix: a movie or a comment.
///
/// Members that are missing or have other types are left out. Source: MFlix, whose documents and database have
/// different shapes (features, M16); contract, MFlix data.
package enum MFlixElement: Sendable, Hashable {
  case movie(MFlixMovie)
  case comment(MFlixComment)

  /// Decodes an element, as ``JSONElementReader`` returns it.
  ///
  /// - Throws: ``RowProblem/invalidJSON``, ``RowProblem/notAnObject``; ``RowProblem/missing(_:)`` for a movie
  ///   without a title, and for a comment without a movie or a text.
  package init(_ bytes: [UInt8]) throws(RowProblem) {
    do {
      self = try JSONDecoder().decode(Document.self, from: Data(bytes)).element.get()
    } catch let problem as RowProblem {
      throw problem
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      throw .notAnObject
    } catch {
      throw .invalidJSON
    }
  }
}

/// A document of either collection; those of comments have a movie.
private struct Document: Decodable {
  /// The element; the failure names a member that the document lacks.
  let element: Result<MFlixElement, RowProblem>

  private enum CodingKeys: String, CodingKey {
    case movie = "movie_id"
  }

  init(from decoder: any Decoder) throws {
    if try decoder.container(keyedBy: CodingKeys.self).contains(.movie) {
      element = try CommentDocument(from: decoder).comment.map(MFlixElement.comment)
    } else {
      element = try MovieDocument(from: decoder).movie.map(MFlixElement.movie)
    }
  }
}

private struct CommentDocument: Decodable {
  let id: LenientID?
  let name: LenientText?
  let author: LenientText?
  let movie: LenientID?
  let text: LenientText?
  let date: LenientMoment?
  let timestamp: LenientMoment?

  private enum CodingKeys: String, CodingKey {
    case id = "_id"
    case movie = "movie_id"
    case name, author, text, date, timestamp
  }

  /// The comment, which is identified by its content if it has no id.
  var comment: Result<MFlixComment, RowProblem> {
    guard let movie = movie?.text, !movie.isEmpty else { return .failure(.missing("movie_id")) }
    guard let text = text?.text, !text.trimmed.isEmpty else { return .failure(.missing("text")) }
    let name = [name?.text, author?.text].lazy.compactMap(\.self).first { !$0.trimmed.isEmpty }
    let time = date?.text ?? timestamp?.text ?? ""
    let id = id?.text ?? [movie, name ?? "", time, text].joined(separator: "\n")
    return .success(
      MFlixComment(id: id, movie: movie, name: name ?? "", text: text, time: time))
  }
}

private struct MovieDocument: Decodable {
  struct IMDb: Decodable {
    let rating: LenientNumber?
    let votes: LenientNumber?
    let id: LenientNumber?
  }

  struct Awards: Decodable {
    let text: LenientText?
  }

  struct Tomatoes: Decodable {
    struct Viewer: Decodable {
      let rating: LenientNumber?
      let meter: LenientNumber?
    }

    let viewer: LenientMembers<Viewer>?
  }

  /// A text, or an object with the text and the numbers of awards.
  struct AwardsText: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try LenientText(from: decoder).text ?? (try? Awards(from: decoder))?.text?.text
    }
  }

  let id: LenientID?
  let title: LenientText?
  let year: LenientNumber?
  let type: LenientText?
  let rated: LenientText?
  let released: LenientMoment?
  let runtime: LenientNumber?
  let genres: LenientTexts?
  let directors: LenientTexts?
  let writers: LenientTexts?
  let cast: LenientTexts?
  let plot: LenientText?
  let fullplot: LenientText?
  let languages: LenientTexts?
  let countries: LenientTexts?
  let awards: AwardsText?
  let poster: LenientText?
  let imdb: LenientMembers<IMDb>?
  let imdbRating: LenientNumber?
  let tomatoes: LenientMembers<Tomatoes>?
  let rottenRating: LenientNumber?

  private enum CodingKeys: String, CodingKey {
    case id = "_id"
    case title, year, type, rated, released, runtime, genres, directors, writers, cast, plot
    case fullplot, languages, countries, awards, poster, imdb, imdbRating, tomatoes, rottenRating
  }

  var movie: Result<MFlixMovie, RowProblem> {
    guard let title = title?.text?.trimmed, !title.isEmpty else {
      return .failure(.missing("title"))
    }
    let imdb = imdb?.value
    let viewer = tomatoes?.value?.viewer?.value
    let imdbID = imdb?.id?.integer.flatMap { $0 > 0 ? FilmID(imdbNumber: $0) : nil }
    let year = year?.integer.flatMap { (1870...2200).contains($0) ? $0 : nil }
    let mediaType = type?.text.flatMap(MediaType.init(named:)) ?? .movie
    let facts = facts(title: title, year: year, type: mediaType)
    let fullPlot = fullplot?.text?.trimmed ?? ""
    return .success(
      MFlixMovie(
        id: id?.text ?? "",
        film: NamedFilm(ids: imdbID.map { [$0] } ?? [], title: title, year: year, type: mediaType),
        facts: facts,
        fullPlot: fullPlot.isEmpty || facts[.plot] == .text(fullPlot) ? nil : fullPlot,
        imdbRating: Self.tenths(imdb?.rating, maximum: 100)
          ?? Self.tenths(imdbRating, maximum: 100),
        imdbVotes: imdb?.votes?.integer.flatMap { $0 >= 0 ? $0 : nil },
        viewerRating: Self.tenths(viewer?.rating, maximum: 50)
          ?? Self.tenths(rottenRating, maximum: 50),
        viewerMeter: viewer?.meter?.integer.flatMap { (0...100).contains($0) ? $0 : nil }))
  }

  private func facts(title: String, year: Int?, type: MediaType) -> [RecordField: OwnFact] {
    var facts: [RecordField: OwnFact] = [.title: .text(title), .type: .text(type.rawValue)]
    facts[.year] = year.map { .number($0) }
    facts[.runtimeMinutes] = runtime?.integer.flatMap { $0 > 0 ? .number($0) : nil }
    facts[.released] = released?.text.flatMap { PartialDate(String($0.prefix(10))) }.map {
      .text($0.text)
    }
    let plots = [plot?.text, fullplot?.text].compactMap(\.self)
    for (field, text) in [
      (RecordField.rated, rated?.text), (.plot, plots.first { !$0.trimmed.isEmpty }),
      (.awards, awards?.text), (.poster, poster?.text),
    ] {
      facts[field] = text.flatMap { $0.trimmed.isEmpty ? nil : .text($0.trimmed) }
    }
    for (field, list) in [
      (RecordField.directors, directors), (.writers, writers), (.actors, cast),
      (.languages, languages), (.countries, countries),
    ] {
      facts[field] = list.flatMap { $0.texts.isEmpty ? nil : .list($0.texts) }
    }
    var seen: Set<String> = []
    let names = genres?.texts.flatMap(Genre.names).filter { seen.insert($0).inserted } ?? []
    facts[.genres] = names.isEmpty ? nil : .list(names)
    return facts
  }

  /// Returns a rating in tenths; `nil` if it is not from 0 to the maximum.
  private static func tenths(_ number: LenientNumber?, maximum: Int) -> Int? {
    guard let value = number?.value, value.isFinite else { return nil }
    let tenths = Int(exactly: (value * 10).rounded()) ?? -1
    return (0...maximum).contains(tenths) ? tenths : nil
  }
}

/// A number that may be a text or in MongoDB's extended JSON, such as `{"$numberInt": "5"}`; `nil` for anything else.
///
/// Source: MongoDB, Extended JSON (v2); MFlix, in which years and counts are numbers or texts.
struct LenientNumber: Decodable {
  let value: Double?

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if let number = try? container.decode(Double.self) {
        value = number
        return
      }
      if let text = try? container.decode(String.self) {
        value = Self.number(text)
        return
      }
    }
    let members = try? decoder.container(keyedBy: AnyKey.self)
    let texts = ["$numberInt", "$numberLong", "$numberDouble"].lazy.compactMap { name in
      try? members?.decode(String.self, forKey: AnyKey(name))
    }
    value = texts.first.flatMap(Self.number)
  }

  /// The number without its fraction; `nil` if there is none, or it is too large.
  var integer: Int? { value.flatMap { Int(exactly: $0.rounded(.towardZero)) } }

  /// Returns the number at the start of a text such as `1995è`, `7,5`, `7.5/10` or `1,234`.
  private static func number(_ text: String) -> Double? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    if let number = Double(trimmed) { return number }
    let start = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    guard !start.isEmpty else { return nil }
    let isGrouped = start.wholeMatch(of: /\d{1,3}(,\d{3})+(\.\d+)?/) != nil
    return Double(isGrouped ? start.replacing(",", with: "") : start.replacing(",", with: "."))
  }
}

/// A text; `nil` for anything else.
struct LenientText: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    text = try? decoder.singleValueContainer().decode(String.self)
  }
}

/// The texts of an array, without its other elements, or a single text; empty for any other value.
struct LenientTexts: Decodable {
  let texts: [String]

  init(from decoder: any Decoder) throws {
    let container = try? decoder.singleValueContainer()
    // A list first: failures take time.
    if let list = try? container?.decode([LenientText].self) {
      texts = list.compactMap(\.text)
    } else {
      texts = (try? container?.decode(String.self)).map { $0.trimmed.isEmpty ? [] : [$0] } ?? []
    }
  }
}

/// Members of an object; `nil` for anything else.
struct LenientMembers<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// A moment as a text, as milliseconds since 1970, or as `{"$date": …}` with either; `nil` for anything else.
struct LenientMoment: Decodable {
  /// The text, which need not be in ISO 8601.
  let text: String?

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.text = text
      return
    }
    let members = try? decoder.container(keyedBy: AnyKey.self)
    if let text = try? members?.decode(String.self, forKey: AnyKey("$date")) {
      self.text = text
      return
    }
    let milliseconds =
      (try? members?.decode(LenientNumber.self, forKey: AnyKey("$date")))
      ?? (try? LenientNumber(from: decoder))
    text = milliseconds?.value.map { value in
      Date(timeIntervalSince1970: value / 1000).formatted(.iso8601)
    }
  }
}

/// An id as a text, or as `{"$oid": "…"}`; `nil` for anything else.
struct LenientID: Decodable {
  let text: String?

  init(from decoder: any Decoder) throws {
    let members = try? decoder.container(keyedBy: AnyKey.self)
    text =
      (try? decoder.singleValueContainer().decode(String.self))
      ?? (try? members?.decode(String.self, forKey: AnyKey("$oid")))
  }
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
    return ImportedRecord(facts, document: self.id.isEmpty ? nil : self.id)
  }
}

extension MFlixComment {
  /// The name of a comment without one.
  private static let unknownName = "someone"

  /// Returns the comment on a film, with a name on one line.
  package func comment(on film: FilmID, id: UUID) -> FilmComment {
    let name = name.withoutLineBreaks
    return FilmComment(
      id: id, film: film, name: name.trimmed.isEmpty ? Self.unknownName : name,
      time: time.trimmed.isEmpty ? FilmComment.unknownTime : time,
      text: text, source: Film.Origin.mflix.rawValue)
  }
}
