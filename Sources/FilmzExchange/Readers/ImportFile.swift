import FilmzDomain
import Foundation

/// An element of a file.
package enum ImportedElement: Sendable, Hashable {
  case row(ImportedRow)
  case list(NamedList)
  case movie(MFlixMovie)
  case comment(MFlixComment)
  case subject(ArchivedSubject)
}

/// A file that is being imported, whose format is recognized by its content.
package struct ImportFile {
  /// The result of opening a file.
  package enum Opening {
    case file(ImportFile)
    case skipped(SkipReason)
  }

  /// A reason why a file is not read.
  package enum SkipReason: Sendable, Hashable {
    /// The file contains nothing.
    case empty
    /// The file is a part of an export that is not imported, such as the films that the user owns.
    case notImported
    /// The file is an archive inside of an archive.
    case innerArchive
    case notRecognized
  }

  /// The name of the ``ImportSource``.
  package let name: String
  package let format: ImportFormat
  /// The list that the file is; `nil` for other files, and if its elements name their lists.
  package let list: ImportedList?
  // The reader of the file is one of these. They are not cases of an enumeration, so that they are changed in place.
  private var csv: CSVFile?
  private var json: JSONFile?
  private var subjects: ArchivedSubjects?
  /// The path of the archive of filmz that the file is in; empty for other files.
  package private(set) var archivePath = ""
  /// The ids of a file of unmatched rows.
  private var enteredIDs: EnteredIDs?

  /// The names of the columns that are not imported because they are unknown; complete after the last row.
  package var unknownColumns: [String] { csv?.unknownColumns ?? [] }

  /// `true` if a text that was read so far is in Windows-1252 instead of UTF-8.
  package var hasWindows1252: Bool { csv?.hasWindows1252 ?? json?.hasWindows1252 ?? false }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - format: The format that the file must have, or `nil` for any.
  /// - Returns: The file, or the reason why it is not read.
  /// - Throws: ``ImportError/otherFormat(path:_:)`` if the user named a file that does not have the format; such a file
  ///   in a folder or archive is skipped. Other cases of ``ImportError`` if the file cannot be read.
  package static func open(
    _ source: ImportSource, as format: ImportFormat? = nil
  ) throws -> Opening {
    let opening = try openContent(of: source, as: format)
    if case .skipped(.notRecognized) = opening, let format, source.isNamedByUser {
      throw ImportError.otherFormat(path: source.name, format)
    }
    return opening
  }

  private init(_ name: String, _ format: ImportFormat, _ list: ImportedList? = nil) {
    (self.name, self.format, self.list) = (name, format, list)
  }

  /// Returns the next element, or the reason why it cannot be used, with the line on which it begins; `nil` at the end.
  ///
  /// A row of a list names the list. In a file of unmatched rows, an id that the user entered for one row holds for all
  /// rows with the same title and year; of a pipe, only for those after it.
  ///
  /// - Throws: ``ImportError``, also if a part of a JSON file cannot be read because the file ends in its middle.
  package mutating func next() throws -> (
    line: Int, element: Result<ImportedElement, RowProblem>
  )? {
    if csv != nil { return try nextRow() }
    if json != nil { return try nextInJSON() }
    do {
      return try subjects?.next().map { line, subject in
        (line, subject.map(ImportedElement.subject))
      }
    } catch let problem as ZipReader.Problem {
      throw ImportError.zip(path: archivePath, problem)
    }
  }

  private mutating func nextInJSON() throws -> (
    line: Int, element: Result<ImportedElement, RowProblem>
  )? {
    guard let (line, element) = try json?.next() else { return nil }
    switch element {
    case .success(.row(let row)): return (line, .success(.row(inList(row))))
    case .failure(.unreadableJSON(let problem)) where problem.concernsFile:
      throw ImportError.json(path: name, line: line, problem)
    default: return (line, element)
    }
  }

  private mutating func nextRow() throws -> (
    line: Int, element: Result<ImportedElement, RowProblem>
  )? {
    guard let (line, result) = try csv?.next() else { return nil }
    guard case .success(let row) = result else { return (line, result.map(ImportedElement.row)) }
    var completed = inList(row)
    if let id = csv?.enteredID {
      enteredIDs?.add(id, for: row.film)
    } else {
      enteredIDs?.setID(of: &completed.film)
    }
    return (line, .success(.row(completed)))
  }

  private func inList(_ row: ImportedRow) -> ImportedRow {
    guard let list, row.list == nil else { return row }
    var row = row
    row.list = list
    return row
  }
}

// MARK: - Recognition

extension ImportFile {
  private static let sampleSize = 65_536

