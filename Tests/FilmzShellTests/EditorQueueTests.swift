import Dispatch
import Foundation
import Testing

@testable import FilmzShell

struct EditorQueueTests {
  @Test func requestsAreReturnedInOrder() {
    let queue = EditorQueue<String>()
    for line in ["a", "b", "c"] { #expect(queue.enqueue(line)) }
    #expect((0..<3).map { _ in queue.next() } == ["a", "b", "c"])
  }

  @Test func requestsBeforeTheClosingOneAreStillReturned() {
    let queue = EditorQueue<String>()
    #expect(queue.enqueue("a"))
    #expect(queue.enqueue("last", isLast: true))
    #expect(queue.next() == "a")
    #expect(queue.next() == "last")
  }

  @Test func closedQueueRejectsRequests() {
    let queue = EditorQueue<String>()
    #expect(queue.enqueue("last", isLast: true))
    #expect(!queue.enqueue("a"))
    #expect(!queue.enqueue("last", isLast: true))
    #expect(queue.next() == "last")
  }

  @Test func waitingReaderReceivesALaterRequest() async {
    let queue = EditorQueue<String>()
    let line = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: queue.next()) }
      #expect(queue.enqueue("late"))
    }
    #expect(line == "late")
  }

  @Test func noRequestOfConcurrentWritersIsLost() async {
    let queue = EditorQueue<String>()
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<50 { _ = queue.enqueue("\(writer).\(number)") }
        }
      }
    }
    let lines = Set((0..<400).map { _ in queue.next() })
    #expect(lines.count == 400)
  }
}
