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

  /// Returns what the parts of an export that is split have in common: `watched-history.json` for
  /// `watched-history-1.json` and `watched-history-2.json`; else the name.
  ///
  /// Only Trakt splits its files. The number at the end of a list's name is not one of a part.
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
