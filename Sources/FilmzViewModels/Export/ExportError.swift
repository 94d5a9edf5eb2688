package import FilmzDomain
package import FilmzExchange

/// An export that cannot be made.
package enum ExportError: UserFacingError, Equatable {
  case fileExists(path: String)
  /// The format needs several files, and the path is that of a file.
  case needsFolder(ExportFormat, path: String)
  /// The path is that of a folder, and the format has one file.
  case isFolder(path: String)
  case notWritten(path: String, reason: String)
  case journalOnlyInArchive
  case postersOnlyInPage
  /// The file exists, and is none that filmz has made as a page.
  case isNoPage(path: String)

  package var message: String {
    switch self {
    case .fileExists(let path): "\(path) exists; --force replaces it"
    case .needsFolder(let format, let path):
      "the \(format.rawValue) format has several files; give a folder or a .zip instead of \(path)"
    case .isFolder(let path): "\(path) is a folder; give the name of a file"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .journalOnlyInArchive: "--journal needs the filmz format"
    case .postersOnlyInPage: "--posters needs the html format"
    case .isNoPage(let path): "\(path) exists, and is no such page of filmz; it was not replaced"
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .needsFolder, .journalOnlyInArchive, .postersOnlyInPage: .usage
    case .fileExists, .isFolder, .isNoPage: .failed
    case .notWritten: .inputOutput
    }
  }
}
