import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// Shows how far the making of a catalog is.
final class CatalogMeter: Sendable {
  private struct Phase {
    var name: String
    var start: ContinuousClock.Instant
    /// Bytes that were there when it began: of a download that goes on.
    var bytes: Int
  }

  private let progress: Progress?
  private let phase = Mutex<Phase?>(nil)

  init(progress: Progress?) { self.progress = progress }

  func show(_ step: CatalogViewModel.Step) {
    guard let progress else { return }
    let (seconds, bytes) = phase.withLock { phase in
      if phase?.name != step.phase {
        phase = Phase(name: step.phase, start: .now, bytes: step.bytesBefore)
      }
      let start = phase?.start ?? .now
      return (start.duration(to: .now).seconds, phase?.bytes ?? 0)
    }
    progress.update(Self.bar(step, seconds: seconds, bytesBefore: bytes))
  }

  /// What is shown of a step, so many seconds into its phase.
  static func bar(
    _ step: CatalogViewModel.Step, seconds: Double, bytesBefore: Int = 0
  ) -> ProgressBar {
    switch step {
    case .downloading(let name, let bytes, let total):
      let pace = Pace(
        done: bytes - bytesBefore, of: total.map { $0 - bytesBefore }, seconds: seconds)
      let rate = pace.perSecond.map { ByteCount.text(Int($0)) + "/s" }
      return bar(
        name, share: Pace(done: bytes, of: total, seconds: seconds).share,
        [ByteCount.text(bytes), rate, pace.secondsLeft.map(Pace.left)])
    case .reading(let name, let lines, let bytes, let total):
      let pace = Pace(done: bytes, of: total, seconds: seconds)
      let rate = Pace(done: lines, of: nil, seconds: seconds).perSecond.map(Pace.rate)
      return bar(
        name, share: pace.share,
        [lines.grouped("line"), rate, pace.secondsLeft.map(Pace.left)])
    case .indexing(let lines):
      return bar(
        "writing the index", share: nil, [lines.grouped("line"), "\(Int(seconds)) s", nil])
    }
  }

  /// A bar with an amount, a rate and the time left, as far as they are known; the time stays longest.
  private static func bar(_ label: String, share: Double?, _ details: [String?]) -> ProgressBar {
    let known = details.indices.filter { details[$0] != nil }
    let order = [1, 0, 2].compactMap { known.firstIndex(of: $0) }
    return ProgressBar(
      label, share: share, details: details.compactMap(\.self), dispensable: order)
  }
}

extension CatalogViewModel.Step {
  /// What has a pace of its own: each download, the reading of all files, the index.
  fileprivate var phase: String {
    switch self {
    case .downloading(let name, _, _): name
    case .reading: "reading"
    case .indexing: "indexing"
    }
  }

  /// Bytes that were done when the first step of a phase was told.
  fileprivate var bytesBefore: Int {
    if case .downloading(_, let bytes, _) = self { bytes } else { 0 }
  }
}
