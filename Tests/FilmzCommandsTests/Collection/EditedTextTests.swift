import FilmzDomain
import Synchronization
import Testing

@testable import FilmzCommands

struct EditedTextTests {
  private final class Removal: Sendable {
    let count = Atomic(0)
  }

  private let removal = Removal()

  private var editedText: EditedText {
    EditedText(
      "my words", removeFile: { [removal] in removal.count.add(1, ordering: .relaxed) },
      preserveFile: { "/state/note.txt" })
  }

  @Test func fileIsRemovedAfterTheTextWasUsed() async throws {
    #expect(try await editedText.use { $0.count } == 8)
    #expect(removal.count.load(ordering: .relaxed) == 1)
  }

  @Test func fileIsPreservedIfTheTextCannotBeUsed() async throws {
    let error = await #expect(throws: SavedTextError.self) {
      try await editedText.use { _ in throw CommandError.outputFailed(reason: "no space.") }
    }
    #expect(
      error?.message
        == "cannot write the output: no space; what you wrote is in /state/note.txt")
    #expect(error?.exitCategory == .inputOutput)
    #expect(removal.count.load(ordering: .relaxed) == 0)
  }

  @Test func fileIsPreservedAfterAnInterruption() async throws {
    let error = await #expect(throws: SavedTextError.self) {
      try await editedText.use { _ in throw CancellationError() }
    }
    #expect(error?.message == "interrupted; what you wrote is in /state/note.txt")
    #expect(error?.exitCategory == .interrupted)
  }
}
