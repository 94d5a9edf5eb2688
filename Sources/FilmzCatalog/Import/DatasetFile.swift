import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// A local file of the IMDb datasets.
struct DatasetFile: Sendable, Hashable {
  let kind: DatasetKind
  let path: String
  /// The size in bytes.
  let size: Int
  /// The modification date.
  let date: Date
  /// The inode number, by which two paths of the same file are recognized.
  let inode: UInt64

  /// The name of the file without its folder, as used in messages.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// `true` if the file has the name that IMDb gives to files of its kind.
  private var hasIMDbName: Bool { DatasetKind(fileName: name) == kind }

  /// Returns the dataset files at the given paths and in the folders at these paths, in the order in which they have to
  /// be read.
  ///
  /// Files are recognized by their header, or by their name if the header is damaged. Other files in
  /// the folders, and subfolders, are ignored. If a file of a folder has IMDb's name for its kind, other files of this
  /// kind in the folder are ignored.
  ///
  /// - Throws: ``CatalogError`` if a path cannot be read, a path names a file that is not a dataset,
  ///   there are different files of one kind, or `title.basics` is missing.
  static func find(_ paths: [String]) throws(CatalogError) -> [DatasetFile] {
    var filesByKind: [DatasetKind: DatasetFile] = [:]
    for path in paths {
      for file in try files(path) {
        if let other = filesByKind[file.kind], other.inode != file.inode {
          throw .badFile(
            name: file.name, line: nil,
            problem: "this is \(file.kind.rawValue), and so is \(other.name); name only one of them")
        }
        filesByKind[file.kind] = file
      }
    }
    guard filesByKind[.basics] != nil else {
      throw .noDatasets(path: paths.first ?? ".", missing: DatasetKind.basics.fileName)
    }
    return filesByKind.values.sorted { $0.kind < $1.kind }
  }

  private static func files(_ path: String) throws(CatalogError) -> [DatasetFile] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT
      throw .unusablePath(
        path: path, reason: .systemError + (isMissing ? "; name the folder with the datasets, or the files" : ""))
    }
    guard [S_IFDIR, S_IFREG].contains(status.st_mode & S_IFMT) else {
      throw .unusablePath(path: path, reason: "it is neither a file nor a folder")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard let file = DatasetFile(path, status) else { throw unknownHeader(of: path) }
      return [file]
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .unusablePath(path: path, reason: "the folder cannot be read; check its permissions")
    }
    let files = names.sorted().compactMap { name -> DatasetFile? in
      let filePath = path + "/" + name
      var status = stat()
      guard stat(filePath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return DatasetFile(filePath, status)
    }
    let kindsWithIMDbName = Set(files.filter(\.hasIMDbName).map(\.kind))
    return files.filter { $0.hasIMDbName || !kindsWithIMDbName.contains($0.kind) }
  }

  /// Returns the error for a file that is not a dataset.
  private static func unknownHeader(of path: String) -> CatalogError {
    let name = String(path.split(separator: "/").last ?? "")
    guard let header = header(ofFileAt: path), !header.isEmpty else {
      return .badFile(name: name, line: nil, problem: "its first line is empty or damaged, not that of a dataset")
    }
    let columns = header.prefix(60) + (header.count > 60 ? "…" : "")
    return .badFile(
      name: name, line: 1,
      problem: "\"\(columns)\" is not the header of a dataset, such as tconst titleType primaryTitle")
  }

  /// Creates a file; returns `nil` if neither its header nor its name is that of a dataset.
  private init?(_ path: String, _ status: stat) {
    let name = String(path.split(separator: "/").last ?? "")
    guard let kind = Self.header(ofFileAt: path).flatMap(DatasetKind.init(header:)) ?? DatasetKind(fileName: name)
    else { return nil }
    self.kind = kind
    self.path = path
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
    date = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
  }
}

extension DatasetFile {
  /// The maximum number of bytes of the first line; the headers of the datasets are much shorter.
  private static let maximumHeaderLength = 4096

