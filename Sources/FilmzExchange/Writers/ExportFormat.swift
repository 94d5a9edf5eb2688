/// The formats of exports; the raw values are those of `export --as`.
package enum ExportFormat: String, Sendable, CaseIterable {
  case letterboxd
  case imdb
  case trakt
  case filmz
  case csv
  case json
  case markdown
  case html

  /// `true` if an export can consist of several files, so that it needs a folder or an archive.
  package var canHaveSeveralFiles: Bool { [.letterboxd, .imdb, .trakt].contains(self) }

  /// The extension of the name of an export, without the dot; `zip` if it can consist of several files.
  package var fileNameExtension: String {
    switch self {
    case .letterboxd, .imdb, .trakt: "zip"
    case .filmz, .csv, .json, .html: rawValue
    case .markdown: "md"
    }
  }
}
