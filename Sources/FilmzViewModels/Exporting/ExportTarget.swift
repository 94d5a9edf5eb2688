import FilmzDomain
import FilmzExchange
import FilmzFiles
import Foundation

/// The target of an export: a file, a ZIP archive, a folder, or standard output.
struct ExportTarget {
  private enum Kind {
    case standardOutput
    case file
    case zip
    case folder
  }

  /// The path as the user gave it.
  let name: String
  private let kind: Kind
  private let url: URL

  /// Creates the target of a request; without a path, it is a file in the working folder, named by the date.
  ///
  /// - Throws: ``ExportError/needsFolder(_:path:)``, ``ExportError/isFolder(path:)``, and
  ///   ``ExportError/notWritten(path:reason:)`` for a device, pipe or socket, and in a missing folder.
  init(_ request: ExportRequest, expandPath: (String) -> String, now: Date) throws(ExportError) {
    let format = request.format
    name = request.path ?? "filmz-\(PartialDate(day: now).text).\(format.fileNameExtension)"
    let path = expandPath(name)
    url = URL(filePath: path)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if name == "-" {
      guard !format.canHaveSeveralFiles else { throw .needsFolder(format, path: name) }
      kind = .standardOutput
    } else if exists && isFolder.boolValue || name.hasSuffix("/") {
      guard format.canHaveSeveralFiles else { throw .isFolder(path: name) }
      kind = .folder
    } else if format.canHaveSeveralFiles, path.lowercased().hasSuffix(".zip") {
      kind = .zip
    } else if format.canHaveSeveralFiles, !exists, url.pathExtension.isEmpty {
      kind = .folder
    } else {
      kind = .file
    }
    if kind != .standardOutput, let reason = url.missingFolder { throw .notWritten(path: name, reason: reason) }
    if kind == .file || kind == .zip { try Self.requireFile(url, named: name) }
  }

  /// Checks that a path, after links are resolved, is not that of a device, pipe or socket.
  private static func requireFile(_ url: URL, named name: String) throws(ExportError) {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
    guard let type = type as? FileAttributeType, type != .typeRegular else { return }
    throw .notWritten(path: name, reason: "it is not a file; - is standard output")
  }

  var isStandardOutput: Bool { kind == .standardOutput }

  /// Returns the name that the report uses for a file of the export.
  func name(of file: ExportFile) -> String { kind == .folder || kind == .zip ? file.name : url.lastPathComponent }

  /// Checks that the file or archive does not exist, unless files may be replaced.
  ///
  /// The files in a folder are checked by ``write(_:of:replacesFiles:)``.
  ///
  /// - Throws: ``ExportError/fileExists(path:)``.
  func requireUnused(replacesFiles: Bool) throws(ExportError) {
    guard kind == .file || kind == .zip, !replacesFiles else { return }
    if exists(url) { throw .fileExists(path: name) }
  }

  /// Writes the files of an export.
  ///
  /// For standard output, only checks that there is at most one file.
  ///
  /// - Throws: ``ExportError``; the file that could not be written is unchanged then.
  func write(_ files: [ExportFile], of format: ExportFormat, replacesFiles: Bool) throws(ExportError) {
    switch kind {
    case .standardOutput, .file:
      guard files.count <= 1 else { throw .needsFolder(format, path: name) }
      if kind == .file { try replace(url, with: files.first?.bytes ?? [], named: name) }
    case .zip: try replace(url, with: Self.archive(of: files), named: name)
    case .folder:
      let targets = files.map { (file: $0, url: url.appending(path: $0.name)) }
      if !replacesFiles, let existing = targets.first(where: { exists($0.url) }) {
        throw .fileExists(path: path(of: existing.file))
      }
      for (file, url) in targets { try Self.requireFile(url, named: path(of: file)) }
      for (file, url) in targets { try replace(url, with: file.bytes, named: path(of: file)) }
    }
  }

  private static func archive(of files: [ExportFile]) -> [UInt8] {
    var bytes: [UInt8] = []
    // The writer throws only errors of the closure, which throws none.
    var writer = ZipWriter { bytes += $0 }
    for file in files { try? writer.add(file.name, file.bytes) }
    try? writer.finish()
    return bytes
  }

  private func path(of file: ExportFile) -> String { name.hasSuffix("/") ? name + file.name : "\(name)/\(file.name)" }

  private func exists(_ url: URL) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: url.path(percentEncoded: false))) != nil
  }

  private func replace(_ url: URL, with bytes: [UInt8], named name: String) throws(ExportError) {
    do throws(FileError) {
      try PrivateFile.replace(url, with: Data(bytes), followsLink: true)
    } catch {
      throw .notWritten(path: name, reason: error.reason)
    }
  }
}

extension URL {
  /// The message that the folder of a file or folder is missing; `nil` if it exists.
  var missingFolder: String? {
    let folder = deletingLastPathComponent().path(percentEncoded: false)
    var isFolder: ObjCBool = false
    guard !FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) || !isFolder.boolValue else {
      return nil
    }
    return "there is no folder \(folder)"
  }
}
