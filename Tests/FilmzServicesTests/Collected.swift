import Synchronization

/// Values that come one by one, in their order.
final class Collected<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])
  var values: [Value] { state.withLock { $0 } }
  @Sendable func add(_ value: Value) { state.withLock { $0.append(value) } }
}
