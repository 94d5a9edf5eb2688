import Glibc

/// Functions of the GNU C database (≥ 2.34) that Swift's `Glibc` module hides, because it is built
/// without `_GNU_SOURCE`.
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

  /// `pipe2`: both ends are closed in children from the start, whoever spawns them.
  let pipe: Pipe
  /// `posix_spawn_file_actions_addclosefrom_np`: what the child has not open.
  let addCloseFrom: AddCloseFrom
  /// `posix_spawn_file_actions_addchdir_np`: where the child runs.
  let addFolder: AddFolder

  /// Looks the functions up.
  ///
  /// Throws where the C database has them not.
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
