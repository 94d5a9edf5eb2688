import FilmzDomain

/// Writes a document in GitHub Flavored Markdown with tables of the watched films, of the wanted films, and of each list.
package struct MarkdownWriter {
  private var bytes: [UInt8] = []
  /// The number of rows of all tables.
  private var rows = 0

  package static func export(_ collection: ExportedCollection) -> ExportResult {
    var document = MarkdownWriter()
    document.appendHeading("Films", level: 1)
    let watched = collection.films.filter(\.entry.isWatched)
    let wanted = collection.films.filter { !$0.entry.isWatched }
    if !watched.isEmpty { document.appendSection("Watched", watched) }
    if !wanted.isEmpty { document.appendSection("Watchlist", wanted) }
    for (list, films) in collection.listedFilms {
      document.appendSection("List: " + list.name, description: list.description, films)
    }
    if collection.films.isEmpty, collection.lists.isEmpty { document.appendText("No films.") }
    return ExportResult(collection, in: ExportFile(name: "filmz.md", rows: document.rows, bytes: document.bytes))
  }

  private mutating func appendSection(_ heading: String, description: String? = nil, _ films: [ExportedFilm]) {
    appendHeading(heading, level: 2)
    if let description { appendText("Description: " + description) }
    guard !films.isEmpty else { return appendText("No films.") }
    append("\n| Title | Year | Rating | Watched |\n| --- | ---: | ---: | --- |\n")
    for film in films {
      append("| ")
      appendEscaped(film.title ?? film.entry.id.rawValue)
      append(" | \(film.years) | \(film.entry.rating?.text ?? "") | \(film.days) |\n")
      rows += 1
    }
  }

  private mutating func appendHeading(_ text: String, level: Int) {
    append((bytes.isEmpty ? "" : "\n") + String(repeating: "#", count: level) + " ")
    appendEscaped(text)
    append("\n")
  }

  /// Appends a paragraph, which must not begin with a text of the user: that could be markup of a block.
  private mutating func appendText(_ text: String) {
    append("\n")
    appendEscaped(text)
    append("\n")
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a text on one line, without control characters and with the characters of Markdown escaped.
  private mutating func appendEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      if scalar.isControl {
        bytes.append(UInt8(ascii: " "))
      } else if scalar.isASCII {
        if scalar.isMarkup { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension Unicode.Scalar {
  /// `true` for the characters that can begin markup, HTML, or a cell of a table within a line.
  fileprivate var isMarkup: Bool {
    switch self {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "&", "~", "#", "$": true
    default: false
    }
  }
}

extension ExportedFilm {
  /// The year and, for a series of several years, the last one: `2008–2013`.
  fileprivate var years: String {
    guard let year else { return "" }
    guard let endYear = film?.endYear, endYear != year else { return "\(year)" }
    return "\(year)–\(endYear)"
  }

  /// The known dates of the viewings, the oldest first.
  fileprivate var days: String { viewingsInOrder.compactMap { $0.date?.text }.joined(separator: ", ") }
}
