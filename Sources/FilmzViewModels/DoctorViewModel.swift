package import FilmzCatalog
package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
package import Foundation

/// Finds out what works here and what does not.
package struct DoctorViewModel: Sendable {
  let service: CachedSearchService
  let library: Library
  let paths: Paths
  /// What the imported catalog holds, if there is one.
  let catalogInfo: @Sendable () async throws -> CatalogInfo?
  /// What is wrong with the settings, one line each.
  private let settingsProblems: @Sendable () async -> [String]
  let now: @Sendable () -> Date

  package init(
    service: CachedSearchService, library: Library, paths: Paths,
    catalogInfo: @escaping @Sendable () async throws -> CatalogInfo?,
    now: @escaping @Sendable () -> Date,
    settingsProblems: @escaping @Sendable () async -> [String]
  ) {
    self.service = service
    self.library = library
    self.paths = paths
    self.catalogInfo = catalogInfo
    self.now = now
    self.settingsProblems = settingsProblems
  }

  /// Looks at settings, sources, files and disk; OMDb is asked one question unless offline.
  ///
  /// - Throws: `CancellationError`.
  package func checks(offline: Bool) async throws -> [HealthCheck] {
    let sources = try await omdb(offline: offline)
    return [await settingsFile()] + sources + [
      try await catalog(), try await collection(), backups(),
      await filmCache(), stateFolder(), disk(),
    ]
  }

  // MARK: - Sources

  private func omdb(offline: Bool) async throws -> [HealthCheck] {
    guard let usage = await service.usage() else {
      return [
        .warn(
          "omdb.apiKey", "no key is set; searches use the catalog of this machine",
          remedy: "get a free one at https://www.omdbapi.com/apikey.aspx, then"
            + " `config set omdb.apiKey -`")
      ]
    }
    let answer = usage.isLimitReached ? nil : try await service.probe(offline: offline)
    return checks(of: answer) + [requests((await service.usage()) ?? usage)]
  }

  /// What one question told; nothing where the day's limit was known to be reached.
  private func checks(of answer: CachedSearchService.Probe?) -> [HealthCheck] {
    switch answer {
    case .answered(let milliseconds):
      [.ok("omdb.apiKey", "accepted"), .ok("OMDb", "answered in \(milliseconds) ms")]
    case .notAsked: [.ok("omdb.apiKey", "set"), .ok("OMDb", "not asked, with --offline")]
    case nil, .failed(ServiceError.dailyLimitExceeded):
      [.ok("omdb.apiKey", "set"), .ok("OMDb", "not asked any more today")]
    case .failed(ServiceError.invalidAPIKey):
      [
        .fail(
          "omdb.apiKey", "OMDb does not accept it",
          remedy: "check the mail it came with, then `config set omdb.apiKey -`"),
        .ok("OMDb", "answered"),
      ]
    case .failed(let failure):
      [
        .ok("omdb.apiKey", "set"),
        .fail(
          "OMDb", failure.message,
          remedy: "films come from cache and catalog meanwhile; --offline saves the waiting"),
      ]
    }
  }

  private func requests(_ usage: RequestUsage) -> HealthCheck {
    let used = "\(usage.requests) of \(RequestUsage.dailyAllowance) used today (UTC)"
    guard !usage.isLimitReached else {
      return .warn(
        "requests", used + ", and OMDb said that the limit is reached",
        remedy: "nothing more is asked before midnight UTC; cache and catalog answer meanwhile")
    }
    guard usage.left > 50 else {
      return .warn(
        "requests", used + ", \(usage.left) left",
        remedy: "go easy today, or use --offline; the count starts anew at midnight UTC")
    }
    return .ok("requests", used + ", \(usage.left) left")
  }

  // MARK: - Files

  private func settingsFile() async -> HealthCheck {
    let problems = await settingsProblems()
    guard problems.isEmpty else {
      return .warn(
        "settings", problems.joined(separator: "; "), remedy: "mend the lines in an editor")
    }
    return privacy("settings", paths.configFile) ?? .ok("settings", describe(paths.configFile))
  }

  private func stateFolder() -> HealthCheck {
    guard FileStatus.canWrite(in: paths.stateFolder) else {
      return unwritable("state", paths.stateFolder)
    }
    let files = [paths.requests, paths.session, paths.history]
    let sizes = files.compactMap { file in
      FileStatus(of: file).map { "\(file.lastPathComponent) \(ByteCount.text($0.bytes))" }
    }
    return ([paths.stateFolder] + files).compactMap { privacy("state", $0) }.first
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
  func privacy(_ name: String, _ file: URL) -> HealthCheck? {
    guard let status = FileStatus(of: file), status.isOpenToOthers else { return nil }
    return .warn(
      name, "\(path(file)) has mode \(status.modeText): others may read it",
      remedy: "chmod go= \(path(file))")
  }

  func describe(_ file: URL) -> String {
    guard let status = FileStatus(of: file) else { return "\(path(file)), not there yet" }
    let log = URL(filePath: path(file) + "-wal")
    let bytes = status.bytes + (FileStatus(of: log)?.bytes ?? 0)
    return "\(path(file)), \(ByteCount.text(bytes)), mode \(status.modeText)"
  }

  func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}
