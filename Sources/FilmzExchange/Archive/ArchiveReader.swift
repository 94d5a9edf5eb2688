package import FilmzDomain
import Foundation

/// Reads an archive of the ``ArchiveFormat``.
package struct ArchiveReader: Sendable {
  /// A reason why an archive cannot be read.
  package enum Problem: Error, Sendable, Hashable {
    /// The archive has no manifest of this format, or the manifest cannot be understood.
    case invalidManifest
    /// The archive has a version of the format that only newer versions of filmz can read.
    case newerVersion(Int)
    case missingFile(String)
    /// The checksum or the number of lines differs from the manifest.
    case damagedFile(String)
  }

  /// A file with the subjects of one kind.
  package struct File: Sendable {
    /// The name in the archive, such as `entry.jsonl`.
    package let name: String
    package let kind: Change.Subject.Kind
    /// The number of lines.
    package let rows: Int
    fileprivate let entry: ZipReader.Entry

    /// Returns a reader of the subjects.
    package var subjects: ArchivedSubjectReader { ArchivedSubjectReader(kind, in: entry) }

    /// Returns a reader of the subjects whose lines have at most a number of bytes.
    func subjects(maximumLineSize: Int) -> ArchivedSubjectReader {
      ArchivedSubjectReader(kind, in: entry, maximumLineSize: maximumLineSize)
    }

    /// Returns a function that returns the next bytes, or `nil` at the end.
    func chunks() -> () throws -> [UInt8]? { entry.chunks() }
  }

  /// The files with subjects, in the order of the archive.
  package let files: [File]

  /// Returns whether a ZIP archive has a manifest of this format, or a damaged manifest.
  ///
  /// - Throws: `CancellationError`.
  package static func recognizes(_ archive: ZipReader) throws -> Bool {
    guard let entry = archive.entries.first(where: { $0.name == ArchiveFormat.manifestName }) else { return false }
    guard let content = try manifestContent(entry) else { return entry.size <= maximumManifestSize }
    let version = try? JSONDecoder().decode(Version.self, from: Data(content))
    return version?.format == ArchiveFormat.name
  }

  /// Reads the manifest, and checks the version, and the checksum and the number of lines of each file.
  ///
  /// Files of the journal are checked, but are not among ``files``.
  ///
  /// - Throws: ``Problem``, `CancellationError`.
  package init(_ archive: ZipReader) throws {
    var entries: [String: ZipReader.Entry] = [:]
    for entry in archive.entries where entries[entry.name] == nil { entries[entry.name] = entry }
    let manifest = try Self.manifest(entries[ArchiveFormat.manifestName])
    guard Set(manifest.files.map(\.name)).count == manifest.files.count else { throw Problem.invalidManifest }
    let journal = Set(ArchiveFormat.JournalPart.allCases.map(\.fileName))
    var files: [File] = []
    for file in manifest.files {
      guard let entry = entries[file.name] else { throw Problem.missingFile(file.name) }
      guard try Self.isIntact(entry, file) else { throw Problem.damagedFile(file.name) }
      guard !journal.contains(file.name), file.name.hasSuffix(ArchiveFormat.suffix) else { continue }
      let kind = String(file.name.dropLast(ArchiveFormat.suffix.count))
      files.append(File(name: file.name, kind: .init(rawValue: kind), rows: file.rows, entry: entry))
    }
    self.files = files
  }

  // MARK: - Manifest

  private static let maximumManifestSize = 1_048_576

  /// The part of the manifest that all versions have.
  private struct Version: Decodable {
    let format: String
    let version: OptionalElement<Int>
  }

  /// Returns the bytes of the manifest, or `nil` if it is damaged or too large.
  private static func manifestContent(_ entry: ZipReader.Entry) throws -> [UInt8]? {
    guard entry.size <= maximumManifestSize else { return nil }
    let next = entry.chunks()
    var content: [UInt8] = []
    do {
      while let chunk = try next() { content += chunk }
      return content
    } catch is ZipReader.Problem { return nil }
  }

  private static func manifest(_ entry: ZipReader.Entry?) throws -> ArchiveManifest {
    guard let content = try entry.flatMap(manifestContent),
      let version = try? JSONDecoder().decode(Version.self, from: Data(content)),
      version.format == ArchiveFormat.name, let number = version.version.value, number >= 1
    else { throw Problem.invalidManifest }
    guard number <= ArchiveFormat.version else { throw Problem.newerVersion(number) }
    guard let manifest = try? JSONDecoder().decode(ArchiveManifest.self, from: Data(content)) else {
      throw Problem.invalidManifest
    }
    return manifest
  }

  /// Returns whether a file has the checksum and the number of lines of the manifest.
  private static func isIntact(_ entry: ZipReader.Entry, _ file: ArchiveManifest.File) throws -> Bool {
    let next = entry.chunks()
    var checksum: UInt32 = 0
    var rows = 0
    var last = UInt8(ascii: "\n")
    do {
      while let chunk = try next() {
        checksum = chunk.zipChecksum(continuing: checksum)
        rows += chunk[...].lineFeedCount
        last = chunk.last ?? last
      }
    } catch is ZipReader.Problem { return false }
    return checksum.checksumText == file.crc32 && rows == file.rows && last == UInt8(ascii: "\n")
  }
}

