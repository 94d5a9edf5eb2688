package import FilmzDomain
package import Foundation

extension MFlixMovie {
  /// Returns the imported record of the film with an id.
  ///
  /// The viewers' rating is one of the published ratings, such as `3.7/5`. Source: contract, MFlix data.
  package func record(of id: FilmID) -> ImportedRecord {
    let film = Film(id: id, title: film.title ?? "", origin: .mflix)
    var facts = film.applying(OwnRecord(film: id, facts: facts))
    facts.imdbRating = imdbRating.flatMap(Rating.init(tenths:))
    facts.imdbVotes = imdbVotes
    if let rating = viewerRating.flatMap(Rating.init(tenths:)) {
      facts.ratings = [
        Film.PublishedRating(
          source: Film.PublishedRating.viewers, value: "\(rating.decimalText)/5")
      ]
    }
    return ImportedRecord(facts, document: self.id.isEmpty ? nil : self.id)
  }
}

extension MFlixComment {
  /// The name of a comment without one.
  private static let unknownName = "someone"

  /// Returns the comment on a film, with a name on one line; `nil` if its text or time is blank.
  package func comment(on film: FilmID, id: UUID) -> FilmComment? {
    guard !text.trimmed.isEmpty, !time.trimmed.isEmpty else { return nil }
    let name = name.withoutLineBreaks
    return FilmComment(
      id: id, film: film, name: name.trimmed.isEmpty ? Self.unknownName : name, time: time,
      text: text, source: Film.Origin.mflix.rawValue)
  }
}
