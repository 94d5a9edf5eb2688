import FilmzDomain

/// Finds the files of an import.
package struct ImportSources {
  /// The maximum size of all ZIP archives together, in bytes, which are in memory.
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
