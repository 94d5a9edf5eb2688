/// How long a server may let a download wait.
package struct HTTPPatience: Sendable {
  /// For the head of its answer, redirections included.
  package let head: Duration
  /// For the next bytes.
  package let silence: Duration

  package init(head: Duration = .seconds(30), silence: Duration = .seconds(60)) {
    self.head = head
    self.silence = silence
  }
}
