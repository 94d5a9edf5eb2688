import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// Shows the progress of a catalog import.
final class CatalogProgressReporter: Sendable {
  /// The progress at the start of a stage of the import, from which the stage's rate is computed.
  ///
  /// A stage is the download of a file, the reading of consecutive files, or the writing of an index.
  struct RateBaseline: Equatable {
    let stage: String
    let start: ContinuousClock.Instant
    /// The bytes that had already been processed at the start.
    let bytes: Int
    /// The lines that had already been processed at the start.
    let lines: Int

    /// Creates the baseline for the current progress.
    ///
    /// If the stage of the previous baseline is still the current one, this is a copy of the
    /// previous baseline. Otherwise, it is a baseline that starts now.
    init(
      of importProgress: CatalogViewModel.ImportProgress, after previous: RateBaseline?, at now: ContinuousClock.Instant
    ) {
      let stage = importProgress.stage
      if let previous, previous.stage == stage {
        self = previous
      } else {
        (self.stage, start) = (stage, now)
        (bytes, lines) = importProgress.completed
      }
    }
  }

  private let progress: Progress?
  private let baseline = Mutex<RateBaseline?>(nil)

  init(progress: Progress?) { self.progress = progress }

  func show(_ importProgress: CatalogViewModel.ImportProgress) {
    guard let progress else { return }
    let now = ContinuousClock.now
    let current = baseline.withLock { baseline in
      let current = RateBaseline(of: importProgress, after: baseline, at: now)
      baseline = current
      return current
    }
    progress.update(Self.bar(importProgress, since: current, at: now))
  }

  /// Returns the progress bar for the current progress.
  static func bar(
    _ importProgress: CatalogViewModel.ImportProgress, since baseline: RateBaseline, at now: ContinuousClock.Instant
  ) -> ProgressBar {
    let seconds = baseline.start.duration(to: now).seconds
    switch importProgress {
    case .downloading(let name, let bytes, let total):
      let transfer = TransferRate(done: bytes - baseline.bytes, of: total.map { $0 - baseline.bytes }, seconds: seconds)
      let rate = transfer.perSecond.map { ByteCount.text(Int($0)) + "/s" }
      return ProgressBar(
        name, fraction: TransferRate(done: bytes, of: total, seconds: seconds).fraction,
        amountRateAndTime: [ByteCount.text(bytes), rate, transfer.secondsLeft.map(TransferRate.left)])
    case .reading(let name, let lines, let bytes, let total):
      let transfer = TransferRate(done: bytes - baseline.bytes, of: total - baseline.bytes, seconds: seconds)
      let rate = TransferRate(done: lines - baseline.lines, of: nil, seconds: seconds).perSecond
      return ProgressBar(
        name, fraction: TransferRate(done: bytes, of: total, seconds: seconds).fraction,
        amountRateAndTime: [
          lines.grouped("line"), rate.map(TransferRate.rate), transfer.secondsLeft.map(TransferRate.left),
        ])
    case .indexing(let lines):
      return ProgressBar(
        "writing the index", fraction: nil, amountRateAndTime: [lines.grouped("line"), "\(Int(seconds)) s", nil])
    }
  }
}

extension CatalogViewModel.ImportProgress {
  /// The name of the stage; see ``CatalogProgressReporter/RateBaseline``.
  fileprivate var stage: String {
    switch self {
    case .downloading(let name, _, _): name
    case .reading: "reading"
    case .indexing: "indexing"
    }
  }

  /// The bytes and lines that have been processed; 0 for a number that the stage does not report.
  fileprivate var completed: (bytes: Int, lines: Int) {
    switch self {
    case .downloading(_, let bytes, _): (bytes, 0)
    case .reading(_, let lines, let bytes, _): (bytes, lines)
    case .indexing(let lines): (0, lines)
    }
  }
}
