package import FilmzDomain

/// What can go wrong when files of the IMDb datasets are fetched; nothing of what a server wrote is in
/// the messages.
package enum DatasetError: UserFacingError, Equatable {
  case missing(host: String, file: String)
  case refused(host: String, file: String, status: Int)
  case broken(host: String, file: String, cause: String, goesOn: Bool)
  case notGzip(host: String, file: String)
  case tooLarge(host: String, file: String, mostBytes: Int)
  case busy(folder: String)
  case diskFull(path: String)

  package var message: String {
    switch self {
    case .missing(let host, let file):
      "\(host) has no \(file); try again later"
    case .refused(let host, let file, let status):
      "\(host): \(file): HTTP status \(status); try again later"
    case .broken(let host, let file, let cause, let goesOn):
      (cause.contains(host) ? "" : "\(host): ") + "\(file): \(cause); "
        + (goesOn
          ? "do that again to go on where it stopped"
          : "check the connection, and do that again")
    case .notGzip(let host, let file):
      "\(host): \(file): what came is no gzip file; check the address, and whether the network wants"
        + " a login first"
    case .tooLarge(let host, let file, let mostBytes):
      "\(host): \(file) is larger than \(ByteCount.text(mostBytes)), as no dataset is; check the address"
    case .busy(let folder):
      "another filmz is writing to \(folder); do that again when it is done"
    case .diskFull(let path):
      "no space left for \(path); free some, and do that again to go on where it stopped"
    }
  }

  package var remedy: Remedy? {
    if case .missing = self { .useAnotherDatasetServer } else { nil }
  }

  package var kind: ExitCategory {
    switch self {
    case .missing, .refused, .broken, .notGzip, .tooLarge: .unavailable
    case .busy: .failed
    case .diskFull: .inputOutput
    }
  }
}
