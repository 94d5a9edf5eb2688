import Glibc

/// A point in time until which a wait may last.
struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// The point that is `duration` from now.
  init(in duration: Duration) {
    end = ContinuousClock.now.advanced(by: duration)
  }

  var hasPassed: Bool { ContinuousClock.now >= end }

  /// What is left, in milliseconds rounded up, at least 0, as `poll` wants it.
  var milliseconds: Int32 {
    let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    return Int32(max(0, min(left.rounded(.up), 1_000_000_000)))
  }

  /// Waits until one of the descriptors is ready or the time is up; what each is ready for.
  ///
  /// Closed descriptors (−1) are passed over.
  func poll(_ wanted: [(descriptor: Descriptor, events: Int32)]) -> [Bool] {
    var entries = wanted.map {
      pollfd(fd: $0.descriptor.number, events: Int16($0.events), revents: 0)
    }
    _ = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
    return entries.map { $0.revents != 0 }
  }
}
