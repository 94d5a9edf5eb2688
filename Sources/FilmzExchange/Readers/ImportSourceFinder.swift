import FilmzDomain
import FilmzFiles
import Foundation

/// Finds the files of an import.
package struct ImportSourceFinder {
  /// The maximum total size in bytes of the ZIP archives, which are read into memory.
  private static let maximumArchiveSize = 1_073_741_824

  private var identities: Set<FileIdentity> = []
  private var archiveSize = 0
  private var sources: [ImportSource] = []

  /// Returns the files to read for paths of files, folders and ZIP archives.
  ///
  /// Files are in the natural order of their names, those of an archive of filmz in its own order. A file that has
  /// several paths is read once. A ZIP archive is recognized by its content, also in a folder, and read into memory;
  /// archives inside of it are not read. ``FilePath/isLeftOut(_:)`` applies to folders and to ZIP archives. A symbolic
  /// link in a folder to a file that does not exist is a source without content.
  ///
  /// A FIFO or device is refused, because it may never end. Exceptions are the path `input` of standard input, and a
  /// pipe that another program has opened for this one.
  ///
  /// - Throws: ``ImportError`` if a file or folder cannot be read, `CancellationError`.
  package static func files(at paths: [String], input: String? = nil) throws -> [ImportSource] {
    var files: [(file: FilePath, path: String)] = []
    for path in paths {
      let file = FilePath(path)
      if try FileNode(file).kind == .folder {
        for file in try file.files() { files.append((file, path)) }
      } else {
        guard try path == input || path.hasPrefix("/dev/fd/") || FileNode(file).kind != .other else {
          throw ImportError.cannotRead(path: path, reason: "it is not a file; `-` reads standard input")
        }
        files.append((file, path))
      }
    }
    var result = ImportSourceFinder()
    for (file, path) in files.sorted(by: { $0.file.text.naturallyPrecedes($1.file.text) }) {
      try result.add(file, path)
    }
    return result.sources
  }

  private mutating func add(_ path: FilePath, _ root: String) throws {
    guard try !path.isDanglingLink() else {
      sources.append(ImportSource(name: path.text, path: root, content: .danglingLink))
      return
    }
    let node = try FileNode(path)
    guard identities.insert(node.identity).inserted else { return }
    let file = try OpenFile(path)
    let start = try file.read(atLeast: 4)
    if ZipReader.recognizes(start) {
      try addArchive(try content(of: file, start, path), path.text, root)
    } else {
      let content: ImportSource.Content = node.kind == .regular ? .file(path) : .stream(file, start: start)
      sources.append(ImportSource(name: path.text, path: root, content: content))
    }
  }

  // MARK: - Archives

  /// Returns all bytes of a file.
  private mutating func content(of file: OpenFile, _ start: [UInt8], _ path: FilePath) throws -> [UInt8] {
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

  private mutating func addArchive(_ bytes: [UInt8], _ name: String, _ root: String) throws {
    let archive: ZipReader
    do throws(ZipReader.Problem) {
      archive = try ZipReader(bytes)
    } catch {
      throw ImportError.zip(path: name, error)
    }
    guard try !ArchiveReader.recognizes(archive) else {
      try addSubjects(of: archive, name, root)
      return
    }
    let entries = archive.entries.filter { !Self.isLeftOut($0) }
    sources += entries.sorted { $0.name.naturallyPrecedes($1.name) }.map { entry in
      ImportSource(name: name + "/" + entry.name, path: root, content: .entry(entry, archive: name))
    }
  }

  private mutating func addSubjects(of archive: ZipReader, _ name: String, _ root: String) throws {
    let files: [ArchiveReader.File]
    do {
      files = try ArchiveReader(archive).files
    } catch let problem as ArchiveReader.Problem {
      throw ImportError.archive(path: name, problem)
    }
    sources += files.map { file in
      ImportSource(name: name + "/" + file.name, path: root, content: .subjects(file, archive: name))
    }
    if files.isEmpty { sources.append(ImportSource(name: name, path: root, content: .subjects(nil, archive: name))) }
  }

  /// Returns whether an entry is left out because of its name or a folder; some programs use backslashes as separators.
  private static func isLeftOut(_ entry: ZipReader.Entry) -> Bool {
    entry.name.split { $0 == "/" || $0 == "\\" }.contains { name in
      name != "." && name != ".." && FilePath.isLeftOut(String(name))
    }
  }
}

extension FilePath {
  /// The maximum number of files and folders in a folder.
  static let maximumCount = 10_000

  /// Returns the regular files in a folder and the folders inside it, in any order.
  ///
  /// Symbolic links to files are followed, and links to folders are left out. Links to files that do not exist are
  /// returned. Paths for which ``isLeftOut(_:)`` returns `true` are left out.
  func files(maximumCount: Int = maximumCount) throws(ImportError) -> [FilePath] {
    var files: [FilePath] = []
    var folders = [self]
    var count = 0
    while let next = folders.popLast() {
      let names = try next.names(maximumCount: maximumCount - count)
      count += names.count
      guard count <= maximumCount else { throw .tooManyFiles(path: text) }
      for name in names where !Self.isLeftOut(String(decoding: name, as: UTF8.self)) {
        let path = next.appending(name)
        switch try FileNode(path, followsLink: false).kind {
        case .regular: files.append(path)
        case .folder: folders.append(path)
        case .link:
          let isDangling = try path.isDanglingLink()
          if isDangling { files.append(path) } else if try FileNode(path).kind == .regular { files.append(path) }
        case .other: break
        }
      }
    }
    return files
  }

  /// Returns whether there is a symbolic link at the path to a file that does not exist.
  fileprivate func isDanglingLink() throws(ImportError) -> Bool {
    var status = stat()
    guard try FileNode(self, followsLink: false).kind == .link else { return false }
    return stat(cString, &status) != 0 && errno == ENOENT
  }

  /// Returns whether the name is that of a file or folder that is not read: a hidden one, a folder of macOS, or a
  /// folder with data that the user deleted at Letterboxd.
  static func isLeftOut(_ name: String) -> Bool {
    name.hasPrefix(".") || ["__macosx", "deleted", "orphaned"].contains(name.lowercased())
  }

  /// Returns the names in a folder, at most one more than the maximum.
  private func names(maximumCount: Int) throws(ImportError) -> [[UInt8]] {
    guard let stream = opendir(cString) else { throw cannotRead() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while names.count <= maximumCount {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw cannotRead() }
        break
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }
}

extension String {
  /// Returns whether the text precedes another; numbers are compared by their values, all else by bytes.
  ///
  /// `history-2.json` precedes `history-10.json`. Texts that differ only in leading zeros are in the order of their
  /// bytes.
  func naturallyPrecedes(_ other: String) -> Bool {
    let (left, right) = (Array(utf8), Array(other.utf8))
    var (leftIndex, rightIndex) = (0, 0)
    while leftIndex < left.count, rightIndex < right.count {
      if left[leftIndex].isDigit, right[rightIndex].isDigit {
        let (leftNumber, rightNumber) = (Self.number(left, &leftIndex), Self.number(right, &rightIndex))
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

  /// Returns the digits from an index on without leading zeros, and moves the index to the end of the digits.
  private static func number(_ bytes: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let digits = bytes[index...].prefix(while: \.isDigit)
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
