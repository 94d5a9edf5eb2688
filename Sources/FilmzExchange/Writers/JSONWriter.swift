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

/// The bytes of a JSON file: an array with one element per line.
///
/// Members are in the order in which they are appended. Control characters, line separators and bidirectional controls
/// are escaped, so that a terminal that shows the file does not interpret them.
struct JSONBytes {
  private var content: [UInt8] = [UInt8(ascii: "[")]
  /// The number of elements of the array.
  private(set) var rows = 0
  /// `true` if the next value or member follows a bracket instead of another value.
  private var isFirst = true

  /// Returns the complete file, which ends with a line break.
  var bytes: [UInt8] { content + Array((rows == 0 ? "]\n" : "\n]\n").utf8) }

  /// Appends an element to the array: an object with the members that `body` appends.
  mutating func appendRow(_ body: (inout JSONBytes) -> Void) {
    content.append(contentsOf: (rows == 0 ? "\n  " : ",\n  ").utf8)
    isFirst = true
    appendObject(body)
    rows += 1
  }

  // MARK: - Members

  mutating func append(_ name: String, _ text: String?) {
    appendName(name)
    appendText(text)
  }

  mutating func append(_ name: String, _ number: Int?) {
    appendName(name)
    content.append(contentsOf: (number.map { String($0) } ?? "null").utf8)
  }

  mutating func append(_ name: String, _ value: Bool) {
    appendName(name)
    content.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Appends a number that is already written in JSON; `null` for `nil`.
  mutating func append(_ name: String, number: String?) {
    appendName(name)
    content.append(contentsOf: (number ?? "null").utf8)
  }

  mutating func append(_ name: String, _ texts: [String]) {
    appendArray(name, of: texts) { $0.appendText($1) }
  }

  mutating func append(_ name: String, object body: (inout JSONBytes) -> Void) {
    appendName(name)
    isFirst = true
    appendObject(body)
  }

  mutating func append<Element>(
    _ name: String, objects elements: [Element], _ body: (inout JSONBytes, Element) -> Void
  ) {
    appendArray(name, of: elements) { json, element in json.appendObject { body(&$0, element) } }
  }

  // MARK: - Values

  private mutating func appendArray<Element>(
    _ name: String, of elements: [Element], _ body: (inout JSONBytes, Element) -> Void
  ) {
    appendName(name)
    content.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { content.append(UInt8(ascii: ",")) }
      body(&self, element)
    }
    content.append(UInt8(ascii: "]"))
    isFirst = false
  }

  private mutating func appendObject(_ body: (inout JSONBytes) -> Void) {
    content.append(UInt8(ascii: "{"))
    isFirst = true
    body(&self)
    content.append(UInt8(ascii: "}"))
    isFirst = false
  }

  /// Appends the name of a member, which must need no escaping.
  private mutating func appendName(_ name: String) {
    if !isFirst { content.append(UInt8(ascii: ",")) }
    isFirst = false
    content.append(UInt8(ascii: "\""))
    content.append(contentsOf: name.utf8)
    content.append(UInt8(ascii: "\""))
    content.append(UInt8(ascii: ":"))
  }

  private mutating func appendText(_ text: String?) {
    guard let text else {
      content.append(contentsOf: "null".utf8)
      return
    }
    content.append(terminalSafeJSONString: text)
  }
}
