import Glibc

/// The point in time at which a wait times out.
struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// Creates a deadline `duration` from now.
  init(in duration: Duration) {
    end = ContinuousClock.now.advanced(by: duration)
  }

  var hasPassed: Bool { ContinuousClock.now >= end }

  /// The remaining time in milliseconds, rounded up and at least 0, for `poll`.
  var milliseconds: Int32 {
    let remaining = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    return Int32(max(0, min(remaining.rounded(.up), 1_000_000_000)))
  }

  /// Waits until a descriptor is ready or the deadline has passed, and returns which ones are ready.
  ///
  /// Closed descriptors (−1) are ignored.
  func poll(_ requests: [(descriptor: Descriptor, events: Int32)]) -> [Bool] {
    var entries = requests.map {
      pollfd(fd: $0.descriptor.number, events: Int16($0.events), revents: 0)
    }
    _ = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
    return entries.map { $0.revents != 0 }
  }
}
