import FilmzDomain

/// A file that can be imported: one of the file system, or of a ZIP archive.
package struct ImportSource: Sendable {
  enum Content: Sendable {
    case file(FilePath)
    /// A pipe or device, which has been opened, and its first bytes.
    case stream(OpenFile, start: [UInt8])
    /// An entry of a ZIP archive; `archive` is the path of the archive.
    case entry(ZipReader.Entry, archive: String)
    /// A symbolic link in a folder, to a file that does not exist.
    case danglingLink
    /// A file of an archive of filmz, or `nil` if the archive has no files; `archive` is the path of the archive.
    case subjects(ArchiveReader.File?, archive: String)
  }

  /// The path that the user gave, continued for a file in a folder or ZIP archive, such as `export.zip/diary.csv`.
  package let name: String
  /// The path that the user gave.
  package let path: String
  let content: Content

  /// The name of the file in the folder or archive that the user named; if the user named the file itself, the last
  /// part of its path.
  package var shortName: String {
    let inner = name.dropFirst(path.count).drop { $0 == "/" }
    return String(inner.isEmpty ? name.split(separator: "/").last ?? "" : inner)
  }

  /// The folder of the file, with a slash at the end; empty if the name has none.
  package var folder: String { name.lastIndex(of: "/").map { String(name[...$0]) } ?? "" }

  /// `true` for the file of a TV Time export that has the plays.
  package var isOfTVTime: Bool { name.split(separator: "/").last?.hasPrefix("tracking-prod-records") == true }

  /// Returns the same file under another path of the user.
  package func named(_ path: String) -> ImportSource {
    ImportSource(name: path + name.dropFirst(self.path.count), path: path, content: content)
  }

  /// `true` if the user named the file itself, not a folder or archive that contains it.
  package var isNamedByUser: Bool {
    switch content {
    case .file, .stream: name == path
    case .entry, .subjects, .danglingLink: false
    }
  }

  /// The group of the file; see ``group(ofFile:)``.
  package var group: String { Self.group(ofFile: name) }

  /// Returns the common name of the parts of a split file, such as `watched-history.json` for
  /// `watched-history-1.json`; the name itself for other files.
  ///
  /// Only Trakt splits its files. A number at the end of a list's name is not the number of a part.
  package static func group(ofFile name: String) -> String {
    let start = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
    let file = name[start...]
    guard let match = file.wholeMatch(of: /(.+)-[0-9]+(\.json)/.ignoresCase()), ExportFileName(name).traktList == nil
    else { return name }
    return String(name[..<start] + match.output.1 + match.output.2)
  }

  /// `true` if the file can be opened only once.
  var isReadOnce: Bool { if case .stream = content { true } else { false } }

  /// Opens the file, which is read in chunks of at most 64 KB.
  ///
  /// - Throws: ``ImportError``, `CancellationError`; reading the stream throws the same errors.
  package func open() throws -> ByteStream {
    switch content {
    case .file(let path):
      let file = try OpenFile(path)
      return ByteStream { try file.read().nonempty }
    case .stream(let file, let start):
      var stream = ByteStream { try file.read().nonempty }
      stream.putBack(start)
      return stream
    case .entry(let entry, let archive): return Self.stream(entry.chunks(), archive)
    case .subjects(let file, let archive): return Self.stream(file?.chunks() ?? { nil }, archive)
    case .danglingLink: return ByteStream { nil }
    }
  }

  private static func stream(_ chunks: @escaping () throws -> [UInt8]?, _ archive: String) -> ByteStream {
    ByteStream {
      do {
        return try chunks()
      } catch let problem as ZipReader.Problem { throw ImportError.zip(path: archive, problem) }
    }
  }
}

extension [UInt8] { fileprivate var nonempty: [UInt8]? { isEmpty ? nil : self } }

