import Glibc

/// Functions of the GNU C Library (≥ 2.34) that Swift's `Glibc` module does not export, because it is
/// built without `_GNU_SOURCE`.
struct GNUFunctions: Sendable {
  typealias Pipe = @Sendable @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32
  typealias AddCloseFrom =
    @Sendable @convention(c) (
      UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
    ) -> Int32
  typealias AddFolder =
    @Sendable @convention(c) (
      UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
    ) -> Int32

  /// `pipe2`, which creates a pipe and sets `O_CLOEXEC` on both ends atomically.
  let pipe: Pipe
  /// `posix_spawn_file_actions_addclosefrom_np`, which closes descriptors in the child.
  let addCloseFrom: AddCloseFrom
  /// `posix_spawn_file_actions_addchdir_np`, which sets the working directory of the child.
  let addFolder: AddFolder

  /// Looks up the functions; throws an error if the C library does not have them.
  init() throws {
    pipe = unsafeBitCast(try Self.address("pipe2"), to: Pipe.self)
    addCloseFrom = unsafeBitCast(
      try Self.address("posix_spawn_file_actions_addclosefrom_np"), to: AddCloseFrom.self)
    addFolder = unsafeBitCast(
      try Self.address("posix_spawn_file_actions_addchdir_np"), to: AddFolder.self)
  }

  private static func address(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let address = dlsym(dlopen(nil, RTLD_NOW), name) else {
      throw TestSupportError.system(call: name, code: ENOSYS)
    }
    return address
  }
}
