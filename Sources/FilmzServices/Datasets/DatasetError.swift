package import FilmzDomain
package import FilmzFiles

/// An error of downloading files of the IMDb datasets.
///
/// The messages contain no text sent by a server.
package enum DatasetError: UserFacingError, Equatable {
  case missing(host: String, file: String)
  case refused(host: String, file: String, status: Int)
  case transferFailed(host: String, file: String, cause: String, canResume: Bool)
  case missingLibrary(SystemLibraryError)
  case notGzip(host: String, file: String)
  case tooLarge(host: String, file: String, maximumBytes: Int)
  case busy(folder: String)
  case diskFull(path: String)

  package var message: String {
    switch self {
    case .missing(let host, let file):
      "\(host) has no \(file); try again later"
    case .refused(let host, let file, let status):
      "\(host): \(file): HTTP status \(status); try again later"
    case .transferFailed(let host, let file, let cause, let canResume):
      (cause.contains(host) ? "" : "\(host): ") + "\(file): \(cause); "
        + (canResume
          ? "try again to resume the download"
          : "check the connection and try again")
    case .missingLibrary(let error): error.message
    case .notGzip(let host, let file):
      "\(host): \(file): the response is not a gzip file; check the address, and whether the"
        + " network requires a login"
    case .tooLarge(let host, let file, let maximumBytes):
      "\(host): \(file) is larger than \(ByteCount.text(maximumBytes)), too large for a dataset; check the address"
    case .busy(let folder):
      "another filmz is writing to \(folder); try again when it has finished"
    case .diskFull(let path):
      "no space left for \(path); free some space and try again to resume the download"
    }
  }

  package var remedy: Remedy? {
    if case .missing = self { .useAnotherDatasetServer } else { nil }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .missing, .refused, .transferFailed, .missingLibrary, .notGzip, .tooLarge: .unavailable
    case .busy: .failed
    case .diskFull: .inputOutput
    }
  }
}
