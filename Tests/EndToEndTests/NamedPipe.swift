import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// A FIFO in a folder, held open for writing, so that a reader finds neither its end nor any bytes.
struct NamedPipe {
  private let end: FileHandle

  /// Makes the FIFO and opens it.
  init(_ name: String, in folder: ScratchFolder) throws {
    try Self.make(name, in: folder)
    let descriptor = open(folder.path(of: name), O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    end = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Makes a FIFO that nobody has opened.
  static func make(_ name: String, in folder: ScratchFolder) throws {
    try #require(mkfifo(folder.path(of: name), 0o600) == 0)
  }

  func write(_ text: String) throws { try end.write(contentsOf: Data(text.utf8)) }

  /// Closes it, which is the end for whoever reads.
  func close() throws { try end.close() }
}