  /// Returns the first line of a plain or compressed file, which names its columns, without a byte order mark and the
  /// line end.
  ///
  /// A longer line is cut at ``maximumHeaderLength`` bytes. Returns `nil` if the file cannot be read or
  /// decompressed.
  static func header(ofFileAt path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maximumHeaderLength)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { return nil }
    bytes.removeSubrange(count...)
    if bytes.starts(with: [0x1F, 0x8B]) {
      guard let unpacked = unpack(bytes) else { return nil }
      bytes = unpacked
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  /// Decompresses the beginning of a file up to the end of the first line; returns `nil` if it is
  /// damaged.
  private static func unpack(_ input: [UInt8]) -> [UInt8]? {
    let gzip = GzipStream()
    var consumed = 0
    var line: [UInt8] = []
    while consumed < input.count, line.count < maximumHeaderLength, !line.contains(0x0A) {
      let count = line.count
      let used = input[consumed...].withUnsafeBufferPointer {
        try? gzip.unpack($0, appendingTo: &line, atMost: maximumHeaderLength)
      }
      guard let used else { return nil }
      guard used > 0 || line.count > count else { break }
      consumed += used
    }
    return line
  }
}

/// The kinds of dataset files (source: IMDb, non-commercial datasets), in reading order.
package enum DatasetKind: String, Sendable, CaseIterable, Comparable {
  case ratings = "title.ratings"
  case basics = "title.basics"
  /// The local titles, which IMDb calls "also known as".
  case akas = "title.akas"
  case episodes = "title.episode"
  /// The directors and writers.
  case crew = "title.crew"
  /// The main members of the cast and crew.
  case principals = "title.principals"
  case names = "name.basics"

  /// The name of the file that IMDb publishes.
  package var fileName: String { rawValue + ".tsv.gz" }

  /// The names of the first columns; a file may have more columns after them.
  var columns: [String] {
    switch self {
    case .basics:
      [
        "tconst", "titleType", "primaryTitle", "originalTitle", "isAdult", "startYear", "endYear",
        "runtimeMinutes", "genres",
      ]
    case .ratings: ["tconst", "averageRating", "numVotes"]
    case .akas:
      [
        "titleId", "ordering", "title", "region", "language", "types", "attributes",
        "isOriginalTitle",
      ]
    case .episodes: ["tconst", "parentTconst", "seasonNumber", "episodeNumber"]
    case .crew: ["tconst", "directors", "writers"]
    case .principals: ["tconst", "ordering", "nconst", "category", "job", "characters"]
    case .names: ["nconst", "primaryName", "birthYear", "deathYear", "primaryProfession", "knownForTitles"]
    }
  }

  /// Creates the kind of a dataset file from its name, such as `title.basics.tsv` or
  /// `title.basics.tsv.gz`; returns `nil` if it is not the name of a dataset file.
  package init?(fileName: String) {
    let parts = fileName.split(separator: ".")
    guard parts.count >= 2, let kind = Self(rawValue: parts[0] + "." + parts[1]) else { return nil }
    guard [["tsv"], ["tsv", "gz"]].contains(parts.dropFirst(2).map { $0.lowercased() }) else { return nil }
    self = kind
  }

  package static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}

extension DatasetKind {
  /// Creates the kind whose columns a header begins with; returns `nil` if there is none.
  init?(header: String) {
    let names = header.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Self.allCases.first(where: { names.starts(with: $0.columns) }) else { return nil }
    self = kind
  }
}

extension CatalogInfo.File {
  /// The kind of the dataset; `nil` if it is unknown.
  var kind: DatasetKind? { dataset.flatMap(DatasetKind.init(rawValue:)) ?? DatasetKind(fileName: name) }
}

/// Decompresses a gzip stream of any number of consecutive members (RFC 1952, 2.2).
final class GzipStream {
  /// A reason why data cannot be decompressed.
  enum FormatError: Error {
    /// zlib rejected the data, or could not be initialized.
    case damaged
    /// The data after a member is neither another member nor padding.
    case trailingData
  }

  private let stream = InflateStream(.gzip)
  /// `true` if a member has begun and not ended.
  private(set) var isInsideMember = false
  /// `true` if at least one member has ended.
  private var hasCompleteMember = false
  /// `true` if padding has begun; no members may follow the padding.
  private var isInPadding = false

  /// Decompresses input until the output is full, the input is consumed, or a member ends.
  ///
  /// At most `maximum` bytes are appended to the output. Empty input appends only the bytes that are pending from
  /// earlier input. Padding is consumed without output. Returns the number of input bytes that were consumed.
  func unpack(
    _ input: UnsafeBufferPointer<UInt8>, appendingTo output: inout [UInt8], atMost maximum: Int
  ) throws(FormatError) -> Int {
    if !isInsideMember {
      guard !input.isEmpty else { return 0 }
      if hasCompleteMember {
        if try isPadding(input) { return input.count }
        stream.restart()
      }
    }
    isInsideMember = true
    let used: Int
    do {
      used = try stream.unpack(input, appendingTo: &output, atMost: maximum)
    } catch {
      throw .damaged
    }
    if stream.isAtEnd {
      isInsideMember = false
      hasCompleteMember = true
    }
    return used
  }

  /// Returns whether the input, which follows a member, is padding: zeros only, which fill the rest of
  /// a tape block.
  ///
  /// - Throws: ``FormatError/trailingData`` if the input is not padding and does not begin like a member.
  private func isPadding(_ input: UnsafeBufferPointer<UInt8>) throws(FormatError) -> Bool {
    if isInPadding || input[0] == 0 {
      isInPadding = true
      guard input.allSatisfy({ $0 == 0 }) else { throw .trailingData }
      return true
    }
    guard input[0] == 0x1F else { throw .trailingData }
    return false
  }
}
