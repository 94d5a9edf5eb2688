import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// A FIFO that is held open for writing, so that readers get neither data nor the end of the file.
struct NamedPipe {
  private let writeEnd: FileHandle

  /// Creates the FIFO and opens it for reading and writing.
  init(_ name: String, in folder: ScratchFolder) throws {
    try Self.make(name, in: folder)
    let descriptor = open(folder.path(of: name), O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    writeEnd = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Creates a FIFO that no process has opened.
  static func make(_ name: String, in folder: ScratchFolder) throws {
    try #require(mkfifo(folder.path(of: name), 0o600) == 0)
  }

  func write(_ text: String) throws { try writeEnd.write(contentsOf: Data(text.utf8)) }

  /// Closes the FIFO, which is the end of the file for readers.
  func close() throws { try writeEnd.close() }
}
