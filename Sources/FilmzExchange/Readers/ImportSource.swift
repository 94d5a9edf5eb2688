import FilmzDomain
import Foundation

/// A file that can be imported: one of the file system, or of a ZIP archive.
package struct ImportSource: Sendable {
  enum Content: Sendable {
    case file(FilePath)
    /// A pipe or device, which has been opened, and its first bytes.
    case stream(OpenFile, start: [UInt8])
    /// An entry of the ZIP archive with a path.
    case entry(ZipReader.Entry, archive: String)
    /// A file of the archive of filmz with a path; `nil` for an archive without files.
    case subjects(ArchiveReader.File?, archive: String)
  }

  /// The path as the user gave it or, of a file in a ZIP archive or folder, continued: `export.zip/diary.csv`.
  package let name: String
  /// The path that the user gave.
  package let path: String
  let content: Content

  /// `true` if the user named the file itself, not a folder or archive that contains it.
  package var isNamedByUser: Bool {
    switch content {
    case .file, .stream: name == path
    case .entry, .subjects: false
    }
  }

  /// The group of the file; see ``group(ofFile:)``.
  package var group: String { Self.group(ofFile: name) }

  /// Returns the common name of the parts of a split file, `watched-history.json` for `watched-history-1.json` and
  /// `watched-history-2.json`; the name itself for other files.
  ///
  /// Only Trakt splits its files. A number at the end of a list's name is not the number of a part.
  package static func group(ofFile name: String) -> String {
    let start = name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex
    let file = name[start...]
    guard let match = file.wholeMatch(of: /(.+)-[0-9]+(\.json)/.ignoresCase()),
      !file.lowercased().hasPrefix("list")
    else { return name }
    return String(name[..<start] + match.output.1 + match.output.2)
  }

  /// `true` if the file can be opened only once.
  var isReadOnce: Bool { if case .stream = content { true } else { false } }

  /// Opens the file, which is read in chunks of at most 64 KB.
  ///
  /// - Throws: ``ImportError``, `CancellationError`, as the stream does.
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
    }
  }

  private static func stream(
    _ chunks: @escaping () throws -> [UInt8]?, _ archive: String
  ) -> ByteStream {
    ByteStream {
      do {
        return try chunks()
      } catch let problem as ZipReader.Problem { throw ImportError.zip(path: archive, problem) }
    }
  }
}

extension [UInt8] {
  fileprivate var nonempty: [UInt8]? { isEmpty ? nil : self }
}

/// Finds the files of an import.
package struct ImportSources {
  /// The maximum total size in bytes of the ZIP archives, which are read into memory.
  private static let maximumArchiveSize = 1_073_741_824

  private var identities: Set<FileNode.Identity> = []
  private var archiveSize = 0
  private var sources: [ImportSource] = []

  /// Returns the files to read for paths of files, folders and ZIP archives.
  ///
  /// Files are in the natural order of their names, those of an archive of filmz in its own order. A file that has
  /// several paths is read once. A ZIP archive is recognized by its content, also in a folder, and read into memory;
  /// archives inside of it are not read. Whatever ``FolderWalk`` leaves out of folders is left out of archives as well.
  ///
  /// - Throws: ``ImportError`` if a file or folder cannot be read, `CancellationError`.
  package static func files(at paths: [String]) throws -> [ImportSource] {
    var files: [(file: FilePath, path: String)] = []
    for path in paths {
      let file = FilePath(path)
      if try FileNode(file).kind == .folder {
        for file in try FolderWalk.files(in: file) { files.append((file, path)) }
      } else {
        files.append((file, path))
      }
    }
    var result = ImportSources()
    for (file, path) in files.sorted(by: { NaturalOrder.precedes($0.file.text, $1.file.text) }) {
      try result.add(file, path)
    }
    return result.sources
  }

  private mutating func add(_ path: FilePath, _ root: String) throws {
    let node = try FileNode(path)
    guard identities.insert(node.identity).inserted else { return }
    let file = try OpenFile(path)
    let start = try file.read(atLeast: 4)
    if ZipReader.recognizes(start) {
      try addArchive(try content(of: file, start, path), path.text, root)
    } else {
      let content: ImportSource.Content =
        node.kind == .regular ? .file(path) : .stream(file, start: start)
      sources.append(ImportSource(name: path.text, path: root, content: content))
    }
  }

  // MARK: - Archives

  /// Returns all bytes of a file.
  private mutating func content(
    of file: OpenFile, _ start: [UInt8], _ path: FilePath
  ) throws -> [UInt8] {
    var bytes = start
    while true {
      guard archiveSize + bytes.count <= Self.maximumArchiveSize else {
        throw ImportError.zip(path: path.text, .tooLarge)
      }
      let chunk = try file.read()
      if chunk.isEmpty { break }
      bytes += chunk
    }
    archiveSize += bytes.count
    return bytes
  }

  private mutating func addArchive(
    _ bytes: [UInt8], _ name: String, _ root: String
  ) throws {
    let archive: ZipReader
    do throws(ZipReader.Problem) { archive = try ZipReader(bytes) } catch {
      throw ImportError.zip(path: name, error)
    }
    guard try !ArchiveReader.recognizes(archive) else {
      try addSubjects(of: archive, name, root)
      return
    }
    let entries = archive.entries.filter { !Self.isLeftOut($0) }
    sources += entries.sorted { NaturalOrder.precedes($0.name, $1.name) }.map { entry in
      ImportSource(
        name: name + "/" + entry.name, path: root, content: .entry(entry, archive: name))
    }
  }

  private mutating func addSubjects(
    of archive: ZipReader, _ name: String, _ root: String
  ) throws {
    let files: [ArchiveReader.File]
    do { files = try ArchiveReader(archive).files } catch let problem as ArchiveReader.Problem {
      throw ImportError.archive(path: name, problem)
    }
    sources += files.map { file in
      ImportSource(
        name: name + "/" + file.name, path: root, content: .subjects(file, archive: name))
    }
    if files.isEmpty {
      sources.append(ImportSource(name: name, path: root, content: .subjects(nil, archive: name)))
    }
  }

  /// Some programs separate the names of folders by backslashes.
  private static func isLeftOut(_ entry: ZipReader.Entry) -> Bool {
    entry.name.split { $0 == "/" || $0 == "\\" }.contains { name in
      name != "." && name != ".." && FolderWalk.isLeftOut(String(name))
    }
  }
}

