import FilmzDomain

extension ExportResult {
  /// Writes an array of films with the members of `ls --format json`, followed by further members with the user's data.
  package static func json(_ collection: ExportedCollection) -> ExportResult {
    var json = JSONBytes()
    for (film, names) in zip(collection.films, collection.listNames) {
      json.appendRow { json in
        json.appendFacts(film)
        json.appendListMembers(film)
        json.appendOwnData(film, names)
      }
    }
    return ExportResult(collection, in: ExportFile(name: "filmz.json", json))
  }
}

extension JSONBytes {
  fileprivate mutating func appendFacts(_ film: ExportedFilm) {
    append("id", film.entry.id.rawValue)
    append("imdbID", film.imdbID)
    append("title", film.title)
    append("year", film.year)
    append("endYear", film.film?.endYear)
    append("type", film.type?.rawValue)
    append("imdbRating", json: film.film?.imdbRating?.decimalText)
    append("imdbVotes", film.film?.imdbVotes)
    append("runtimeMinutes", film.film?.runtimeMinutes)
    append("genres", film.film?.genres ?? [])
  }

  fileprivate mutating func appendListMembers(_ film: ExportedFilm) {
    append("inCollection", true)
    append("watched", film.entry.isWatched)
    append("myRating", json: film.entry.rating?.decimalText)
    append("dateWatched", film.entry.dateWatched?.text)
    append("dateAdded", UTCTime(film.entry.addedAt).second)
    append("skipped", false)
    append("platform", film.entry.platform)
    append("commentCount", film.commentCount)
    append("identified", !film.entry.id.isNamed)
  }

  fileprivate mutating func appendOwnData(_ film: ExportedFilm, _ lists: [String]) {
    append("originalTitle", film.film?.originalTitle)
    append("directors", film.film?.directors ?? [])
    append("dateRated", film.ratedOn?.text)
    append("audience", film.entry.audience?.rawValue)
    append("recommendedBy", film.entry.recommendedBy)
    append("notes", film.entry.notes)
    append("tags", film.entry.tags)
    append("viewings", objects: film.viewingsInOrder) { json, viewing in
      json.append("date", viewing.date?.text)
      json.append("rating", json: viewing.rating?.decimalText)
      json.append("note", viewing.note)
      json.append("tags", viewing.tags)
    }
    append("ids", film.ids.map(\.rawValue))
    append("lists", lists)
  }
}
