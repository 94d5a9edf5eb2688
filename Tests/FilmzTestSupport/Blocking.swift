import Foundation

/// Work that waits in system calls, kept away from the threads of Swift's tasks.
enum Blocking {
  /// Runs `body` on a thread of its own and gives its result.
  static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