/// Finds the files in a folder and the folders inside it.
enum FolderWalk {
  /// The maximum number of files and folders.
  static let maximumCount = 10_000

  /// Returns the regular files in any order.
  ///
  /// Symbolic links to files are followed, those to folders are not. Paths for which ``isLeftOut(_:)`` returns `true`
  /// are left out.
  static func files(
    in folder: FilePath, maximumCount: Int = maximumCount
  ) throws(ImportError) -> [FilePath] {
    var files: [FilePath] = []
    var folders = [folder]
    var count = 0
    while let next = folders.popLast() {
      let names = try names(in: next, maximumCount: maximumCount - count)
      count += names.count
      guard count <= maximumCount else { throw .tooManyFiles(path: folder.text) }
      for name in names where !isLeftOut(String(decoding: name, as: UTF8.self)) {
        let path = next.appending(name)
        switch try FileNode(path, followsLink: false).kind {
        case .regular: files.append(path)
        case .folder: folders.append(path)
        case .link: if try FileNode(path).kind == .regular { files.append(path) }
        case .other: break
        }
      }
    }
    return files
  }

  /// Returns whether a file or folder is not read: a hidden one, one of macOS, or one with data that the user deleted
  /// at Letterboxd.
  static func isLeftOut(_ name: String) -> Bool {
    name.hasPrefix(".") || ["__macosx", "deleted", "orphaned"].contains(name.lowercased())
  }

  /// Returns the names in a folder, at most one more than the maximum.
  private static func names(
    in folder: FilePath, maximumCount: Int
  ) throws(ImportError) -> [[UInt8]] {
    guard let stream = opendir(folder.cString) else { throw folder.cannotRead() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while names.count <= maximumCount {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw folder.cannotRead() }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        Array(
          UnsafeRawBufferPointer(
            start: name,
            count: strlen(
              UnsafeRawPointer(name)
                .assumingMemoryBound(to: CChar.self))))
      }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }
}

/// The parts of the path of an exported file from which the file's content follows.
struct ExportFileName {
  /// The last part of the path.
  private let file: Substring
  /// The folder that contains the file; empty if the path has none.
  private let folder: String

  init(_ path: String) {
    let parts = path.split { $0 == "/" || $0 == "\\" }
    file = parts.last ?? ""
    folder = parts.dropLast().last?.lowercased() ?? ""
  }

  var isRatings: Bool { file.lowercased().contains("rating") }

  /// `true` for a watchlist; files of lists of Trakt are `lists-list-ID-NAME.json` or `list-ID-NAME.json`, whatever
  /// their names contain.
  var isWatchlist: Bool {
    let name = file.lowercased()
    if name.hasPrefix("lists-") { return name.hasPrefix("lists-watchlist") }
    if name.prefixMatch(of: /list-[0-9]+/) != nil { return false }
    return name.contains("watchlist")
  }

  /// `true` for the films that the user likes at Letterboxd, such as `likes/films.csv`.
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

/// The order in which `history-2.json` precedes `history-10.json`.
enum NaturalOrder {
  /// Returns whether a text precedes another: numbers by their value, all else by bytes.
  ///
  /// Texts that differ only in leading zeros are in the order of their bytes.
  static func precedes(_ first: String, _ second: String) -> Bool {
    let (left, right) = (Array(first.utf8), Array(second.utf8))
    var (leftIndex, rightIndex) = (0, 0)
    while leftIndex < left.count, rightIndex < right.count {
      if left[leftIndex].isDigit, right[rightIndex].isDigit {
        let (leftNumber, rightNumber) = (number(left, &leftIndex), number(right, &rightIndex))
        if leftNumber.count != rightNumber.count { return leftNumber.count < rightNumber.count }
        if leftNumber != rightNumber { return leftNumber.lexicographicallyPrecedes(rightNumber) }
      } else if left[leftIndex] != right[rightIndex] {
        return left[leftIndex] < right[rightIndex]
      } else {
        leftIndex += 1
        rightIndex += 1
      }
    }
    if leftIndex < left.count || rightIndex < right.count { return rightIndex < right.count }
    return left.lexicographicallyPrecedes(right)
  }

  /// Returns the digits from an index without leading zeros, and moves the index behind them.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let digits = bytes[index...].prefix(while: \.isDigit)
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
