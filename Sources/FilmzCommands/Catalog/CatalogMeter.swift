import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// Shows how far the making of a catalog is.
final class CatalogMeter: Sendable {
  /// What has a rate of its own: each download, each reading of files, each writing of the index.
  struct Phase: Equatable {
    let name: String
    let start: ContinuousClock.Instant
    /// Bytes and lines that were done when it began, which tell nothing of its rate.
    let bytes: Int
    let lines: Int

    /// The phase that a step is in: the one before it goes on, or else a new one begins.
    init(of step: CatalogViewModel.Step, after last: Phase?, at now: ContinuousClock.Instant) {
      let name = step.phase
      if let last, last.name == name {
        self = last
      } else {
        (self.name, start) = (name, now)
        (bytes, lines) = step.done
      }
    }
  }

  private let progress: Progress?
  private let phase = Mutex<Phase?>(nil)

  init(progress: Progress?) { self.progress = progress }

  func show(_ step: CatalogViewModel.Step) {
    guard let progress else { return }
    let now = ContinuousClock.now
    let current = phase.withLock { phase in
      let current = Phase(of: step, after: phase, at: now)
      phase = current
      return current
    }
    progress.update(Self.bar(step, in: current, at: now))
  }

  /// What is shown of a step of a phase.
  static func bar(
    _ step: CatalogViewModel.Step, in phase: Phase, at now: ContinuousClock.Instant
  ) -> ProgressBar {
    let seconds = phase.start.duration(to: now).seconds
    switch step {
    case .downloading(let name, let bytes, let total):
      let transfer = TransferRate(
        done: bytes - phase.bytes, of: total.map { $0 - phase.bytes }, seconds: seconds)
      let rate = transfer.perSecond.map { ByteCount.text(Int($0)) + "/s" }
      return bar(
        name, share: TransferRate(done: bytes, of: total, seconds: seconds).share,
        [ByteCount.text(bytes), rate, transfer.secondsLeft.map(TransferRate.left)])
    case .reading(let name, let lines, let bytes, let total):
      let transfer = TransferRate(
        done: bytes - phase.bytes, of: total - phase.bytes, seconds: seconds)
      let rate = TransferRate(done: lines - phase.lines, of: nil, seconds: seconds).perSecond
      return bar(
        name, share: TransferRate(done: bytes, of: total, seconds: seconds).share,
        [
          lines.grouped("line"), rate.map(TransferRate.rate),
          transfer.secondsLeft.map(TransferRate.left),
        ])
    case .indexing(let lines):
      return bar(
        "writing the index", share: nil, [lines.grouped("line"), "\(Int(seconds)) s", nil])
    }
  }

  /// A bar with an amount, a rate and the time left, as far as they are known; the time stays longest.
  private static func bar(_ label: String, share: Double?, _ details: [String?]) -> ProgressBar {
    let known = details.indices.filter { details[$0] != nil }
    let order = [0, 1, 2].compactMap { known.firstIndex(of: $0) }
    return ProgressBar(
      label, share: share, details: details.compactMap(\.self), dispensable: order)
  }
}

extension CatalogViewModel.Step {
  fileprivate var phase: String {
    switch self {
    case .downloading(let name, _, _): name
    case .reading: "reading"
    case .indexing: "indexing"
    }
  }

  /// Bytes and lines that are done.
  fileprivate var done: (bytes: Int, lines: Int) {
    switch self {
    case .downloading(_, let bytes, _): (bytes, 0)
    case .reading(_, let lines, let bytes, _): (bytes, lines)
    case .indexing(let lines): (0, lines)
    }
  }
}
