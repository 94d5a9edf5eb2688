/// Limits the number of tests that run programs and servers at the same time.
///
/// Swift Testing starts all tests at once. Without a limit, hundreds of programs and servers would
/// compete, and short operations would take many seconds.
enum ConcurrencyLimit {
  @TaskLocal private static var hasSlot = false
  private static let semaphore = Semaphore(slots: 3)

  /// Runs `body` once a slot is free; a nested call uses the slot of the outer call.
  static func withSlot<Value>(_ body: () async throws -> Value) async throws -> Value {
    guard !hasSlot else { return try await body() }
    await semaphore.wait()
    do {
      let value = try await $hasSlot.withValue(true) { try await body() }
      await semaphore.signal()
      return value
    } catch {
      await semaphore.signal()
      throw error
    }
  }

  private actor Semaphore {
    private var slots: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(slots: Int) { self.slots = slots }

    func wait() async {
      if slots > 0 {
        slots -= 1
      } else {
        await withCheckedContinuation { waiters.append($0) }
      }
    }

    func signal() {
      if waiters.isEmpty {
        slots += 1
      } else {
        waiters.removeFirst().resume()
      }
    }
  }
}
