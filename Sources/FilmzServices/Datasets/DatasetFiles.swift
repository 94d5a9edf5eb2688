import FilmzStore
import Foundation
import Glibc

/// The places of one file: `NAME`, `NAME.part` while it comes, and `NAME.json` with what is known of
/// both.
struct DatasetFiles: Sendable {
  let file: URL
  let part: URL
  private let noteFile: JSONFile<DatasetNote>

  init(folder: URL, name: String) {
    file = folder.appending(path: name)
    part = folder.appending(path: name + ".part")
    noteFile = JSONFile(url: folder.appending(path: name + ".json"))
  }

  var note: DatasetNote { noteFile.load() ?? DatasetNote() }

  var partBytes: Int { FileStatus(of: part)?.bytes ?? 0 }

  /// What is to be asked of the server at an address.
  func question(to source: String) -> DatasetQuestion {
    DatasetQuestion(
      note, partBytes: partBytes, wholeBytes: FileStatus(of: file)?.bytes, source: source)
  }

  /// Begins a part anew; the bytes of another version are gone before the note names this one.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func begin(_ version: DatasetVersion) throws -> DatasetPart {
    let new = try DatasetPart(part, isNew: true)
    var note = note
    note.part = version
    try save(note)
    return new
  }

  /// Puts the part in the file's place.
  ///
  /// The note follows: if it is lost, the file is only fetched again. Throws a ``DatasetError`` or
  /// `StoreError`.
  func finish(_ version: DatasetVersion) throws {
    guard rename(part.path(percentEncoded: false), file.path(percentEncoded: false)) == 0 else {
      throw DatasetPart.failure(file.path(percentEncoded: false))
    }
    try save(DatasetNote(whole: version))
  }

  /// Removes the part, which is of no use.
  func dropPart() { unlink(part.path(percentEncoded: false)) }

  /// Removes the file, which is of no use, so that it is fetched anew.
  func dropFile() { unlink(file.path(percentEncoded: false)) }

  private func save(_ note: DatasetNote) throws {
    do {
      try noteFile.save(note)
    } catch StoreError.diskFull(let path) {
      throw DatasetError.diskFull(path: path)
    }
  }
}
