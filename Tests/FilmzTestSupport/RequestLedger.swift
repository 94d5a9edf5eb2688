import Foundation
import Synchronization

/// The requests that a server got, its open connections, and who waits for more.
final class RequestLedger: Sendable {
  private struct State: Sendable {
    var requests: [LoopbackServer.Request] = []
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    var waiting: [DispatchSemaphore] = []
    var isStopped = false
  }

  private let state = Mutex(State())

  var requests: [LoopbackServer.Request] { state.withLock(\.requests) }

  func record(_ request: LoopbackServer.Request) {
    state.withLock { state in
      state.requests.append(request)
      for semaphore in state.waiting { semaphore.signal() }
      state.waiting = []
    }
  }

  /// Blocks until there are `count` requests.
  ///
  /// Throws when they do not come in time.
  func wait(for count: Int, _ deadline: Deadline) throws -> [LoopbackServer.Request] {
    while true {
      let semaphore = DispatchSemaphore(value: 0)
      let requests = state.withLock { state in
        state.waiting.append(semaphore)
        return state.requests
      }
      if requests.count >= count { return requests }
      let left = DispatchTimeInterval.milliseconds(Int(deadline.milliseconds))
      if deadline.hasPassed || semaphore.wait(timeout: .now() + left) == .timedOut {
        throw TestSupportError.fewRequests(wanted: count, got: requests.count)
      }
    }
  }

  /// Takes a connection up; false once all are closed for good.
  func open(_ connection: ServerConnection) -> Bool {
    state.withLock { state in
      if !state.isStopped { state.connections[ObjectIdentifier(connection)] = connection }
      return !state.isStopped
    }
  }

  /// Closes one connection under the lock, so that `closeAll` never meets a recycled descriptor.
  func close(_ connection: ServerConnection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = nil
      connection.close()
    }
  }

  /// Ends every connection; their threads then close them.
  func closeAll() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections.values { connection.end() }
    }
  }
}
