import Foundation
import Glibc
import Synchronization

/// A started process, which is waited for by a thread of its own.
final class ChildProcess: Sendable {
  /// A descriptor that polls as ready once the process has ended.
  let exitEvent: Descriptor
  /// The process id, valid while it runs.
  let id: pid_t
  private let ended = Mutex<Int32?>(nil)

  /// Starts what `spawn` describes.
  init(_ spawn: Spawn) throws {
    let (reading, writing) = try Descriptor.pipe()
    exitEvent = reading
    id = try spawn.start()
    Thread.detachNewThread { [self] in
      wait()
      writing.close()
    }
  }

  /// The exit status, or minus the number of the signal that ended it; nil while it runs.
  var status: Int32? { ended.withLock(\.self) }

  /// Sends a signal to the process; SIGKILL goes to what it started in its group too.
  func kill(_ signal: Int32 = SIGKILL) {
    ended.withLock { status in
      guard status == nil else { return }
      _ = Glibc.kill(signal == SIGKILL ? -id : id, signal)
    }
  }

  /// Waits without reaping first, so that `kill` under the lock never meets a recycled id.
  ///
  /// What the process leaves running in its group is killed with it.
  private func wait() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    _ = Glibc.kill(-id, SIGKILL)
    ended.withLock { status in
      var word: Int32 = 0
      waitpid(id, &word, 0)
      let signal = word & 0x7f
      status = signal == 0 ? (word >> 8) & 0xff : -signal
    }
  }
}
