package import FilmzDomain

/// The ids, titles, year and type by which a row of a file names a film.
package struct NamedFilm: Sendable, Hashable {
  /// The ids of the film, at most one of each source; IMDb's first.
  package var ids: [FilmID] = []
  package var title: String?
  package var originalTitle: String?
  package var year: Int?
  package var type: MediaType?

  package init(
    ids: [FilmID] = [], title: String? = nil, originalTitle: String? = nil, year: Int? = nil, type: MediaType? = nil
  ) {
    (self.ids, self.title, self.originalTitle, self.year) = (ids, title, originalTitle, year)
    self.type = type
  }
}

/// A viewing of a film.
package struct ImportedViewing: Sendable, Hashable {
  /// The date; `nil` if it is not known.
  package var date: PartialDate?
  package var rating: Rating?
  package var note: String?
  package var tags: [String] = []
}

/// A list of films.
package struct ImportedList: Sendable, Hashable {
  package var name: String
  package var description: String?
  /// The address of the list, which distinguishes lists of the same name; `nil` if the file does not have it.
  package var address: String?

  package init(name: String, description: String? = nil, address: String? = nil) {
    (self.name, self.description, self.address) = (name, description, address)
  }
}

/// The name and description of a list whose films are in another file, or that has no films.
package struct NamedList: Sendable, Hashable {
  package let list: ImportedList
  /// The number of the list at Trakt, which is in the name of the other file: `list-28545752-on-deck.json`.
  package let number: Int?
  /// The name in addresses, which is also the name of the other file if the list has no number.
  package let slug: String?
  /// `true` if the list has no films; the other file may be missing then.
  package let isEmpty: Bool

  package init(list: ImportedList, number: Int?, slug: String?, isEmpty: Bool = false) {
    (self.list, self.number, self.slug, self.isEmpty) = (list, number, slug, isEmpty)
  }

  /// The name of the other file, without its extension and without `lists-` in front.
  package var fileName: String {
    let parts = [number.map { "list-\($0)" }, slug].compactMap(\.self)
    return parts.isEmpty ? list.name : parts.joined(separator: "-")
  }
}

/// The content of one row of a file about a film, independent of the file's format.
package struct ImportedRow: Sendable, Hashable {
  package var film: NamedFilm
  /// The episode of the series ``film`` that the row is about; `nil` if it is about the film as a whole.
  package var episode: NamedFilm?
  /// `true` if the row is a sum of viewings that other files of the export contain one by one.
  package var isSummary = false
  /// The number that Trakt gives a single play, which is the same in all rows about the play; `nil` for other rows.
  package var playID: Int?
  /// `true` if the user has seen the film, on whichever day.
  package var isSeen = false
  /// `true` if the user wants to see the film.
  package var isWanted = false
  /// `true` if the user has skipped the film.
  package var isSkipped = false
  package var viewing: ImportedViewing?
  package var rating: Rating?
  package var note: String?
  package var tags: [String] = []
  package var audience: Audience?
  /// The name of the person who recommended the film.
  package var recommendedBy: String?
  /// The names of the lists that the film is in.
  package var lists: [String] = []
  /// The day on which the user set the row's values, not the day of a viewing; `nil` if the file does not contain it.
  package var date: PartialDate?
  /// The day on which the film was added to the user's collection; `nil` if the file does not contain it.
  package var addedOn: PartialDate?
  /// The place of the film in the list that the file contains, from 1.
  package var position: Int?
  /// The list that the row names; `nil` if it is the list of the file.
  package var list: ImportedList?
  /// The file and the line from which an earlier import read a row that it could not match; `nil` unless the row is
  /// from an ``UnmatchedFile``.
  package var originalFile: String?
  package var originalLine: Int?
  /// The address of the film at Letterboxd; the list of favorites has only addresses.
  package var address: String?
  package var facts = ImportedFacts()
  /// The reasons why values of the file were left out.
  package var leftOut: [RowProblem] = []
}

extension ImportedRow {
  /// The row without values that cannot be stored: blank texts and tags, and years before 1870 or after 2200.
  ///
  /// White space around tags and titles is removed, and a line break or other control character in a name or title
  /// becomes a blank, as in archives.
  package func cleaned() -> ImportedRow {
    var row = self
    row.film = film.cleaned()
    row.episode = episode?.cleaned()
    row.note = note.nonBlankText
    row.recommendedBy = recommendedBy.map(\.withoutLineBreaks).nonBlankText
    row.tags = tags.cleaned()
    row.lists = lists.cleaned()
    row.viewing?.note = viewing?.note.nonBlankText
    row.viewing?.tags = viewing?.tags.cleaned() ?? []
    return row
  }
}

