import Glibc
import Synchronization

/// The configuration of a new child process.
///
/// The child has default signal handlers, an empty signal mask, a session of its own, and no open
/// descriptors except its three standard streams.
struct SpawnConfiguration: Sendable {
  /// The file of a standard stream.
  enum Stream: Sendable {
    /// A file or device that the child opens; a terminal becomes its controlling terminal.
    case path(String, flags: Int32)
    case descriptor(Descriptor)
  }

  let executable: String
  let arguments: [String]
  let environment: [String: String]
  /// The working directory.
  let folder: String
  /// Standard input, output and error.
  let streams: [Stream]

  /// Starts the process and returns its id.
  func start() throws -> pid_t {
    var attributes = posix_spawnattr_t()
    try check(posix_spawnattr_init(&attributes), "posix_spawnattr_init")
    defer { posix_spawnattr_destroy(&attributes) }
    try resetSignals(&attributes)
    var actions = posix_spawn_file_actions_t()
    try check(posix_spawn_file_actions_init(&actions), "posix_spawn_file_actions_init")
    defer { posix_spawn_file_actions_destroy(&actions) }
    try connect(&actions)
    return try start(&actions, &attributes)
  }

  private func resetSignals(_ attributes: inout posix_spawnattr_t) throws {
    var mask = sigset_t()
    sigemptyset(&mask)
    try check(posix_spawnattr_setsigmask(&attributes, &mask), "posix_spawnattr_setsigmask")
    sigfillset(&mask)
    try check(posix_spawnattr_setsigdefault(&attributes, &mask), "posix_spawnattr_setsigdefault")
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, hidden without _GNU_SOURCE
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | newSession
    try check(posix_spawnattr_setflags(&attributes, Int16(flags)), "posix_spawnattr_setflags")
  }

  private func connect(_ actions: inout posix_spawn_file_actions_t) throws {
    for (target, stream) in zip(Int32(0)..., streams) {
      switch stream {
      case .path(let path, let flags):
        let code = posix_spawn_file_actions_addopen(&actions, target, path, flags, 0o600)
        try check(code, "posix_spawn_file_actions_addopen")
      case .descriptor(let descriptor):
        let code = posix_spawn_file_actions_adddup2(&actions, descriptor.number, target)
        try check(code, "posix_spawn_file_actions_adddup2")
      }
    }
    let functions = try GNUFunctions()
    try check(functions.addCloseFrom(&actions, 3), "posix_spawn_file_actions_addclosefrom_np")
    try check(functions.addFolder(&actions, folder), "posix_spawn_file_actions_addchdir_np")
  }

  private func start(
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
  ) throws -> pid_t {
    var argv = ([executable] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var id: pid_t = 0
    try check(posix_spawn(&id, executable, &actions, &attributes, &argv, &envp), executable)
    return id
  }

  private func check(_ code: Int32, _ call: String) throws {
    try TestSupportError.checkNumber(code, call)
  }
}

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

/// An owned file descriptor, which is closed exactly once: by `close()` or on deinitialization.
final class Descriptor: Sendable {
  private let openNumber: Mutex<Int32>

  /// Takes ownership of a descriptor.
  init(_ number: Int32) {
    openNumber = Mutex(number)
  }

  deinit { close() }

  /// The descriptor's number, or −1 (which `poll` ignores) if it is closed.
  var number: Int32 { openNumber.withLock(\.self) }

  var isOpen: Bool { number >= 0 }

  func close() {
    let number = openNumber.withLock { openNumber in
      defer { openNumber = -1 }
      return openNumber
    }
    if number >= 0 { _ = Glibc.close(number) }
  }

  /// Creates a pipe whose ends are closed in child processes.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    try TestSupportError.check(GNUFunctions().pipe(&ends, O_CLOEXEC), "pipe2")
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Makes reads and writes return immediately instead of blocking.
  func setNonBlocking() throws {
    let flags = try TestSupportError.check(fcntl(number, F_GETFL), "fcntl")
    try TestSupportError.check(fcntl(number, F_SETFL, flags | O_NONBLOCK), "fcntl")
  }

  /// Reads the available bytes; returns an empty array at the end, and `nil` if there are none yet.
  ///
  /// A terminal whose other side is closed (EIO) is at its end, too.
  func readAvailable() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(number, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer.prefix(count))
  }
}
