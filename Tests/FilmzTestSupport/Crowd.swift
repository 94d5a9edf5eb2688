/// Lets only a few tests have programs and servers running at once.
///
/// Tests are all started together; without a bound hundreds of programs and servers would wait for
/// each other, and what takes a moment would take many seconds.
enum Crowd {
  @TaskLocal private static var isInside = false
  private static let door = Door(places: 3)

  /// Does something once there is a place; what is inside already needs no second one.
  static func enter<Value>(_ body: () async throws -> Value) async throws -> Value {
    guard !isInside else { return try await body() }
    await door.enter()
    do {
      let value = try await $isInside.withValue(true) { try await body() }
      await door.leave()
      return value
    } catch {
      await door.leave()
      throw error
    }
  }

  private actor Door {
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    func enter() async {
      if places > 0 {
        places -= 1
      } else {
        await withCheckedContinuation { waiting.append($0) }
      }
    }

    func leave() {
      if waiting.isEmpty {
        places += 1
      } else {
        waiting.removeFirst().resume()
      }
    }
  }
}
