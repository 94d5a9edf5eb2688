package import FilmzDomain
import Foundation

/// Reads an archive of the ``ArchiveFormat``.
package struct ArchiveReader: Sendable {
  /// A reason why an archive cannot be read.
  package enum Problem: Error, Sendable, Hashable {
    /// The archive has no manifest of this format, or the manifest cannot be understood.
    case invalidManifest
    /// The version of the format is one that only newer versions of filmz can read.
    case newerVersion(Int)
    case missingFile(String)
    /// The checksum or the number of lines is not that of the manifest.
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
    package var subjects: ArchivedSubjects { ArchivedSubjects(kind, in: entry) }

    /// Returns a reader of the subjects whose lines have at most a number of bytes.
    func subjects(maximumLineSize: Int) -> ArchivedSubjects {
      ArchivedSubjects(kind, in: entry, maximumLineSize: maximumLineSize)
    }

    /// Returns a function that returns the next bytes, or `nil` at the end.
    func chunks() -> () throws -> [UInt8]? { entry.chunks() }
  }

  /// The files with subjects, in the order of the archive.
  package let files: [File]

  /// Returns whether a ZIP archive has a manifest of this format, or one that is damaged.
  ///
  /// - Throws: `CancellationError`.
  package static func recognizes(_ archive: ZipReader) throws -> Bool {
    struct Format: Decodable { let format: String }
    guard let entry = archive.entries.first(where: { $0.name == ArchiveFormat.manifestName }) else {
      return false
    }
    guard let content = try manifestContent(entry) else {
      return entry.size <= maximumManifestSize
    }
    let format = try? JSONDecoder().decode(Format.self, from: Data(content))
    return format?.format == ArchiveFormat.name
  }

  /// Checks the version, and the checksums and the number of lines of all files.
  ///
  /// A file of the journal is checked, but not among ``files``.
  ///
  /// - Throws: ``Problem``, `CancellationError`.
  package init(_ archive: ZipReader) throws {
    var entries: [String: ZipReader.Entry] = [:]
    for entry in archive.entries where entries[entry.name] == nil { entries[entry.name] = entry }
    let manifest = try Self.manifest(entries[ArchiveFormat.manifestName])
    guard Set(manifest.files.map(\.name)).count == manifest.files.count else {
      throw Problem.invalidManifest
    }
    let journal = Set(ArchiveFormat.JournalPart.allCases.map(\.fileName))
    var files: [File] = []
    for file in manifest.files {
      guard let entry = entries[file.name] else { throw Problem.missingFile(file.name) }
      guard try Self.isIntact(entry, file) else { throw Problem.damagedFile(file.name) }
      guard !journal.contains(file.name), file.name.hasSuffix(ArchiveFormat.suffix) else {
        continue
      }
      let kind = String(file.name.dropLast(ArchiveFormat.suffix.count))
      files.append(
        File(name: file.name, kind: .init(rawValue: kind), rows: file.rows, entry: entry))
    }
    self.files = files
  }

  // MARK: - Manifest

  private static let maximumManifestSize = 1_048_576

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
    struct Version: Decodable { let format: String, version: Int }
    guard let content = try entry.flatMap(manifestContent),
      let version = try? JSONDecoder().decode(Version.self, from: Data(content)),
      version.format == ArchiveFormat.name, version.version >= 1
    else { throw Problem.invalidManifest }
    guard version.version <= ArchiveFormat.version else {
      throw Problem.newerVersion(version.version)
    }
    guard let manifest = try? JSONDecoder().decode(ArchiveManifest.self, from: Data(content)) else {
      throw Problem.invalidManifest
    }
    return manifest
  }

  /// Returns whether a file has the checksum and the number of lines of the manifest.
  private static func isIntact(
    _ entry: ZipReader.Entry, _ file: ArchiveManifest.File
  ) throws -> Bool {
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
