import Glibc

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
