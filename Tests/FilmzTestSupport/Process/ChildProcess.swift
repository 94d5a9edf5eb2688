import Foundation
import Glibc
import Synchronization

/// A running process and a thread that waits for it to exit.
final class ChildProcess: Sendable {
  /// A descriptor that polls as ready once the process has exited.
  let exitEvent: Descriptor
  /// The process id, valid while the process runs.
  let id: pid_t
  private let exitStatus = Mutex<Int32?>(nil)

  /// Starts a process.
  init(_ configuration: SpawnConfiguration) throws {
    let (reading, writing) = try Descriptor.pipe()
    exitEvent = reading
    id = try configuration.start()
    Thread.detachNewThread { [self] in
      wait()
      writing.close()
    }
  }

  /// The exit status, or the negative number of the signal that terminated the process; `nil` while it
  /// runs.
  var status: Int32? { exitStatus.withLock(\.self) }

  /// Sends a signal to the process; SIGKILL is sent to its whole process group.
  func kill(_ signal: Int32 = SIGKILL) {
    exitStatus.withLock { status in
      guard status == nil else { return }
      _ = Glibc.kill(signal == SIGKILL ? -id : id, signal)
    }
  }

  /// Waits for the process to exit, and kills the processes that remain in its group.
  ///
  /// The process is reaped under the lock, so that `kill` never signals a recycled process id.
  private func wait() {
    var info = siginfo_t()
    while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    _ = Glibc.kill(-id, SIGKILL)
    exitStatus.withLock { status in
      var waitStatus: Int32 = 0
      waitpid(id, &waitStatus, 0)
      let signal = waitStatus & 0x7f
      status = signal == 0 ? (waitStatus >> 8) & 0xff : -signal
    }
  }
}
