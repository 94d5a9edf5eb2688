import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// The file that an editor gets, in a folder of its own that nobody else may enter.
///
/// The folder also takes what editors put beside a file: copies, and traces of what was typed.
struct EditorFile: Sendable {
  private let folder: URL
  private let content: Data

  /// Makes the file below a folder; a text that is not empty ends with a line break in it.
  ///
  /// - Throws: A `StoreError`.
  init(in parent: URL, holding text: String) throws {
    try mapFileErrors(PrivateFile.createFolder(parent))
    folder = parent.appending(path: "edit-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    content = Data((text.isEmpty || text.last?.isNewline == true ? text : text + "\n").utf8)
    try mapFileErrors(PrivateFile.createFolder(folder))
    try mapFileErrors(PrivateFile.replace(file, with: content, isDurable: false))
  }

  var path: String { file.path(percentEncoded: false) }

  /// What the file holds now; nothing where it is gone, or no UTF-8.
  func text() -> String? {
    (try? Data(contentsOf: file)).flatMap { String(data: $0, encoding: .utf8) }
  }

  /// Whether something was written that would be lost.
  var isChanged: Bool {
    guard let data = try? Data(contentsOf: file) else { return false }
    return !data.isEmpty && data != content
  }

  /// Takes the file away, with all that the editor left beside it.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  private var file: URL { folder.appending(path: "note.txt") }
}
