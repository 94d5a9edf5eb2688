package import FilmzDomain
package import Foundation

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
