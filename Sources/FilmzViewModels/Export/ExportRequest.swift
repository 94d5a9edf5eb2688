package import FilmzDomain
package import FilmzExchange

/// What to export, and where.
package struct ExportRequest: Sendable {
  package var format: ExportFormat
  /// The path of a file, a folder or a ZIP archive; `nil` for a file with the date in the working folder.
  package var path: String?
  /// The films; `nil` for everything.
  package var query: CollectionQuery?
  /// The only list to export; `nil` for all lists.
  package var list: String?
  /// `true` to replace files that exist.
  package var replacesFiles = false
  /// `true` to add the journal to an archive.
  package var includesJournal = false
  /// `true` to show posters on a page.
  package var includesPosters = false

  package init(format: ExportFormat) { self.format = format }
}

/// What was exported.
package struct ExportReport: Sendable {
  package struct File: Sendable, Hashable {
    package let name: String
    package let rows: Int
  }

  package let format: ExportFormat
  /// The path that was written; `nil` if the content is returned.
  package var path: String?
  package var files: [File]
  package var films = 0
  package var viewings = 0
  package var lists = 0
  package var loss = ExportLoss()
  /// The number of films that the kids filter left out.
  package var hidden = 0
  /// The content, if it was not written to a file.
  package var content: [UInt8]?
}
