import Synchronization

/// A thread-safe list that records values in order.
final class ValueRecorder<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])
  var values: [Value] { state.withLock { $0 } }
  @Sendable func add(_ value: Value) { state.withLock { $0.append(value) } }
}
