import FilmzCommands
import Glibc
import Subprocess
import SystemPackage

/// Text that a child process reads as its standard input.
///
/// The text is in an anonymous file instead of a pipe, so that filmz does not wait for a program
/// that does not read all of the text.
struct ChildInput: Sendable {
  private let descriptor: FileDescriptor

  /// Creates an input by writing text to a new anonymous file.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  init(holding text: some Sequence<UInt8>) throws {
    descriptor = try AnonymousFile.open(preferring: .memory)
    do {
      try AnonymousFile.append(text, to: descriptor)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Creates an input with the content of an anonymous file, whose descriptor is duplicated.
  ///
  /// Both descriptors share a file offset, which is set to the start of the file.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  init(sharing file: FileDescriptor) throws(CommandError) {
    let copy = fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw AnonymousFile.error(Errno(rawValue: errno)) }
    descriptor = FileDescriptor(rawValue: copy)
    _ = try? descriptor.seek(offset: 0, from: .start)
  }

  var input: FileDescriptorInput {
    .fileDescriptor(descriptor, closeAfterSpawningProcess: false)
  }

  func close() { try? descriptor.close() }
}
