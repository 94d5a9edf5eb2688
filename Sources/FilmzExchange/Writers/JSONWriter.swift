import FilmzDomain

/// Writes an array of films in the shape of `ls --format json`, with the members of the user's own data behind it.
package enum JSONWriter {
  package static func export(_ collection: ExportedCollection) -> ExportResult {
    var json = JSONBytes()
    for (film, names) in zip(collection.films, collection.listNames) {
      json.appendRow { json in
        appendFacts(film, to: &json)
        appendRow(film, to: &json)
        appendOwnData(film, names, to: &json)
      }
    }
    var result = ExportResult(
      files: [ExportFile(name: "filmz.json", rows: json.rows, bytes: json.bytes)])
    result.films = collection.films.count
    result.viewings = collection.films.reduce(0) { $0 + $1.entry.viewings.count }
    result.lists = collection.lists.count
    return result
  }

  private static func appendFacts(_ film: ExportedFilm, to json: inout JSONBytes) {
    json.append("id", film.entry.id.rawValue)
    json.append("imdbID", film.imdbID)
    json.append("title", film.title)
    json.append("year", film.year)
    json.append("endYear", film.film?.endYear)
    json.append("type", film.type?.rawValue)
    json.append("imdbRating", number: film.film?.imdbRating?.decimalText)
    json.append("imdbVotes", film.film?.imdbVotes)
    json.append("runtimeMinutes", film.film?.runtimeMinutes)
    json.append("genres", film.film?.genres ?? [])
  }

  private static func appendRow(_ film: ExportedFilm, to json: inout JSONBytes) {
    json.append("inCollection", true)
    json.append("watched", film.entry.isWatched)
    json.append("myRating", number: film.entry.rating?.decimalText)
    json.append("dateWatched", film.entry.dateWatched?.text)
    json.append("dateAdded", UTCTime(film.entry.addedAt).second)
    json.append("skipped", false)
    json.append("platform", film.entry.platform)
    json.append("commentCount", film.commentCount)
  }

  private static func appendOwnData(
    _ film: ExportedFilm, _ lists: [String], to json: inout JSONBytes
  ) {
    json.append("originalTitle", film.film?.originalTitle)
    json.append("directors", film.film?.directors ?? [])
    json.append("dateRated", film.ratedOn?.text)
    json.append("audience", film.entry.audience?.rawValue)
    json.append("recommendedBy", film.entry.recommendedBy)
    json.append("notes", film.entry.notes)
    json.append("tags", film.entry.tags)
    json.append("viewings", objects: film.viewingsInOrder) { json, viewing in
      json.append("date", viewing.date?.text)
      json.append("rating", number: viewing.rating?.decimalText)
      json.append("note", viewing.note)
      json.append("tags", viewing.tags)
    }
    json.append("ids", film.ids.map(\.rawValue))
    json.append("lists", lists)
  }
}
