import FilmzDomain
import Synchronization
import Testing

@testable import FilmzCommands

struct EditedTextTests {
  private final class Removal: Sendable {
    let count = Atomic(0)
  }

  private let removal = Removal()

  private var written: EditedText {
    EditedText(
      "my words", removal: { [removal] in removal.count.add(1, ordering: .relaxed) },
      keep: { "/state/note.txt" })
  }

  @Test func aTextThatWasUsedIsDiscarded() async throws {
    #expect(try await written.use { $0.count } == 8)
    #expect(removal.count.load(ordering: .relaxed) == 1)
  }

  @Test func aTextThatCannotBeUsedStaysAndTheErrorNamesItsFile() async throws {
    let error = await #expect(throws: KeptText.self) {
      try await written.use { _ in throw CommandError.outputFailed(reason: "no space.") }
    }
    #expect(
      error?.message
        == "cannot write the output: no space; what you wrote is in /state/note.txt")
    #expect(error?.kind == .inputOutput)
    #expect(removal.count.load(ordering: .relaxed) == 0)
  }

  @Test func anInterruptionKeepsItToo() async throws {
    let error = await #expect(throws: KeptText.self) {
      try await written.use { _ in throw CancellationError() }
    }
    #expect(error?.message == "interrupted; what you wrote is in /state/note.txt")
    #expect(error?.kind == .interrupted)
  }
}
