import Foundation

/// Runs blocking system calls outside the cooperative thread pool.
enum DetachedThread {
  /// Runs `body` on a new thread and returns its result.
  static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
