import Foundation
import Synchronization

/// The requests of a server, its open connections, and the threads that wait for requests.
final class RequestLog: Sendable {
  private struct State: Sendable {
    var requests: [LoopbackServer.Request] = []
    var connections: [ObjectIdentifier: ServerConnection] = [:]
    var waiters: [DispatchSemaphore] = []
    var isStopped = false
  }

  private let state = Mutex(State())

  var requests: [LoopbackServer.Request] { state.withLock(\.requests) }

  var openConnectionCount: Int { state.withLock(\.connections.count) }

  func record(_ request: LoopbackServer.Request) {
    state.withLock { state in
      state.requests.append(request)
      for semaphore in state.waiters { semaphore.signal() }
      state.waiters = []
    }
  }

  /// Blocks until there are `count` requests; throws an error if they do not arrive in time.
  func wait(for count: Int, _ deadline: Deadline) throws -> [LoopbackServer.Request] {
    while true {
      let semaphore = DispatchSemaphore(value: 0)
      let requests = state.withLock { state in
        state.waiters.append(semaphore)
        return state.requests
      }
      if requests.count >= count { return requests }
      let timeout = DispatchTimeInterval.milliseconds(Int(deadline.milliseconds))
      if deadline.hasPassed || semaphore.wait(timeout: .now() + timeout) == .timedOut {
        throw TestSupportError.tooFewRequests(expected: count, received: requests.count)
      }
    }
  }

  /// Adds a connection; returns `false` if the server has been stopped.
  func add(_ connection: ServerConnection) -> Bool {
    state.withLock { state in
      if !state.isStopped { state.connections[ObjectIdentifier(connection)] = connection }
      return !state.isStopped
    }
  }

  /// Closes a connection under the lock, so that `shutDownAll` never uses a recycled descriptor.
  func close(_ connection: ServerConnection) {
    state.withLock { state in
      state.connections[ObjectIdentifier(connection)] = nil
      connection.close()
    }
  }

  /// Shuts down all connections, which are then closed by their threads.
  func shutDownAll() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections.values { connection.shutDown() }
    }
  }
}
