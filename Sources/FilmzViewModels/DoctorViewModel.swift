import FilmzCatalog
package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
package import Foundation

/// Finds out what works here and what does not.
package struct DoctorViewModel: Sendable {
  let services: FilmServices
  let database: CollectionDatabase
  let paths: Paths
  /// What the imported catalog holds, if there is one.
  let catalogInfo: @Sendable () async throws -> CatalogInfo?
  /// What is wrong with the settings, one line each.
  private let settingsProblems: @Sendable () async -> [Warning]
  let now: @Sendable () -> Date

  package init(
    services: FilmServices, database: CollectionDatabase, paths: Paths,
    catalogInfo: @escaping @Sendable () async throws -> CatalogInfo?,
    now: @escaping @Sendable () -> Date,
    settingsProblems: @escaping @Sendable () async -> [Warning]
  ) {
    self.services = services
    self.database = database
    self.paths = paths
    self.catalogInfo = catalogInfo
    self.now = now
    self.settingsProblems = settingsProblems
  }

  /// Looks at settings, sources, files and disk; each service is asked one question unless offline.
  ///
  /// - Throws: `CancellationError`.
  package func checks(in context: CommandContext) async throws -> [HealthCheck] {
    var sources: [HealthCheck] = []
    for source in services.sources.network { sources += try await checks(of: source, in: context) }
    return [await settingsFile()] + sources + [
      try await catalog(), try await collection(), backups(),
      await filmCache(), stateFolder(), disk(),
    ]
  }

  // MARK: - Sources

  private func checks(
    of source: any NetworkSource, in context: CommandContext
  ) async throws -> [HealthCheck] {
    guard let usage = await source.usage else { return source.service.key.map(missing) ?? [] }
    let answer = usage.isLimitReached ? nil : try await source.probe(in: context)
    let used = await source.usage ?? usage
    return [key(of: source.service, answer), service(source.service, answer)].compactMap(\.self)
      + (source.service.dailyAllowance.map { [requests(used, of: $0, source.name)] } ?? [])
  }

  private func missing(_ key: ServiceDescriptor.Key) -> [HealthCheck] {
    [
      .warn(
        key.setting.rawValue, "no key is set; searches use the catalog of this machine",
        remedy: "get a free one at \(key.signUp), then `config set \(key.setting.rawValue) -`")
    ]
  }

  /// What one question told of the key; the answer is `nil` if the day's limit was known to be reached.
  private func key(of service: ServiceDescriptor, _ answer: Probe?) -> HealthCheck? {
    guard let name = service.key?.setting.rawValue else { return nil }
    switch answer {
    case .answered: return .ok(name, "accepted")
    case .failed(let failure as ServiceError) where failure.cause == .invalidKey:
      return .fail(
        name, "\(service.name) does not accept it",
        remedy: "check the mail it came with, then `config set \(name) -`")
    default: return .ok(name, "set")
    }
  }

  /// What one question told of the service.
  private func service(_ service: ServiceDescriptor, _ answer: Probe?) -> HealthCheck {
    let name = service.name
    guard case .failed(let failure) = answer else {
      return switch answer {
      case .answered(let milliseconds): .ok(name, "answered in \(milliseconds) ms")
      case nil: .ok(name, "not asked any more today")
      default: .ok(name, "not asked, with --offline")
      }
    }
    switch (failure as? ServiceError)?.cause {
    case .dailyLimitExceeded: return .ok(name, "not asked any more today")
    case .invalidKey: return .ok(name, "answered")
    default:
      return .found(
        [Warning(failure)], by: name,
        remedy: "films come from cache and catalog meanwhile; --offline saves the waiting")
    }
  }

  private func requests(
    _ usage: RequestUsage, of allowance: Int, _ service: String
  ) -> HealthCheck {
    let used = "\(usage.requests) of \(allowance) used today (UTC)"
    guard !usage.isLimitReached else {
      return .warn(
        "requests", used + ", and \(service) said that the limit is reached",
        remedy: "nothing more is asked before midnight UTC; cache and catalog answer meanwhile")
    }
    let left = usage.left(of: allowance)
    guard left > 50 else {
      return .warn(
        "requests", used + ", \(left) left",
        remedy: "go easy today, or use --offline; the count starts anew at midnight UTC")
    }
    return .ok("requests", used + ", \(left) left")
  }

  // MARK: - Files

  private func settingsFile() async -> HealthCheck {
    let problems = await settingsProblems()
    guard problems.isEmpty else {
      return .found(problems, .warn, by: "settings", remedy: "mend the lines in an editor")
    }
    return privacy("settings", paths.configFolder, paths.configFile)
      ?? .ok("settings", describe(paths.configFile))
  }

  private func stateFolder() -> HealthCheck {
    guard FileStatus.canWrite(in: paths.stateFolder) else {
      return unwritable("state", paths.stateFolder)
    }
    let files = [paths.requests, paths.session, paths.history, paths.log, paths.installation]
    let sizes = files.compactMap { file in
      FileStatus(of: file).map { "\(file.lastPathComponent) \(ByteCount.text($0.bytes))" }
    }
    return privacy("state", paths.stateFolder) ?? files.compactMap { privacy("state", $0) }.first
      ?? .ok("state", ([path(paths.stateFolder)] + sizes).joined(separator: ", "))
  }

  private func disk() -> HealthCheck {
    guard let free = FileStatus.freeBytes(at: paths.dataFolder) else {
      return .warn("disk", "free space is unknown", remedy: "see `df`")
    }
    let detail = "\(ByteCount.text(free)) free"
    if free < 1 << 20 {
      return .fail("disk", detail, remedy: "make room, or nothing can be saved")
    }
    return free < 100 << 20
      ? .warn("disk", detail, remedy: "make room soon") : .ok("disk", detail)
  }

  func unwritable(_ name: String, _ folder: URL) -> HealthCheck {
    .fail(
      name, "\(path(folder)) cannot be written",
      remedy: "give yourself rights to it, or name another place with --home")
  }

  /// A warning where others may read what is private.
  func privacy(_ name: String, _ files: URL?...) -> HealthCheck? {
    for file in files.compactMap(\.self) {
      // The mode of what a link leads to is not ours to judge.
      guard let status = FileStatus(of: file), status.isOpenToOthers,
        FileStatus.target(of: path(file)) == path(file)
      else { continue }
      return .warn(
        name, "\(path(file)) has mode \(status.modeText): others may read it",
        remedy: "chmod go= \(path(file))")
    }
    return nil
  }

  func describe(_ file: URL) -> String {
    guard let status = FileStatus(of: file) else { return "\(path(file)), not there yet" }
    let log = URL(filePath: path(file) + "-wal")
    let bytes = status.bytes + (FileStatus(of: log)?.bytes ?? 0)
    return "\(path(file)), \(ByteCount.text(bytes)), mode \(status.modeText)"
  }

  func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}
