import Glibc
import Subprocess
import SystemPackage

/// A text that another program reads as its standard input.
///
/// It is a temporary file without a name and no pipe, so that a program may end before it has read all,
/// and nobody waits for one that does not read.
struct TextDescriptor: Sendable {
  private let descriptor: FileDescriptor

  /// - Throws: `Errno`.
  init(holding text: String) throws {
    guard let file = tmpfile() else { throw Errno(rawValue: errno) }
    let number = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
    fclose(file)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: number)
    do {
      try descriptor.writeAll(text.utf8)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  var input: FileDescriptorInput {
    .fileDescriptor(descriptor, closeAfterSpawningProcess: false)
  }

  func close() { try? descriptor.close() }
}
