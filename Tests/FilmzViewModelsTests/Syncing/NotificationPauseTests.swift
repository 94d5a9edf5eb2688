import Testing

@testable import FilmzViewModels

struct NotificationPauseTests {
  @Test func notificationsWithoutEndLeadToFewSyncs() {
    var pause = NotificationPause()
    var time = Duration.zero
    var syncs = 0
    while time < .seconds(60) {
      time += pause.next(after: .milliseconds(1))
      syncs += 1
    }
    #expect(syncs < 65)
  }

  @Test func notificationAfterQuietTimeIsFollowedAtOnce() {
    var pause = NotificationPause()
    for _ in 1...10 { _ = pause.next(after: .zero) }
    #expect(pause.next(after: .zero) == .seconds(1))
    #expect(pause.next(after: .seconds(1)) == .milliseconds(200))
    #expect(pause.next(after: .milliseconds(100)) == .milliseconds(400))
  }
}
