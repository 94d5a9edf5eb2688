package import FilmzDomain

/// The sources of films that a session has: those of a list, and the catalogs of this machine.
///
/// The imported catalog may come, go and be replaced while the program runs.
package struct FilmSources: Sendable {
  /// The sources beside the catalogs, in the order in which they are asked.
  package let list: [any FilmSource]
  /// Those of the list that are services on the network.
  package let network: [any NetworkSource]
  /// The catalog that is built into the program.
  package let builtIn: any FilmCatalog
  private let imported: @Sendable () async throws -> (any FilmCatalog)?

  /// Creates the sources of a session.
  ///
  /// - Parameters:
  ///   - list: The sources beside the catalogs, in the order in which they are asked.
  ///   - builtIn: The catalog that answers if there is no imported one, or if it cannot be used.
  ///   - imported: Returns the imported catalog, `nil` if there is none; throws a ``UserFacingError`` if it
  ///     cannot be used.
  package init(
    _ list: [any FilmSource], builtIn: any FilmCatalog,
    imported: @escaping @Sendable () async throws -> (any FilmCatalog)? = { nil }
  ) {
    self.list = list
    network = list.compactMap { $0 as? any NetworkSource }
    self.builtIn = builtIn
    self.imported = imported
  }

  /// The words that `--source` takes.
  package var choices: [String] {
    ["auto"] + network.map(\.origin.rawValue) + [Film.Origin.catalog.rawValue]
      + list.filter { !($0 is any NetworkSource) }.map(\.origin.rawValue)
  }

  /// Returns the choice that a word of ``choices`` stands for; `nil` for any other word.
  package func choice(named name: String) -> SourceChoice? {
    guard choices.contains(name) else { return nil }
    return name == choices[0] ? .auto : .source(Film.Origin(rawValue: name))
  }

  /// Returns a source of the list; `nil` if there is none of that origin.
  package func source(_ origin: Film.Origin) -> (any FilmSource)? {
    list.first { $0.origin == origin }
  }

  /// Returns the services that can be asked now, in the order in which they are asked.
  func readyServices() async -> [any NetworkSource] {
    var ready: [any NetworkSource] = []
    for source in network where await source.isReady { ready.append(source) }
    return ready
  }

  /// Whether any service may be asked, and more of its requests are left than are to be spared.
  ///
  /// - Parameters:
  ///   - context: The command that wants to ask.
  ///   - spared: Requests of the day that are not to be used; `nil` if the count does not matter.
  /// - Returns: `true` if there is such a service.
  package func canAskNetwork(in context: CommandContext, sparing spared: Int? = nil) async -> Bool {
    guard !context.isOffline else { return false }
    for source in network where await source.canAnswer(sparing: spared) { return true }
    return false
  }

  /// The services that answer no more today, by name.
  package func exhaustedServices() async -> [String] {
    var names: [String] = []
    for source in network where await source.usage?.isLimitReached == true {
      names.append(source.name)
    }
    return names
  }

  /// Returns what can be done so that more sources are asked; `nil` if all were asked.
  package func remedyForUnasked(in context: CommandContext) async -> Remedy? {
    if let ready = await readyServices().first {
      return context.isOffline ? .askService(ready.name) : nil
    }
    if !context.isOffline,
      let (service, key) = network.lazy.compactMap({ source in
        source.service.key.map { (source.name, $0) }
      }).first
    {
      return .addKey(key.setting, service: service)
    }
    return await hasImportedCatalog() ? nil : .importCatalog
  }

  // MARK: - Catalogs

  /// Returns the catalog to ask now, with a warning if it is the built-in one only because the imported
  /// one cannot be used.
  package func catalog() async throws -> SourceResult<any FilmCatalog> {
    try await askCatalog { $0 }
  }

  /// Asks the catalog of the moment; if its file cannot be used, the built-in one answers with a
  /// warning.
  ///
  /// - Throws: What the catalog throws for other reasons.
  package func askCatalog<Value: Sendable>(
    _ question: @Sendable (any FilmCatalog) async throws -> Value
  ) async throws -> SourceResult<Value> {
    do {
      let catalog = try await imported() ?? builtIn
      return SourceResult(value: try await question(catalog))
    } catch let failure as any UserFacingError
      where [.inputOutput, .badData].contains(failure.kind)
    {
      return SourceResult(value: try await question(builtIn), warnings: [Warning(failure)])
    }
  }

  /// Whether there is a catalog besides the one that is built in.
  package func hasImportedCatalog() async -> Bool {
    guard let origin = try? await catalog().value.origin else { return false }
    return origin != builtIn.origin
  }

  /// Returns why the imported catalog cannot be used; `nil` if it can, or there is none.
  package func catalogTrouble() async -> Warning? {
    (try? await catalog())?.warnings.first
  }

  /// The catalog that answers, in a few words.
  package func catalogSummary() async -> String {
    let catalog = (try? await catalog().value) ?? builtIn
    return catalog.name + (catalog.ratingsAsOf.map { ", as of \($0)" } ?? "")
  }
}

extension FilmSource {
  /// The source as a place that an answer came from.
  var provenance: String {
    (self as? any FilmCatalog)?.ratingsAsOf.map { "\(name) (as of \($0))" } ?? name
  }
}
