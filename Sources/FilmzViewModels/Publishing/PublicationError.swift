package import FilmzDomain

/// A list that cannot be published or taken back.
package enum PublicationError: UserFacingError, Equatable {
  /// No folder was given, now or earlier.
  case noFolder
  case notAFolder(path: String)
  /// The list is on a server with which sync is not set up any more.
  case otherServer(path: String)
  case tooManyFilms(list: String, count: Int)
  case descriptionTooLong(list: String, count: Int)
  /// The file exists, and was not written by filmz.
  case foreignFile(path: String)
  case notWritten(path: String, reason: String)
  case notPublished(list: String)
  /// The list is to be deleted, and could not be taken back before.
  case notWithdrawn(list: String, reason: String)

  package var message: String {
    switch self {
    case .noFolder: "the first list that is published needs a folder; give it with --to"
    case .notAFolder(let path): "\(path) is not a folder"
    case .otherServer(let path):
      "sync is not set up with \(path) any more, where the list is published"
    case .tooManyFilms(let list, let count):
      "\"\(list)\" has \(count.grouped("film")); at most \(PublishedList.maximumFilmCount) can be published"
    case .descriptionTooLong(let list, let count):
      "the description of \"\(list)\" has \(count.grouped("character")); "
        + "at most \(PublishedList.maximumDescriptionLength) can be published"
    case .foreignFile(let path): "\(path) was not written by filmz, and was not replaced"
    case .notWritten(let path, let reason): "\(path) cannot be written: \(reason)"
    case .notPublished(let list): "\"\(list)\" is not published"
    case .notWithdrawn(let list, let reason):
      "\"\(list)\" is published and could not be withdrawn: \(reason); nothing was deleted"
    }
  }

  package var remedy: Remedy? {
    if case .notWithdrawn = self { .forgetPublication } else { nil }
  }

  /// `true` if the folder of a publication is missing or cannot be written.
  package var isFolderUnusable: Bool {
    switch self {
    case .notAFolder, .otherServer, .notWritten, .foreignFile: true
    default: false
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .noFolder: .usage
    case .notAFolder, .otherServer, .notWritten, .notWithdrawn: .inputOutput
    default: .failed
    }
  }
}
