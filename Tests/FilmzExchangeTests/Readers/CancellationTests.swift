import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

/// Cancellation of the task that reads the files of an import.
struct CancellationTests {
  /// Each case has the bytes that the reader gets before the task is cancelled; `nil` if nobody opens the FIFO to write.
  @Test(arguments: [nil, "", "Ti", "Title\n"])
  func waitingForBytesOfAFIFOEnds(text: String?) async throws {
    try await ScratchFolder.with { folder in
      let path = folder.path(of: "pipe")
      #expect(mkfifo(path, 0o600) == 0)
      let writer = text == nil ? -1 : open(path, O_RDWR)
      defer { if writer >= 0 { close(writer) } }
      if let text { #expect(write(writer, text, text.utf8.count) == text.utf8.count) }
      let task = Task {
        for source in try ImportSourceFinder.files(at: [path], input: path) {
          var stream = try source.open()
          while try stream.next() != nil {}
        }
      }
      Thread.detachNewThread {
        // Waits until the task has read the bytes.
        var event = pollfd(fd: writer, events: Int16(POLLIN), revents: 0)
        while poll(&event, 1, 0) > 0 { sched_yield() }
        task.cancel()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  /// Returns the error of an operation in a task that is cancelled before it begins.
  private static func error(
    of operation: @escaping @Sendable () throws -> Void
  ) async -> (any Error)? {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try operation()
    }
    if case .failure(let error) = await task.result { return error }
    return nil
  }

  @Test func readingAFileEnds() async throws {
    try await ScratchFolder.with { folder in
      let path = try folder.write("Title\nHeat\n", to: "a.csv").path
      let source = try #require(try ImportSourceFinder.files(at: [path]).first)
      #expect(await Self.error { _ = try ImportFile.open(source) } is CancellationError)
    }
  }

  @Test func readingAnArchiveEnds() async throws {
    let archive = try ZipReader([ArchivedSubject(.entry, "e")].archived())
    let operations: [@Sendable () throws -> Void] = [
      { _ = try archive.entries[0].chunks()() }, { _ = try ArchiveReader(archive) },
      { _ = try ArchiveReader.recognizes(archive) },
    ]
    for operation in operations {
      #expect(await Self.error(of: operation) is CancellationError)
    }
  }
}