  private static func openContent(
    of source: ImportSource, as format: ImportFormat?
  ) throws -> Opening {
    if case .subjects(let file, let archive) = source.content {
      guard format == nil || format == .filmz else { return .skipped(.notRecognized) }
      var opened = ImportFile(source.name, .filmz)
      opened.subjects = file?.subjects
      opened.archivePath = archive
      return .file(opened)
    }
    var stream = try TextDecoder.normalized(try source.open())
    let sample = try stream.peek(sampleSize)
    guard let first = sample.first(where: { !$0.isJSONWhitespace }) else {
      return .skipped(sample.count < sampleSize ? .empty : .notRecognized)
    }
    guard !ZipReader.recognizes(sample) else { return .skipped(.innerArchive) }
    // Binary files have zeros; a text can have one, but not in front of its first line break.
    let line = sample.prefix { !$0.isLineBreak }
    guard !line.contains(0) else { return .skipped(.notRecognized) }
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
      return try openJSON(stream, source.name, format)
    }
    return try openCSV(stream, source, format)
  }

  private static func openJSON(
    _ stream: ByteStream, _ name: String, _ format: ImportFormat?
  ) throws -> Opening {
    let file = try JSONFile(stream, path: name)
    let recognized: ImportFormat
    switch file.kind {
    case .trakt: recognized = .trakt
    case .mflix: recognized = .mflix
    case .filmz: recognized = .filmz
    case .notImported: return .skipped(.notImported)
    case nil where file.isEmpty: recognized = formatOfEmptyArray(name, format)
    case nil: return .skipped(.notRecognized)
    }
    guard format == nil || format == recognized else { return .skipped(.notRecognized) }
    let list = recognized == .trakt ? ExportFileName(name).traktList : nil
    var opened = ImportFile(name, recognized, list)
    opened.json = file
    return .file(opened)
  }

  /// Returns the format of an array without elements: the one that the user named if it is a format of JSON, else the
  /// one that follows from the name of the file.
  private static func formatOfEmptyArray(_ name: String, _ format: ImportFormat?) -> ImportFormat {
    if let format, [.trakt, .mflix, .filmz].contains(format) { return format }
    return ExportFileName(name).isOfTrakt ? .trakt : .filmz
  }

  private static func openCSV(
    _ stream: ByteStream, _ source: ImportSource, _ format: ImportFormat?
  ) throws -> Opening {
    let fileName = ExportFileName(source.name)
    guard let file = try CSVFile(stream, path: source.name, as: format) else {
      return .skipped(try isNotImported(stream) ? .notImported : .notRecognized)
    }
    guard file.format != .letterboxdLikes || !fileName.isLikesOfOthers else {
      return .skipped(.notImported)
    }
    let list: ImportedList? =
      switch file.format {
      case .letterboxdProfile: ImportedList(name: "Letterboxd favorites")
      case .imdbList: fileName.list
      case .letterboxdList, .letterboxdImporterList: file.list ?? fileName.list
      default: file.list
      }
    var opened = ImportFile(source.name, file.format.format, list)
    opened.enteredIDs = file.format == .unmatched ? try enteredIDs(of: source) : nil
    opened.csv = file
    return .file(opened)
  }

  /// Returns whether a file contains the comments of a Letterboxd export.
  private static func isNotImported(_ stream: ByteStream) throws -> Bool {
    var stream = stream
    let header = "date,content,comment"
    return String(decoding: try stream.peek(header.utf8.count), as: UTF8.self).lowercased()
      == header
  }

  /// Reads the ids that the user entered into a file of unmatched rows; none from a file that can be read only once.
  private static func enteredIDs(of source: ImportSource) throws -> EnteredIDs {
    var ids = EnteredIDs()
    guard !source.isReadOnce,
      var file = try CSVFile(try source.open(), path: source.name, as: .filmz)
    else { return ids }
    while let (_, row) = try file.next() {
      if let id = file.enteredID, case .success(let row) = row { ids.add(id, for: row.film) }
    }
    return ids
  }
}

/// The path of a file, which need not be UTF-8.
struct FilePath: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path as text; bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path for functions of C.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  func appending(_ name: [UInt8]) -> FilePath {
    let slash = UInt8(ascii: "/")
    return FilePath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name)
  }

  /// Returns the error for the current `errno`.
  func cannotRead() -> ImportError {
    .cannotRead(path: text, reason: String(cString: strerror(errno)))
  }
}

/// A file that is open for reading, and is closed with the last reference to it.
///
/// Opening does not wait for the writer of a FIFO; reading waits for bytes, and ends when the task is cancelled.
final class OpenFile: Sendable {
  static let chunkSize = 65_536
  /// The time between checks for cancellation, in milliseconds.
  private static let waitingTime: CInt = 100

  private let path: FilePath
  private let descriptor: CInt

  init(_ path: FilePath) throws(ImportError) {
    self.path = path
    descriptor = open(path.cString, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw path.cannotRead() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next bytes, at most 64 KB; none at the end.
  ///
  /// - Throws: ``ImportError``, `CancellationError`.
  func read() throws -> [UInt8] {
    try waitForBytes()
    var status = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
      repeat {
        status = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      } while status < 0 && errno == EINTR
      count = max(0, status)
    }
    guard status >= 0 else { throw path.cannotRead() }
    return chunk
  }

  /// Returns the next bytes, at least `minimum` unless the file ends before.
  ///
  /// - Throws: ``ImportError``, `CancellationError`.
  func read(atLeast minimum: Int) throws -> [UInt8] {
    var bytes = try read()
    while bytes.count < minimum {
      let more = try read()
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Waits until there are bytes, or the file ends; returns immediately unless it is a FIFO or a device.
  ///
  /// A FIFO ends when its last writer closes it, not before the first one opens it.
  private func waitForBytes() throws {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      try Task.checkCancellation()
      let count = poll(&event, 1, Self.waitingTime)
      guard count >= 0 || errno == EINTR else { throw path.cannotRead() }
      if count > 0 { return }
    }
  }
}

/// The kind and the identity of a file, whatever its path is.
struct FileNode: Sendable {
  enum Kind: Sendable {
    case regular, folder, link, other
  }

  /// The device and the number of the file on it.
  struct Identity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
  }

  let kind: Kind
  let identity: Identity

  /// Follows a symbolic link if `followsLink` is true.
  init(_ path: FilePath, followsLink: Bool = true) throws(ImportError) {
    var status = stat()
    let result = followsLink ? stat(path.cString, &status) : lstat(path.cString, &status)
    guard result == 0 else { throw path.cannotRead() }
    identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
  }
}