extension NamedFilm {
  fileprivate func cleaned() -> NamedFilm {
    var film = self
    film.title = title.map(\.withLinesJoined.trimmed).nonBlankText
    film.originalTitle = originalTitle.map(\.withLinesJoined.trimmed).nonBlankText
    film.year = year.flatMap { (1870...2200).contains($0) ? $0 : nil }
    return film
  }
}

extension String? {
  /// The text; `nil` if it has nothing but white space.
  var nonBlankText: String? { flatMap { $0.trimmed.isEmpty ? nil : $0 } }
}

extension [String] {
  fileprivate func cleaned() -> [String] {
    contains { $0.isEmpty || !$0.isOneLine || $0.trimmed != $0 }
      ? map(\.withoutLineBreaks.trimmed).filter { !$0.isEmpty } : self
  }
}

/// A reason why a row, or one of its values, cannot be used.
package enum RowProblem: Error, Sendable, Hashable {
  /// A value of a column.
  package struct Value: Sendable, Hashable {
    package let column: String
    package let text: String
  }

  /// The row of a table of filmz is about a film that is neither in the collection nor skipped.
  case notInCollection
  /// The row has neither an id nor a title; the address of a favorite is enough.
  case noFilm
  /// The comment has no id of a film.
  case commentWithoutFilm
  /// A required member of the element is missing or blank.
  case missing(String)
  /// The element is JSON, but not an object.
  case notAnObject
  /// A value of a column is not valid.
  case invalidValue(column: String, value: String)
  /// The day and the month of a date cannot be distinguished, as in `05/06/2024`.
  case ambiguousDate(column: String, value: String)
  /// The first value is left out, because it contradicts the second one.
  case contradiction(Value, Value)
  /// The row has two ids of the same source: the first value is left out, and the second one is the film's id.
  case furtherID(FilmID, of: FilmID)
  /// A text of a column is larger than a number of bytes.
  case textTooLong(column: String, limit: Int = TextLimit.textSize)
  /// A number is larger than the maximum that is imported.
  case tooLarge(column: String, value: String, maximum: Int)
  /// The row has more fields than the header has columns; fields at the end that are blank do not count.
  case surplusFields(count: Int, columns: Int)
  case unreadable(CSVReader.Problem)
  /// A line of an archive belongs to a film or list that is neither in the archive nor in the collection.
  case missingParent(noun: String, id: String)
  /// The element is not JSON for a reason such as `invalid value`.
  case syntaxError(String)
  /// The element is not JSON, or has values of other types.
  case invalidJSON
  /// The element, or the rest of the file, cannot be read.
  case unreadableJSON(JSONElementReader.Problem)
}

/// A reason why files cannot be imported.
package enum ImportError: Error, Sendable, Hashable {
  /// A file or folder cannot be read, for a reason such as `Permission denied`.
  case cannotRead(path: String, reason: String)
  case zip(path: String, ZipReader.Problem)
  /// The archive of filmz cannot be read.
  case archive(path: String, ArchiveReader.Problem)
  /// A part of a JSON file cannot be read, see ``JSONElementReader/Problem/concernsFile``; it may begin on an earlier
  /// line.
  case json(path: String, line: Int, JSONElementReader.Problem)
  /// The folder contains more than ``FilePath/maximumCount`` files and folders.
  case tooManyFiles(path: String)
  /// The file has ratings of many users, as MovieLens's datasets do.
  case manyUsers(path: String)
  /// The file does not have the format that the user named.
  case otherFormat(path: String, ImportFormat)
  /// The ratings of a column can be on several scales.
  case severalScales(path: String, column: String, [ImportedScale])
  /// Dates of a column, such as the value, can have the day or the month first.
  case severalDateOrders(path: String, column: String, value: String)
}

/// A format of files that can be imported; the raw value is its name for users.
package enum ImportFormat: String, Sendable, CaseIterable {
  case letterboxd, imdb, trakt, tmdb, mflix, netflix, simkl, tvtime
  /// Archives of filmz, its rows and exports in JSON, and its files of unmatched rows.
  case filmz
  /// A table of any origin.
  case csv
}
