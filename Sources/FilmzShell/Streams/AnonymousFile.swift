import CLibEdit
import FilmzCommands
import FilmzFiles
import Glibc
import SystemPackage

/// Temporary files without a name, which the system deletes when the last descriptor is closed.
enum AnonymousFile {
  /// The storage of an anonymous file.
  enum Storage {
    /// Memory, which needs no writable folder.
    case memory
    /// The folder for temporary files.
    case disk
  }

  /// Creates a file in the preferred storage or, if that fails, in the other storage.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func open(preferring preferred: Storage) throws(CommandError) -> FileDescriptor {
    for storage in preferred == .memory ? [Storage.memory, .disk] : [.disk, .memory] {
      let descriptor = storage == .memory ? clibedit_create_memory_file("filmz") : openOnDisk()
      if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
    }
    throw error(Errno(rawValue: errno))
  }

  private static func openOnDisk() -> CInt {
    guard let file = tmpfile() else { return -1 }
    defer { fclose(file) }
    return fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
  }

  /// Writes bytes at the current offset.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func append(
    _ bytes: some Sequence<UInt8>, to file: FileDescriptor
  ) throws(CommandError) {
    do { try file.writeAll(bytes) } catch {
      throw Self.error(error as? Errno ?? .ioError)
    }
  }

  /// Returns the error for an anonymous file that cannot be created, read, or written.
  static func error(_ code: Errno) -> CommandError {
    .outputFailed(
      reason: "it needs a temporary file in /tmp (\(String.systemError(code.rawValue)))")
  }
}
