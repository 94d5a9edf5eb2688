import CLibEdit
import FilmzCommands
import FilmzDomain
import FilmzFiles
import Glibc
import Synchronization
import SystemPackage

/// The redirected output of a command, kept in memory or, if it is large, in a temporary file.
final class SpillBuffer: Sendable {
  private struct Storage {
    var bytes: [UInt8] = []
    /// The file that contains all bytes, once they exceed the memory limit.
    var file: FileDescriptor?
    var count = 0
    var lineCount = 0
    /// The values that the text represents.
    var contents: [Output.Content] = []
  }

  /// The maximum number of bytes in one read of the file: the capacity of a pipe.
  private static let chunkSize = 65_536

  /// The maximum number of bytes in memory.
  private let memoryLimit: Int
  private let storage = Mutex(Storage())

  init(memoryLimit: Int = 16 << 20) { self.memoryLimit = memoryLimit }

  deinit { storage.withLock { _ = try? $0.file?.close() } }

  /// The total number of bytes.
  var count: Int { storage.withLock { $0.count } }

  var isEmpty: Bool { count == 0 }

  /// The amount of data, such as `13 films`, or the number of lines if the data is not one list.
  var amount: String {
    storage.withLock { storage in
      let lists = storage.contents.compactMap(\.listedAmount)
      return storage.contents.count == 1 && lists.count == 1 ? lists[0] : storage.lineCount.counted("line")
    }
  }

  /// Records a value that appended text represents, for ``amount``.
  func add(_ content: Output.Content) { storage.withLock { $0.contents.append(content) } }

  /// Appends text.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  func append(_ text: String) throws {
    try storage.withLock { storage in
      let count = storage.count + text.utf8.count
      if storage.file == nil, count > memoryLimit { try Self.spill(&storage) }
      if let file = storage.file {
        try AnonymousFile.append(text.utf8, to: file)
      } else {
        storage.bytes += text.utf8
      }
      storage.count = count
      storage.lineCount += text.utf8.count { $0 == UInt8(ascii: "\n") }
    }
  }

  /// Moves all bytes from memory to a new file.
  private static func spill(_ storage: inout Storage) throws(CommandError) {
    let file = try AnonymousFile.open(inMemory: false)
    storage.file = file
    try AnonymousFile.append(storage.bytes, to: file)
    storage.bytes = []
  }

  /// Returns the bytes that begin at an offset.
  ///
  /// If the bytes are in memory, returns all remaining ones. If they are in the file, returns at
  /// most ``chunkSize`` bytes.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  func bytes(from start: Int) throws -> ArraySlice<UInt8> {
    try storage.withLock { storage in
      guard let file = storage.file else { return storage.bytes[start...] }
      do {
        return try [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
          count = try file.read(fromAbsoluteOffset: Int64(start), into: UnsafeMutableRawBufferPointer(buffer))
        }[...]
      } catch {
        throw AnonymousFile.error(error as? Errno ?? .ioError)
      }
    }
  }

  /// Returns a file from which a child process can read all bytes; the caller closes it.
  ///
  /// If the bytes are in a file, its descriptor is duplicated; both share an offset, which is set to
  /// the start of the file.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  func makeChildInput() throws -> FileDescriptor {
    try storage.withLock { storage in
      guard let file = storage.file else { return try AnonymousFile.open(holding: storage.bytes) }
      let copy = fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else { throw AnonymousFile.error(Errno(rawValue: errno)) }
      let input = FileDescriptor(rawValue: copy)
      _ = try? input.seek(offset: 0, from: .start)
      return input
    }
  }
}

/// Temporary files without a name, which the system deletes when the last descriptor is closed.
enum AnonymousFile {
  /// Creates a file in memory, which needs no writable folder, or in the folder for temporary files.
  ///
  /// If the file cannot be created in one of the two places, it is created in the other one.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func open(inMemory: Bool) throws(CommandError) -> FileDescriptor {
    for isInMemory in [inMemory, !inMemory] {
      let descriptor = isInMemory ? clibedit_create_memory_file("filmz") : openOnDisk()
      if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
    }
    throw error(Errno(rawValue: errno))
  }

  /// Creates a file with some bytes, and sets its offset to the start.
  ///
  /// Unlike with a pipe, nothing has to be written while a child process reads the file, which may end before it has
  /// read all bytes.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func open(holding bytes: some Sequence<UInt8>) throws -> FileDescriptor {
    let file = try open(inMemory: true)
    do {
      try append(bytes, to: file)
      try file.seek(offset: 0, from: .start)
      return file
    } catch {
      try? file.close()
      throw error
    }
  }

  private static func openOnDisk() -> CInt {
    guard let file = tmpfile() else { return -1 }
    defer { fclose(file) }
    return fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
  }

  /// Writes bytes at the current offset.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func append(_ bytes: some Sequence<UInt8>, to file: FileDescriptor) throws(CommandError) {
    do { try file.writeAll(bytes) } catch { throw Self.error(error as? Errno ?? .ioError) }
  }

  /// Returns the error for an anonymous file that cannot be created, read, or written.
  static func error(_ code: Errno) -> CommandError {
    .outputFailed(reason: "it needs a temporary file in /tmp (\(String.systemError(code.rawValue)))")
  }
}
