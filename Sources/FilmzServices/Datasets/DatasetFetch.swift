import FilmzDomain
import Foundation
import Synchronization

/// One call that brings one file up to date, in as many tries as it takes.
struct DatasetFetch: Sendable {
  let name: String
  let address: DatasetAddress
  let files: DatasetFiles
  let fetcher: HTTPFetcher
  let retry: RetryPolicy
  let patience: HTTPPatience
  let trace: RequestTrace
  let now: @Sendable () -> Date
  let progress: @Sendable (DatasetDownload.Progress) -> Void
  /// Bytes that came over the network.
  let received = Tally()

  /// A count that only grows.
  final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock(\.self) }
    func add(_ number: Int) { count.withLock { $0 += number } }
  }

  /// How one try ended.
  enum Try: Sendable {
    case unchanged(DatasetVersion)
    case fetched(DatasetVersion)
    case noSuchRest
    /// It may go better a moment later.
    case failed(DatasetError, canPass: Bool, retryAfter: Double? = nil)
  }

  /// Tries until the file is there.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`.
  func outcome() async throws -> DatasetDownload.Outcome {
    var tries = DatasetTries(from: files.partBytes)
    var isNew = false
    while true {
      isNew = try files.finishWholePart(from: address.source) || isNew
      switch try await tried() {
      case .unchanged(let version) where isNew:
        return .fetched(local(version), bytes: received.value)
      case .unchanged(let version): return .unchanged(local(version))
      case .fetched(let version): return .fetched(local(version), bytes: received.value)
      // The next question is for the whole file, and has no such answer.
      case .noSuchRest: files.dropPart()
      case .failed(let error, let canPass, let retryAfter):
        tries.fail(at: files.partBytes)
        guard canPass,
          try await retry.wait(
            forRetry: tries.failures, retryAfter: retryAfter, elapsed: tries.elapsed)
        else { throw error }
      }
    }
  }

  private func local(_ version: DatasetVersion) -> LocalDataset {
    LocalDataset(file: files.file, date: version.date, bytes: version.bytes ?? 0)
  }

  private func tried() async throws -> Try {
    let start = ContinuousClock.now
    let before = received.value
    let question = files.question(to: address.source)
    let fields = question.fields + (address.authorization.map { [("Authorization", $0)] } ?? [])
    do {
      return try await fetcher.stream(address.url, fields: fields, patience: patience) {
        head, body in
        defer { tell("\(head.status), \(received.value - before) bytes", since: start) }
        return try await take(head, body, to: question)
      }
    } catch let failure as HTTPFailure {
      tell(failure.cause, since: start)
      return .failed(broken(failure.cause), canPass: canPass(failure))
    }
  }

  /// A connection that broke, or that does not come to stand again in the middle of a download.
  private func canPass(_ failure: HTTPFailure) -> Bool {
    failure.isDropped || (failure.isUnsent && received.value > 0)
  }

  private func broken(_ cause: String) -> DatasetError {
    var goesOn = false
    if case .rest = files.question(to: address.source) { goesOn = true }
    return .broken(host: address.host, file: name, cause: cause, goesOn: goesOn)
  }

  private func tell(_ summary: String, since start: ContinuousClock.Instant) {
    trace.tell {
      let milliseconds = Int(start.duration(to: .now).seconds * 1000)
      return "GET \(address.source): \(summary), \(milliseconds) ms"
    }
  }
}
