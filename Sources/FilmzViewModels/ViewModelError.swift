package import FilmzDomain

/// What a user asked for and cannot have.
package enum ViewModelError: UserFacingError, Equatable {
  case nothingToPage(hasFailed: Bool)
  case noSuchNumber(Int, count: Int)
  case invalidRange(String)
  case nothingSelected
  case ambiguousTitle(String, candidates: [String])
  case unknownTitle(String, near: [String], hint: Hint?, isInCollectionOnly: Bool)
  case notCached([String])
  case noteChanged(title: String)
  case filmGone(title: String)
  case filmChanged(title: String)
  case emptyTitle
  case nothingToSearch
  case noSuchViewing(Int, count: Int, title: String)
  case updateOffline
  case invalidDatasetServer

  package var message: String {
    switch self {
    case .nothingToPage(let hasFailed):
      hasFailed
        ? "there are no results, because the search failed; `retry` runs it again"
        : "there are no results yet; try `search TITLE` or `ls`"
    case .noSuchNumber(let number, let count):
      count == 0
        ? "there is no film \(number), because there are no results; try `search TITLE` or `ls`"
        : "there is no film \(number) in the results; their numbers are 1–\(count)"
    case .invalidRange(let text):
      "\(text) is no range; write 1-4 or 1-4,7"
    case .nothingSelected:
      "no film is selected; name one by number, id or title, or `show` one first"
    case .ambiguousTitle(let title, let candidates):
      "several films are called \"\(title)\": \(candidates.joined(separator: ", ")); add the year or"
        + " use the id"
    case .unknownTitle(let title, let near, let hint, let isInCollectionOnly):
      "no film called \"\(title)\""
        + (isInCollectionOnly ? " in your collection" : " is known here")
        + (!near.isEmpty
          ? "; near it: \(near.joined(separator: ", "))"
          : isInCollectionOnly ? "; `ls` lists them" : Self.text(of: hint, title: title))
    case .notCached(let names):
      "\(names.joined(separator: ", ")): not in the film cache; `cache ls` lists what is"
    case .noteChanged(let title):
      "the note of \(title) was changed meanwhile, and stays as it is"
    case .filmGone(let title):
      "\(title) is not in your collection any more"
    case .filmChanged(let title):
      "\(title) was changed elsewhere meanwhile, and stays as it is"
    case .emptyTitle:
      "a title without a letter names no film"
    case .nothingToSearch:
      "there is no letter to search for; try `search blade runner`"
    case .noSuchViewing(let number, let count, let title):
      count == 0
        ? "\(title) has no viewings, so there is none to take away"
        : "there is no viewing \(number): \(title) has \(count.counted("viewing"))"
          + "; `viewings` numbers them"
    case .updateOffline:
      "an update needs the network; leave --offline out, or `catalog import` files that are here"
    case .invalidDatasetServer:
      "--from takes an address that begins with https:// or http://, with a port up to 65535 if any"
    }
  }

  /// What may help if a title is not known.
  package enum Hint: Sendable, Hashable {
    /// The imported catalog cannot be used.
    case catalogTrouble(Warning)
    case remedy(Remedy)
  }

  private static func text(of hint: Hint?, title: String) -> String {
    switch hint {
    case .catalogTrouble(.trouble(let message, _, _)): "; \(message)"
    case nil: "; try `search \(title)`"
    default: ""
    }
  }

  package var remedy: Remedy? {
    guard case .unknownTitle(_, let near, let hint, false) = self, near.isEmpty else { return nil }
    return switch hint {
    case .catalogTrouble(.trouble(_, let remedy, _)): remedy
    case .remedy(let remedy): remedy
    default: nil
    }
  }

  package var kind: ExitCategory {
    switch self {
    case .nothingToSearch, .invalidDatasetServer: .usage
    case .updateOffline: .unavailable
    default: .failed
    }
  }
}
