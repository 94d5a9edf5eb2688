/// For how long notifications of a server are taken together after one has led to a sync.
///
/// Every member of a server can send as many notifications as they like. The time doubles, up to a second, as long as
/// they follow each other closely.
struct NotificationPause {
  private static let shortest = Duration.milliseconds(200)
  private static let longest = Duration.seconds(1)

  private var pause = shortest

  /// Returns the time after a notification that was waited for.
  mutating func next(after waiting: Duration) -> Duration {
    pause = waiting < Self.shortest ? min(pause * 2, Self.longest) : Self.shortest
    return pause
  }
}
