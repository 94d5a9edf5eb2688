import Testing

/// The trait of tests whose programs must be processes: they are killed, run at the same time, use a server, or
/// have something that belongs to a process.
struct ProcessesTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await InProcessProgram.$isDisabled.withValue(true) { try await body() }
  }
}

extension Trait where Self == ProcessesTrait {
  static var processes: Self { Self() }
}
