import CLibEdit
import FilmzCommands
import FilmzFiles
import Glibc
import SystemPackage

/// Files without a name, which are gone when nobody has them open any more.
enum AnonymousFile {
  /// Where such a file lives.
  enum Place {
    /// In memory, which takes no folder.
    case memory
    /// In the folder for temporary files.
    case disk
  }

  /// Opens a new file, in the other place where the first has none.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func open(first: Place) throws(CommandError) -> FileDescriptor {
    for place in first == .memory ? [Place.memory, .disk] : [.disk, .memory] {
      let number = place == .memory ? clibedit_memory_file("filmz") : onDisk()
      if number >= 0 { return FileDescriptor(rawValue: number) }
    }
    throw error(Errno(rawValue: errno))
  }

  private static func onDisk() -> CInt {
    guard let file = tmpfile() else { return -1 }
    defer { fclose(file) }
    return fcntl(fileno(file), F_DUPFD_CLOEXEC, 0)
  }

  /// Writes bytes where the last ones ended.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  static func append(
    _ bytes: some Sequence<UInt8>, to file: FileDescriptor
  ) throws(CommandError) {
    do { try file.writeAll(bytes) } catch {
      throw Self.error(error as? Errno ?? .ioError)
    }
  }

  /// Says that such a file cannot be had, or not written.
  static func error(_ code: Errno) -> CommandError {
    .outputFailed(
      reason: "it needs a temporary file in /tmp (\(String.systemError(code.rawValue)))")
  }
}
