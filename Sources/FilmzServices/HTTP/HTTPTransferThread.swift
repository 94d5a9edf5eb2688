import CDynamicLibraries
import FilmzFiles
import Foundation
import Glibc
import Synchronization

/// The thread in which libcurl performs the transfers of an ``HTTPFetcher``.
///
/// The library is loaded and the thread started for the first transfer. At most eight transfers run with one host at a
/// time. Connections and TLS sessions are reused.
final class HTTPTransferThread: Sendable {
  private static let connectionsPerHost = 8

  private enum Command: Sendable {
    case start(HTTPTransfer)
    case resume(HTTPTransfer)
    case remove(HTTPTransfer)
  }

  private struct State {
    var commands: [Command] = []
    var isShutDown = false
    /// The pipe that wakes the thread; `nil` if the thread does not run.
    var pipe: Pipe?
    /// The continuations of the tasks that wait for the end of the thread.
    var endWaiters: [CheckedContinuation<Void, Never>] = []
  }

  /// A pipe whose ends are both nonblocking.
  private struct Pipe: Sendable {
    let input: CInt
    let output: CInt

    init?() {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      (output, input) = (ends[0], ends[1])
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }

    /// Makes the output readable.
    func send() {
      // Fails only if the pipe is full; the output is readable then.
      _ = write(input, [0], 1)
    }

    func empty() {
      var bytes = [UInt8](repeating: 0, count: 256)
      while read(output, &bytes, bytes.count) > 0 {}
    }

    func close() { for end in [input, output] { _ = Glibc.close(end) } }
  }

  private let state = Mutex(State())

  // MARK: - Any thread

  /// Starts a transfer.
  ///
  /// - Throws: An ``HTTPFailure`` if libcurl is not installed, the thread cannot be started, or the transfers are shut down.
  func start(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPTransfer {
    do {
      try SystemLibrary.curl.require()
    } catch {
      throw HTTPFailure(cause: error.message, isUnsent: true, missingLibrary: error)
    }
    let transfer = HTTPTransfer(request, in: self)
    guard send(.start(transfer), startsThread: true) else { throw isShutDown ? .shutDown : .notStarted(request.host) }
    return transfer
  }

  /// Continues a transfer that was paused until a task had read its body.
  func resume(_ transfer: HTTPTransfer) { _ = send(.resume(transfer)) }

  /// Ends a transfer; does nothing if it has ended.
  func remove(_ transfer: HTTPTransfer) { _ = send(.remove(transfer)) }

  /// Ends all transfers, closes all connections, and waits for the end of the thread; no transfers can be started then.
  func shutDown() async {
    await withCheckedContinuation { continuation in
      let isRunning = state.withLock { state in
        state.isShutDown = true
        guard let pipe = state.pipe else { return false }
        state.endWaiters.append(continuation)
        pipe.send()
        return true
      }
      if !isRunning { continuation.resume() }
    }
  }

  var isShutDown: Bool { state.withLock(\.isShutDown) }

  /// Passes a command to the thread; returns `false` if the thread does not run.
  private func send(_ command: Command, startsThread: Bool = false) -> Bool {
    state.withLock { state in
      if startsThread, !state.isShutDown, state.pipe == nil, let pipe = Pipe() {
        state.pipe = pipe
        Thread.detachNewThread { self.run(pipe) }
      }
      guard !state.isShutDown, let pipe = state.pipe else { return false }
      state.commands.append(command)
      pipe.send()
      return true
    }
  }

  // MARK: - The thread

  private func run(_ pipe: Pipe) {
    blockSignals()
    if let session = filmz_curl_session_create(Self.connectionsPerHost) {
      var transfers = RunningTransfers(session: session)
      while let commands = nextCommands(pipe) {
        for command in commands { transfers.perform(command) }
        filmz_curl_perform(session)
        transfers.endCompleted()
        filmz_curl_wait(session, pipe.output)
      }
      transfers.endAll()
      filmz_curl_session_free(session)
    }
    endThread(pipe)
  }

  /// Returns the commands since the last call; `nil` after the transfers were shut down.
  private func nextCommands(_ pipe: Pipe) -> [Command]? {
    pipe.empty()
    return state.withLock { state in
      guard !state.isShutDown else { return nil }
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Ends the transfers that were not started, and closes the pipe.
  ///
  /// If the thread ends because there was no memory for a session of libcurl, the next request starts another thread.
  private func endThread(_ pipe: Pipe) {
    let ended = state.withLock { state in
      defer { state = State(isShutDown: state.isShutDown) }
      return state
    }
    pipe.close()
    for case .start(let transfer) in ended.commands {
      transfer.end(with: ended.isShutDown ? .shutDown : .notStarted(transfer.request.host))
    }
    for waiter in ended.endWaiters { waiter.resume() }
  }

  /// Blocks all signals in this thread: SIGPIPE of a closed connection could end the program.
  private func blockSignals() {
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// The transfers that libcurl performs, by their pointers.
  private struct RunningTransfers {
    let session: OpaquePointer
    private var transfers: [OpaquePointer: HTTPTransfer] = [:]

    init(session: OpaquePointer) { self.session = session }

    mutating func perform(_ command: Command) {
      switch command {
      case .start(let transfer):
        guard let pointer = transfer.request.start(in: session, receiver: transfer.receiver) else {
          return transfer.end(with: .notStarted(transfer.request.host))
        }
        transfers[pointer] = transfer
      case .resume(let transfer): pointer(of: transfer).map(filmz_curl_resume)
      case .remove(let transfer):
        guard let pointer = pointer(of: transfer) else { return }
        filmz_curl_remove(session, pointer)
        transfers[pointer] = nil
      }
    }

    /// Ends the transfers that are complete or have failed.
    mutating func endCompleted() {
      var result = filmz_curl_result()
      while filmz_curl_next_result(session, &result) {
        guard let pointer = result.transfer, let transfer = transfers[pointer] else { continue }
        filmz_curl_remove(session, pointer)
        transfers[pointer] = nil
        transfer.end(with: result)
      }
    }

    /// Ends all transfers.
    mutating func endAll() {
      for (pointer, transfer) in transfers {
        filmz_curl_remove(session, pointer)
        transfer.end(with: .shutDown)
      }
      transfers = [:]
    }

    private func pointer(of transfer: HTTPTransfer) -> OpaquePointer? { transfers.first { $0.value === transfer }?.key }
  }
}

extension HTTPFailure {
  /// The failure of a transfer that is ended, or not started, because all transfers are shut down.
  static let shutDown = neverRetried("filmz is shutting down")

  fileprivate static func notStarted(_ host: String) -> Self { neverRetried("the request to \(host) failed") }
}
