import FilmzDomain
import FilmzServices
import Synchronization

/// A cache of the answers of services to the texts of a panel, so that no text is asked for twice.
///
/// It also records which preparations of the panel are done.
final class ServiceAnswers: Sendable {
  typealias Answer = SourceResult<ResultSet>

  private struct Question: Hashable, Sendable {
    let text: String
    let query: SearchQuery
    let source: SourceChoice
  }

  /// The maximum number of answers; the ones that were used least recently are forgotten.
  private static let capacity = 100

  /// The answers; `nil` for a question for which services were not asked, or failed.
  private let answers = Mutex(LRUCache<Question, Answer?>(capacity: capacity))
  private let preparations = Mutex<Set<Preparation>>([])

  /// Work that a panel needs once.
  enum Preparation {
    /// Facts of the collection are copied from a new catalog.
    case facts
    /// The catalogs are opened.
    case catalogs
  }

  /// Returns the cached answer to a query, or the answer of `ask`, which is then cached; `nil` if `ask` asked no service,
  /// or threw an error before.
  ///
  /// An error is thrown only once. After a cancellation, `ask` is called again.
  func answer(
    to query: SearchQuery, from source: SourceChoice, _ ask: () async throws -> Answer?
  ) async throws -> Answer? {
    let question = Question(text: query.plainText.lowercased(), query: query.withoutText, source: source)
    if let known = answers.withLock({ $0.value(for: question) }) { return known }
    do {
      let answer = try await ask()
      answers.withLock { $0.store(answer, for: question) }
      return answer
    } catch let error as any UserFacingError {
      answers.withLock { $0.store(nil, for: question) }
      throw error
    }
  }

  /// Does some work unless it was done before.
  func prepare(_ preparation: Preparation, _ work: () async throws -> Void) async throws {
    guard !preparations.withLock({ $0.contains(preparation) }) else { return }
    try await work()
    _ = preparations.withLock { $0.insert(preparation) }
  }
}

extension SearchQuery {
  /// The query without its text.
  fileprivate var withoutText: SearchQuery { SearchQuery(text: "", filter: filter, isExact: isExact, order: order) }
}
