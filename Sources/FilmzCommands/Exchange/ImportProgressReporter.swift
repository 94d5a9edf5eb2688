import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// Shows the progress of an import.
final class ImportProgressReporter: Sendable {
  /// A stage of the import, with the time from which its rate is computed.
  private struct Stage {
    let name: String
    let start: ContinuousClock.Instant
  }

  private let progress: Progress?
  private let stage = Mutex<Stage?>(nil)

  init(progress: Progress?) { self.progress = progress }

  func show(_ importProgress: ImportProgress) {
    guard let progress else { return }
    let now = ContinuousClock.now
    let start = stage.withLock { stage in
      if stage?.name != importProgress.stage { stage = Stage(name: importProgress.stage, start: now) }
      return stage?.start ?? now
    }
    progress.update(Self.bar(importProgress, seconds: start.duration(to: now).seconds))
  }

  /// Returns the progress bar, `seconds` after the stage began.
  static func bar(_ importProgress: ImportProgress, seconds: Double) -> ProgressBar {
    switch importProgress {
    case .reading(let name, let rows):
      let rate = TransferRate(done: rows, of: nil, seconds: seconds).perSecond
      return ProgressBar(
        name, fraction: nil, details: [rows.grouped("row"), rate.map(TransferRate.rate)].compactMap(\.self),
        dropOrder: [1, 0].filter { $0 == 0 || rate != nil })
    case .matching(let done, let total): return bar("finding films", done, total, seconds)
    case .saving(let done, let total): return bar("saving", done, total, seconds)
    }
  }

  private static func bar(_ label: String, _ done: Int, _ total: Int, _ seconds: Double) -> ProgressBar {
    let transfer = TransferRate(done: done, of: total, seconds: seconds)
    return ProgressBar(
      label, fraction: transfer.fraction,
      amountRateAndTime: [
        done.grouped("film"), transfer.perSecond.map(TransferRate.rate), transfer.secondsLeft.map(TransferRate.left),
      ])
  }
}

extension ImportProgress {
  fileprivate var stage: String {
    switch self {
    case .reading: "reading"
    case .matching: "matching"
    case .saving: "saving"
    }
  }
}
