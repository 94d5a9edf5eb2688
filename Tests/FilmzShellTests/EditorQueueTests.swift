import Dispatch
import Foundation
import Testing

@testable import FilmzShell

struct EditorQueueTests {
  @Test func requestsAreReturnedInOrder() {
    let queue = EditorQueue()
    for line in ["a", "b", "c"] { #expect(queue.enqueue(.addHistory(line))) }
    #expect((0..<3).map { _ in queue.next().line } == ["a", "b", "c"])
  }

  @Test func requestsBeforeTheClosingOneAreStillReturned() {
    let queue = EditorQueue()
    #expect(queue.enqueue(.addHistory("a")))
    #expect(queue.close(with: .close(nil)))
    #expect(queue.next().line == "a")
    #expect(queue.next().line == nil)
  }

  @Test func closedQueueRejectsRequests() {
    let queue = EditorQueue()
    #expect(queue.close(with: .close(nil)))
    #expect(!queue.enqueue(.addHistory("a")))
    #expect(!queue.close(with: .close(nil)))
    #expect(queue.next().line == nil)
  }

  @Test func waitingReaderReceivesALaterRequest() async {
    let queue = EditorQueue()
    let line = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: queue.next().line) }
      #expect(queue.enqueue(.addHistory("late")))
    }
    #expect(line == "late")
  }

  @Test func noRequestOfConcurrentWritersIsLost() async {
    let queue = EditorQueue()
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<50 { _ = queue.enqueue(.addHistory("\(writer).\(number)")) }
        }
      }
    }
    let lines = Set((0..<400).compactMap { _ in queue.next().line })
    #expect(lines.count == 400)
  }
}

extension EditorRequest {
  /// The line to add to the history; `nil` for other requests.
  fileprivate var line: String? {
    if case .addHistory(let line) = self { line } else { nil }
  }
}
