import FilmzCommands
import Glibc
import Subprocess
import SystemPackage

/// A text that another program reads as its standard input.
///
/// It is a file without a name and no pipe, so that a program may end before it has read all, and
/// nobody waits for one that does not read.
struct TextDescriptor: Sendable {
  private let descriptor: FileDescriptor

  /// - Throws: ``CommandError/outputFailed(reason:)``.
  init(holding text: some Sequence<UInt8>) throws {
    descriptor = try AnonymousFile.open(first: .memory)
    do {
      try AnonymousFile.append(text, to: descriptor)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// The whole of a file without a name, which stays open where it is.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  init(sharing file: FileDescriptor) throws(CommandError) {
    let number = fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0)
    guard number >= 0 else { throw AnonymousFile.error(Errno(rawValue: errno)) }
    descriptor = FileDescriptor(rawValue: number)
    _ = try? descriptor.seek(offset: 0, from: .start)
  }

  var input: FileDescriptorInput {
    .fileDescriptor(descriptor, closeAfterSpawningProcess: false)
  }

  func close() { try? descriptor.close() }
}
