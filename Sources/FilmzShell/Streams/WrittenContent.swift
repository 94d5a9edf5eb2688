import FilmzCommands
import FilmzDomain
import Synchronization

/// What a redirected command has written, for the message about it.
final class WrittenContent: Sendable {
  private let contents = Mutex<[Output.Content]>([])

  func add(_ content: Output.Content) { contents.withLock { $0.append(content) } }

  /// Returns the amount of data, such as `13 films`, or the number of lines if the data is not one list.
  func amount(lineCount: Int) -> String {
    contents.withLock { contents in
      let lists = contents.compactMap(\.listedAmount)
      return contents.count == 1 && lists.count == 1 ? lists[0] : lineCount.counted("line")
    }
  }
}