/// The name of Trakt's file with the films of a list, without its extension, such as `list-28545752-on-deck`.
package struct TraktListName {
  /// The number of the list at Trakt; `nil` if it is too large.
  package let number: Int?
  /// The name of the list, as it is in addresses; `nil` if the file has only a number.
  package let name: String?

  /// Returns `nil` for the name of another file.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /list-([0-9]+)(?:-(.+))?/.ignoresCase()) else { return nil }
    (number, name) = (Int(match.output.1), match.output.2.map { String($0) })
  }
}

/// The name and the folder of an exported file, which show what the file contains.
struct ExportFileName {
  /// The last part of the path.
  private let file: Substring
  /// The folders that contain the file, the innermost last.
  private let folders: [Substring]
  /// The folder that contains the file, in lower case; empty if the path has none.
  private let folder: String

  init(_ path: String) {
    let parts = path.split { $0 == "/" || $0 == "\\" }
    file = parts.last ?? ""
    folders = parts.dropLast()
    folder = folders.last?.lowercased() ?? ""
  }

  var isRatings: Bool { contains("rating") }

  /// Returns whether the name of the file contains a text in lower case.
  func contains(_ text: String) -> Bool { file.lowercased().contains(text) }

  /// `true` for a watchlist, but not for a list of Trakt with such a name: `lists-list-ID-NAME.json` or
  /// `list-ID-NAME.json`.
  var isWatchlist: Bool {
    let name = file.lowercased()
    if name.hasPrefix("lists-") { return name.hasPrefix("lists-watchlist") }
    return TraktListName(stem) == nil && name.contains("watchlist")
  }

  /// `true` for a watchlist of Trakt, also in a folder of that name, but not for one of Trakt's lists there.
  var isWatchlistOfTrakt: Bool {
    isWatchlist || folder == "watchlist" && !file.lowercased().hasPrefix("lists-") && TraktListName(stem) == nil
  }

  /// `true` for the films that the user likes at Letterboxd, such as `likes/films.csv`.
  var isLikes: Bool { file.lowercased().contains("likes") || folder == "likes" }

  /// `true` for a name such as `watched-history-1.json` or `lists-watchlist.json`, and for any file in a folder that
  /// Trakt's exports have.
  var isOfTrakt: Bool {
    let folders = ["watched", "ratings", "lists"]
    let subjects = folders + ["history", "watchlist", "collection", "library", "comments", "hidden", "likes"]
    let name = file.lowercased()
    let subject = name.prefix(while: \.isLetter)
    let isSubject = subjects.contains(String(subject)) && ["-", "_"].contains(name.dropFirst(subject.count).first)
    return folders.contains(folder) || isSubject || TraktListName(stem)?.name != nil
  }

  /// `true` for a file in a folder of lists.
  var isInListFolder: Bool { folder == "lists" }

  /// Returns whether the name of the file begins with a string in lower case.
  func begins(with prefix: String) -> Bool { file.lowercased().hasPrefix(prefix) }

  /// `true` for the reviews and lists that the user likes at Letterboxd.
  var isLikesOfOthers: Bool { folder == "likes" && ["reviews", "lists"].contains(stem.lowercased()) }

  /// The list of a file that is named after its list, as the files of IMDb are.
  var list: ImportedList? { stem.isEmpty ? nil : ImportedList(name: stem) }

  /// The list of a file of Trakt, such as `lists-noir.json`, `lists/noir.json`, `lists/noir/movies.json` or
  /// `list-7-noir.json`; `nil` for other files.
  var traktList: ImportedList? {
    guard !isWatchlistOfTrakt, !stem.isEmpty else { return nil }
    let prefix = "lists-"
    if stem.lowercased().hasPrefix(prefix), stem.count > prefix.count {
      return ImportedList(name: String(stem.dropFirst(prefix.count)))
    }
    if folders.dropLast().last?.lowercased() == "lists" { return folders.last.map { ImportedList(name: String($0)) } }
    return folder == "lists" || TraktListName(stem)?.name != nil ? ImportedList(name: stem) : nil
  }

  /// The name without the extension, and without a number such as ` (1)` of a repeated download.
  private var stem: String {
    file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex).replacing(/\s*\([0-9]+\)$/, with: "").trimmed
  }
}
