import FilmzDomain

/// The name of a file of an export, as far as it tells what the file contains.
struct ExportFileName {
  /// The last part of the path.
  private let file: Substring
  /// The folder that contains the file; empty if the path does not tell it.
  private let folder: String

  init(_ path: String) {
    let parts = path.split { $0 == "/" || $0 == "\\" }
    file = parts.last ?? ""
    folder = parts.dropLast().last?.lowercased() ?? ""
  }

  var isRatings: Bool { file.lowercased().contains("rating") }

  /// `true` for a watchlist; files of lists of Trakt are `lists-list-ID-NAME.json` or `list-ID-NAME.json`, whatever their
  /// names contain.
  var isWatchlist: Bool {
    let name = file.lowercased()
    if name.hasPrefix("lists-") { return name.hasPrefix("lists-watchlist") }
    if name.prefixMatch(of: /list-[0-9]+/) != nil { return false }
    return name.contains("watchlist")
  }

  /// `true` for what the user likes at Letterboxd, such as `likes/films.csv`.
  ///
  /// Letterboxd has a `films.csv` only in the folder `likes`.
  var isLikes: Bool {
    let name = file.lowercased()
    return name.contains("likes") || name.hasPrefix("films") || folder == "likes"
  }

  /// `true` for a name such as `watched-history-1.json` or `lists-watchlist.json`, and in a folder that Trakt's exports
  /// have.
  var isOfTrakt: Bool {
    let folders = ["watched", "ratings", "lists"]
    let subjects =
      folders + ["history", "watchlist", "collection", "library", "comments", "hidden", "likes"]
    let name = file.lowercased()
    let subject = name.prefix(while: \.isLetter)
    let isFollowed = ["-", "_"].contains(name.dropFirst(subject.count).first)
    return folders.contains(folder) || isFollowed && subjects.contains(String(subject))
  }

  /// `true` for a file in a folder of lists.
  var isInListFolder: Bool { folder == "lists" }

  /// Returns whether the name of the file begins with a string in lower case.
  func begins(with prefix: String) -> Bool { file.lowercased().hasPrefix(prefix) }

  /// `true` for the reviews and lists that the user likes at Letterboxd.
  var isLikesOfOthers: Bool {
    folder == "likes" && ["reviews", "lists"].contains(stem.lowercased())
  }

  /// The list of a file that has the name of its list, such as one of IMDb.
  var list: ImportedList? { stem.isEmpty ? nil : ImportedList(name: stem) }

  /// The list of a file of Trakt, such as `lists-noir.json` or `lists/noir.json`; `nil` for other files.
  var traktList: ImportedList? {
    guard !isWatchlist, !stem.isEmpty else { return nil }
    let prefix = "lists-"
    if stem.lowercased().hasPrefix(prefix), stem.count > prefix.count {
      return ImportedList(name: String(stem.dropFirst(prefix.count)))
    }
    return folder == "lists" ? ImportedList(name: stem) : nil
  }

  /// The name without the extension, and without a number such as ` (1)` of a repeated download.
  private var stem: String {
    file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex)
      .replacing(/\s*\([0-9]+\)$/, with: "").trimmed
  }
}
