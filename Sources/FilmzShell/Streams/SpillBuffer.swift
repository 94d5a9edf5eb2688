import FilmzCommands
import Synchronization
import SystemPackage

/// Data of a command that is to go elsewhere: a little in memory, much in a temporary file.
final class SpillBuffer: Sendable {
  private struct Content {
    var bytes: [UInt8] = []
    /// Holds all of it as soon as there is one.
    var file: FileDescriptor?
    var count = 0
  }

  /// Bytes that are given out at once of what stands in a file: as many as a pipe takes.
  private static let piece = 65_536

  /// Bytes that are kept in memory.
  private let most: Int
  private let content = Mutex(Content())

  init(inMemory most: Int = 16 << 20) { self.most = most }

  deinit { content.withLock { _ = try? $0.file?.close() } }

  /// All bytes that were gathered.
  var count: Int { content.withLock { $0.count } }

  var isEmpty: Bool { count == 0 }

  /// Keeps more text behind what is there.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  func append(_ text: String) throws {
    try content.withLock { content in
      let count = content.count + text.utf8.count
      if content.file == nil, count > most { try Self.spill(&content) }
      if let file = content.file {
        try AnonymousFile.append(text.utf8, to: file)
      } else {
        content.bytes += text.utf8
      }
      content.count = count
    }
  }

  private static func spill(_ content: inout Content) throws(CommandError) {
    let file = try AnonymousFile.open(first: .disk)
    content.file = file
    try AnonymousFile.append(content.bytes, to: file)
    content.bytes = []
  }

  /// What stands from a place on: all of it, or a piece where it is much.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  func bytes(from start: Int) throws -> ArraySlice<UInt8> {
    try content.withLock { content in
      guard let file = content.file else { return content.bytes[start...] }
      do {
        return try [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
          count = try file.read(
            fromAbsoluteOffset: Int64(start), into: UnsafeMutableRawBufferPointer(buffer))
        }[...]
      } catch {
        throw AnonymousFile.error(error as? Errno ?? .ioError)
      }
    }
  }

  /// The whole text for a program to read; the caller closes it.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  func input() throws -> TextDescriptor {
    try content.withLock { content in
      try content.file.map { try TextDescriptor(sharing: $0) }
        ?? TextDescriptor(holding: content.bytes)
    }
  }
}
