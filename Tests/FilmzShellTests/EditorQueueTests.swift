import Dispatch
import Foundation
import Testing

@testable import FilmzShell

struct EditorQueueTests {
  @Test func requestsComeOutInTheirOrder() {
    let mailbox = EditorQueue()
    for line in ["a", "b", "c"] { #expect(mailbox.post(.history(line))) }
    #expect((0..<3).map { _ in mailbox.next().line } == ["a", "b", "c"])
  }

  @Test func theLastRequestIsStillTakenOut() {
    let mailbox = EditorQueue()
    #expect(mailbox.post(.history("a")))
    #expect(mailbox.close(with: .close(nil)))
    #expect(mailbox.next().line == "a")
    #expect(mailbox.next().line == nil)
  }

  @Test func aClosedMailboxTakesNothing() {
    let mailbox = EditorQueue()
    #expect(mailbox.close(with: .close(nil)))
    #expect(!mailbox.post(.history("a")))
    #expect(!mailbox.close(with: .close(nil)))
    #expect(mailbox.next().line == nil)
  }

  @Test func aWaitingReaderGetsWhatIsPutInLater() async {
    let mailbox = EditorQueue()
    let line = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: mailbox.next().line) }
      #expect(mailbox.post(.history("late")))
    }
    #expect(line == "late")
  }

  @Test func nothingIsLostBetweenManyWriters() async {
    let mailbox = EditorQueue()
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<50 { _ = mailbox.post(.history("\(writer).\(number)")) }
        }
      }
    }
    let taken = Set((0..<400).compactMap { _ in mailbox.next().line })
    #expect(taken.count == 400)
  }
}

extension EditorRequest {
  /// The line that is to be remembered.
  fileprivate var line: String? {
    if case .history(let line) = self { line } else { nil }
  }
}
