import FilmzDomain
import FilmzFiles
import FilmzPages
import Foundation

/// A file with a page.
struct PageFile {
  /// The path as the user gave it.
  let name: String
  let url: URL

  /// Replaces the file with a page; only a page of the same kind is replaced.
  ///
  /// - Throws: ``ExportError``; the file is unchanged then.
  func write(_ page: Page) throws(ExportError) {
    var isFolder: ObjCBool = false
    let path = url.path(percentEncoded: false)
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder.boolValue else { throw .isFolder(path: name) }
      guard Self.isReplaceable(url, by: page.kind) else { throw .isNoPage(path: name) }
    }
    do throws(FileError) {
      // A page that its owner has made readable for others stays so.
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path(percentEncoded: false))
      let permissions = (attributes?[.posixPermissions] as? NSNumber)?.uint32Value ?? 0o600
      try PrivateFile.replace(
        url, with: Data(page.document.utf8), followsLink: true,
        permissions: mode_t(permissions & 0o777))
    } catch {
      throw .notWritten(path: name, reason: error.reason)
    }
  }

  /// Returns whether a file is empty or has a page of a kind that filmz has made.
  static func isReplaceable(_ url: URL, by kind: Page.Kind) -> Bool {
    let path = url.resolvingSymlinksInPath().path(percentEncoded: false)
    let type = (try? FileManager.default.attributesOfItem(atPath: path))?[.type]
    guard type as? FileAttributeType == .typeRegular,
      let handle = try? FileHandle(forReadingFrom: url)
    else { return false }
    defer { try? handle.close() }
    guard let start = try? handle.read(upToCount: Page.markLength) ?? Data() else { return false }
    return start.isEmpty || Page.isPage(kind, String(decoding: start, as: UTF8.self))
  }
}
