package import FilmzDomain

/// The catalogs of this machine: one that may be imported, replaced or removed while the program
/// runs, and one that is always there.
package struct LocalCatalogs: Sendable {
  /// The catalog that is built into the program.
  package let builtIn: any FilmSource
  private let open: @Sendable () async throws -> any FilmSource

  /// Catalogs of which the best is opened anew for each question.
  ///
  /// - Parameters:
  ///   - builtIn: Answers where the other one cannot be used.
  ///   - open: Gives the imported catalog, or the built-in one where there is none; throws a
  ///     ``Failure`` where it cannot be used.
  package init(
    builtIn: any FilmSource, open: @escaping @Sendable () async throws -> any FilmSource
  ) {
    self.builtIn = builtIn
    self.open = open
  }

  /// One catalog that never changes.
  package init(_ only: any FilmSource) {
    self.init(builtIn: only) { only }
  }

  /// The catalog to ask now, with a warning where it is only the built-in one because the imported
  /// one cannot be used.
  func current() async throws -> Answer<any FilmSource> {
    try await answer { $0 }
  }

  /// Asks the catalog of the moment; where its file cannot be used the built-in one answers, and that
  /// is said.
  ///
  /// - Throws: What the catalog throws for other reasons.
  func answer<Value: Sendable>(
    _ question: @Sendable (any FilmSource) async throws -> Value
  ) async throws -> Answer<Value> {
    do {
      return Answer(value: try await question(try await open()))
    } catch let failure as any Failure where failure.isOfFile {
      return Answer(value: try await question(builtIn), warnings: [failure.message])
    }
  }
}

extension Failure {
  /// Whether a file is to blame, and not what was asked.
  fileprivate var isOfFile: Bool { kind == .inputOutput || kind == .badData }
}