/// The format of the archives with all data of a user: `filmz`, version 1.
///
/// An archive is a ZIP archive of JSON lines in UTF-8. Equal data gives equal bytes: entries are stored, in a fixed
/// order, dated 1980-01-01, and every line has one form only.
///
/// ## Files
///
/// | Name | Content |
/// | --- | --- |
/// | `manifest.json` | The manifest, which is the first file. |
/// | `entry.jsonl`, `viewing.jsonl`, `skip.jsonl`, … | The subjects of one kind. |
/// | `journal-steps.jsonl`, `journal-changes.jsonl` | The journal, if the archive includes it. |
///
/// Files of subjects are named after the ``FilmzDomain/Change/Subject/Kind``. They are in the order of
/// ``FilmzDomain/SubjectRegistry/standard``, in which parents precede their children; other kinds follow in the order
/// of their names. Files without lines are left out. Other files, which the manifest does not name, are ignored.
///
/// ## Manifest
///
/// ```json
/// {"format":"filmz","version":1,"files":[{"name":"entry.jsonl","rows":2,"crc32":"49a0ba6a"}]}
/// ```
///
/// The manifest names all other files in their order, with the number of their lines and the CRC-32 of their bytes
/// (ISO 3309), in eight hexadecimal digits in lower case. The checksum detects damage; it does not protect against
/// forgery. The version is raised when a reader of the previous version would misunderstand the data; new kinds and new
/// fields do not raise it.
///
/// ## Subjects
///
/// ```json
/// {"id":"tt0113277","fields":{"addedAt":1700000000000000,"rating":95,"tags":["heist"],"title":"Heat"}}
/// ```
///
/// Each line, also the last one, ends with a line feed. Lines are ordered by the bytes of their ids, the members
/// of `fields` by the bytes of their names. Values are integers, strings, and arrays of strings; fields that
/// are null or empty arrays are left out. There is no white space outside of strings. In strings, `"` and `\` have a
/// backslash in front; control characters below U+0020 are `\n`, `\r`, `\t`, or `\u00XX` in lower case; all other
/// characters are written as they are.
///
/// In `imported`, an entry or viewing names its imported values. Ratings and notes are named there with their days, as
/// in `rating 2024-05-01`, so that an import of the archive gives them the same days. This includes ratings and notes
/// that were not imported but set by the user.
///
/// An alias without `film` has the ids that the user has rejected for a film known by title and year only, and nothing
/// else.
///
/// A reader accepts any JSON with the same meaning. It leaves out values, and lines, that no command could have
/// written.
package enum ArchiveFormat {
  static let name = "filmz"
  static let version = 1
  static let manifestName = "manifest.json"
  static let suffix = ".jsonl"

  /// A file of the journal; the raw value is its name without the suffix.
  package enum JournalPart: String, Sendable, CaseIterable {
    case steps = "journal-steps"
    case changes = "journal-changes"

    var fileName: String { rawValue + suffix }
  }

  /// Returns kinds of subjects in the order of their files.
  static func ordered(_ kinds: some Sequence<Change.Subject.Kind>) -> [Change.Subject.Kind] {
    let standard = SubjectRegistry.standard.all.map(\.kind)
    let kinds = Set(kinds)
    let others = kinds.subtracting(standard).map(\.rawValue)
    return standard.filter(kinds.contains)
      + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .init(rawValue: $0) }
  }
}

/// The first file of an archive.
struct ArchiveManifest: Codable, Equatable {
  struct File: Codable, Equatable {
    let name: String
    /// The number of lines.
    let rows: Int
    /// The checksum in eight hexadecimal digits.
    let crc32: String
  }

  let format: String
  let version: Int
  let files: [File]

  /// The line of the manifest.
  var line: [UInt8] {
    var line = Array("{\"format\":".utf8)
    line.append(jsonString: format)
    line += Array(",\"version\":\(version),\"files\":[".utf8)
    for (index, file) in files.enumerated() {
      line += Array((index == 0 ? "{\"name\":" : ",{\"name\":").utf8)
      line.append(jsonString: file.name)
      line += Array(",\"rows\":\(file.rows),\"crc32\":\"\(file.crc32)\"}".utf8)
    }
    return line + Array("]}\n".utf8)
  }
}

extension UInt32 {
  /// The number in eight hexadecimal digits, in lower case.
  var checksumText: String { zeroPadded(toLength: 8, radix: 16) }
}
