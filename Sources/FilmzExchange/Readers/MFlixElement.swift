package import FilmzDomain
import Foundation

/// A film of MFlix's collection `movies`.
package struct MFlixMovie: Sendable, Hashable {
  /// The id of the document, which comments refer to.
  package var id: String
  package var film: NamedFilm
  /// The facts that filmz has fields for.
  package var facts: [RecordField: OwnFact]
  /// IMDb's rating in tenths of a point, 0–100.
  package var imdbRating: Int?
  package var imdbVotes: Int?
  /// The viewers' rating at Rotten Tomatoes, from 0 to 5, in tenths.
  package var viewerRating: Int?
}

/// A comment of MFlix's collection `comments`.
package struct MFlixComment: Sendable, Hashable {
  package var id: String
  /// The id of the document of the movie.
  package var movie: String
  package var name: String
  package var text: String
  /// The time as it is in the file, in ISO 8601 or any other form.
  package var time: String

  package init(id: String, movie: String, name: String, text: String, time: String) {
    self.id = id
    self.movie = movie
    self.name = name
    self.text = text
    self.time = time
  }
}

/// An element of a JSON file of MFlix: a movie or a comment.
///
/// Members that are missing or have other types are left out. Source: MFlix; contract, MFlix data.
package enum MFlixElement: Sendable, Hashable {
  case movie(MFlixMovie)
  case comment(MFlixComment)

  /// Decodes an element, as ``JSONElementReader`` returns it.
  ///
  /// - Throws: ``RowProblem/invalidJSON``; ``RowProblem/noFilm`` for a movie without a title, and for a comment
  ///   without a movie, a text or a time.
  package init(_ bytes: [UInt8]) throws(RowProblem) {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(bytes)) else {
      throw .invalidJSON
    }
    guard let element = document.element else { throw .noFilm }
    self = element
  }
}

/// A document of either collection; those of comments have a movie.
private struct Document: Decodable {
  /// `nil` if the document lacks something that is needed.
  let element: MFlixElement?

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
  let name: String?
  let movie: LenientID
  let text: String?
  let date: LenientMoment?

  private enum CodingKeys: String, CodingKey {
    case id = "_id"
    case name
    case movie = "movie_id"
    case text, date
  }

  var comment: MFlixComment? {
    guard let id = id?.text, let movie = movie.text, let text, let time = date?.text else {
      return nil
    }
    return MFlixComment(id: id, movie: movie, name: name ?? "", text: text, time: time)
  }
}

private struct MovieDocument: Decodable {
  struct IMDb: Decodable {
    let rating: LenientNumber?
    let votes: LenientNumber?
    let id: LenientNumber?
  }

  struct Awards: Decodable {
    let text: String?
  }

  struct Tomatoes: Decodable {
    struct Viewer: Decodable {
      let rating: LenientNumber?
    }

    let viewer: Viewer?
  }

  let id: LenientID?
  let title: String?
  let year: LenientNumber?
  let type: String?
  let rated: String?
  let released: LenientMoment?
  let runtime: LenientNumber?
  let genres: [String]?
  let directors: [String]?
  let writers: [String]?
  let cast: [String]?
  let plot: String?
  let fullplot: String?
  let languages: [String]?
  let countries: [String]?
  let awards: Awards?
  let poster: String?
  let imdb: IMDb?
  let tomatoes: Tomatoes?

  private enum CodingKeys: String, CodingKey {
    case id = "_id"
    case title, year, type, rated, released, runtime, genres, directors, writers, cast, plot
    case fullplot, languages, countries, awards, poster, imdb, tomatoes
  }

  var movie: MFlixMovie? {
    guard let title, !title.trimmed.isEmpty else { return nil }
    let imdbID = imdb?.id?.integer.flatMap { $0 > 0 ? FilmID(imdbNumber: $0) : nil }
    let year = year?.integer.flatMap { (1870...2200).contains($0) ? $0 : nil }
    let mediaType = type.flatMap(MediaType.init(named:)) ?? .movie
    return MFlixMovie(
      id: id?.text ?? "",
      film: NamedFilm(
        ids: imdbID.map { [$0] } ?? [], title: title.trimmed, year: year, type: mediaType),
      facts: facts(title: title.trimmed, year: year, type: mediaType),
      imdbRating: Self.tenths(imdb?.rating, maximum: 100),
      imdbVotes: imdb?.votes?.integer.flatMap { $0 >= 0 ? $0 : nil },
      viewerRating: Self.tenths(tomatoes?.viewer?.rating, maximum: 50))
  }

  private func facts(title: String, year: Int?, type: MediaType) -> [RecordField: OwnFact] {
    var facts: [RecordField: OwnFact] = [.title: .text(title), .type: .text(type.rawValue)]
    facts[.year] = year.map { .number($0) }
    facts[.runtimeMinutes] = runtime?.integer.flatMap { $0 > 0 ? .number($0) : nil }
    facts[.released] = released?.text.flatMap { PartialDate(String($0.prefix(10))) }.map {
      .text($0.text)
    }
    for (field, text) in [
      (RecordField.rated, rated), (.plot, fullplot ?? plot), (.awards, awards?.text),
      (.poster, poster),
    ] {
      facts[field] = text.flatMap { $0.trimmed.isEmpty ? nil : .text($0.trimmed) }
    }
    for (field, list) in [
      (RecordField.genres, genres), (.directors, directors), (.writers, writers),
      (.actors, cast), (.languages, languages), (.countries, countries),
    ] {
      facts[field] = list.flatMap { $0.isEmpty ? nil : .list($0) }
    }
    return facts
  }

  /// Returns a rating in tenths; `nil` if it is not from 0 to the maximum.
  private static func tenths(_ number: LenientNumber?, maximum: Int) -> Int? {
    guard let value = number?.value, value.isFinite else { return nil }
    let tenths = Int(exactly: (value * 10).rounded()) ?? -1
    return (0...maximum).contains(tenths) ? tenths : nil
  }
}
