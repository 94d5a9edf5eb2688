package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import Foundation

/// Checks that settings, services, databases, files, and the disk are in order.
package struct DoctorViewModel: ViewModel {
  let viewModels: ViewModels

  /// Returns the problems of the settings file.
  let settingsProblems: @Sendable () async -> [Warning]
  /// Returns information about the imported catalog, or `nil` if there is none.
  let catalogInfo: @Sendable () async throws -> CatalogInfo?

  /// Returns the results of all checks.
  ///
  /// Sends one request to each service, unless the command runs offline, the key is missing, or the
  /// daily limit is reached.
  ///
  /// - Throws: `CancellationError`.
  package func checks(in context: CommandContext) async throws -> [HealthCheck] {
    var sources: [HealthCheck] = []
    for source in services.sources.networkSources { sources += try await checks(of: source, in: context) }
    return [await settingsFile()] + sources + [
      try await catalog(), try await collection(), backups(), await filmCache(), stateFolder(), disk(),
    ]
  }

  // MARK: - Sources

  private func checks(of source: any NetworkSource, in context: CommandContext) async throws -> [HealthCheck] {
    guard let usage = await source.usage else { return await missingKey(of: source.service) }
    let probeResult = usage.isLimitReached ? nil : try await source.probe(in: context)
    let usageAfterProbe = await source.usage ?? usage
    return [key(of: source.service, probeResult), service(source.service, probeResult)].compactMap(\.self) + [
      requests(usageAfterProbe, source.service)
    ]
  }

  /// Returns the check of a key that is not set; no check if the service needs no key.
  ///
  /// The check is a warning only if no service is configured, and only for the first service, because one key is enough
  /// for searches.
  private func missingKey(of service: ServiceDescriptor) async -> [HealthCheck] {
    guard let key = service.key else { return [] }
    let remedy = Remedy.getKey(key.setting, address: key.signUpAddress)
    let name = key.setting.rawValue
    if await services.sources.configuredServices().isEmpty, service == services.sources.networkSources.first?.service {
      return [.warn(name, "no \(key.noun) is set; searches use the local catalog", remedy: remedy)]
    }
    return [.ok(name, "no \(key.noun) is set; \(service.name) would add \(key.benefit)", hint: remedy)]
  }

  /// Returns the check of a service's key, or `nil` if the service needs no key.
  ///
  /// `probeResult` is `nil` if no request was sent because the service has reported that its daily limit is reached.
  private func key(of service: ServiceDescriptor, _ probeResult: ProbeResult?) -> HealthCheck? {
    guard let setting = service.key?.setting else { return nil }
    let name = setting.rawValue
    switch probeResult {
    case .responded: return .ok(name, "accepted")
    case .failed(let failure as ServiceError) where failure.cause == .invalidKey:
      return .fail(name, "\(service.name) does not accept it", remedy: .checkKey(setting))
    default: return .ok(name, "set")
    }
  }

  /// Returns the check of a service; `probeResult` is as in ``key(of:_:)``.
  private func service(_ service: ServiceDescriptor, _ probeResult: ProbeResult?) -> HealthCheck {
    let name = service.name
    guard case .failed(let failure) = probeResult else {
      return switch probeResult {
      case .responded(let milliseconds): .ok(name, "answered in \(milliseconds) ms")
      case nil: .ok(name, "not asked again today")
      default: .ok(name, "not asked while offline")
      }
    }
    switch (failure as? ServiceError)?.cause {
    case .dailyLimitExceeded: return .ok(name, "not asked again today")
    case .invalidKey: return .ok(name, "answered")
    default: return .fail(name, failure.message, remedy: .workOffline)
    }
  }

  /// Returns the check of the number of requests today; without a daily limit, it has the name of the service.
  private func requests(_ usage: RequestUsage, _ service: ServiceDescriptor) -> HealthCheck {
    guard let dailyLimit = service.dailyLimit else {
      return .ok("\(service.name) requests", "\(usage.requests) used today (UTC), no daily limit")
    }
    let used = "\(usage.requests) of \(dailyLimit) used today (UTC)"
    guard !usage.isLimitReached else {
      return .warn("requests", used + "; \(service.name) reports that the limit is reached", remedy: .waitForAllowance)
    }
    let remaining = usage.remaining(of: dailyLimit)
    guard remaining > 50 else { return .warn("requests", used + ", \(remaining) left", remedy: .saveRequests) }
    return .ok("requests", used + ", \(remaining) left")
  }

  // MARK: - Files

  private func settingsFile() async -> HealthCheck {
    let problems = await settingsProblems()
    guard problems.isEmpty else { return HealthCheck("settings", .warn, problems, remedy: .editSettings) }
    if let folder = paths.configFolder, !FileStatus.canWrite(in: folder) {
      return .warn("settings", "\(path(folder)) cannot be written, so settings cannot be changed", remedy: .checkFolder)
    }
    return irregularFileWarning("settings", [paths.configFile, paths.sync])
      ?? accessWarning("settings", paths.configFolder, paths.configFile, paths.sync)
      ?? .ok("settings", describe(paths.configFile))
  }

  private func stateFolder() -> HealthCheck {
    guard FileStatus.canWrite(in: paths.stateFolder) else { return unwritable("state", paths.stateFolder) }
    let files = [
      paths.requests, paths.session, paths.history, paths.log, paths.installation, paths.settingsWarnings, paths.pin,
      paths.syncState, paths.syncLock, paths.discover, paths.lastQuery, paths.damage,
    ]
    if let warning = irregularFileWarning("state", files) { return warning }
    let sizes = files.compactMap { file in
      FileStatus(of: file).map { "\(file.lastPathComponent) \(ByteCount.text($0.bytes))" }
    }
    return accessWarning("state", paths.stateFolder) ?? files.compactMap { accessWarning("state", $0) }.first
      ?? .ok("state", ([path(paths.stateFolder)] + sizes).joined(separator: ", "))
  }

  private func disk() -> HealthCheck {
    guard let freeBytes = FileStatus.freeBytes(at: paths.dataFolder) else {
      return .warn("disk", "free space is unknown", remedy: .checkDiskSpace)
    }
    let detail = "\(ByteCount.text(freeBytes)) free"
    if freeBytes < 1 << 20 { return .fail("disk", detail, remedy: .freeDiskSpaceNow) }
    return freeBytes < 100 << 20 ? .warn("disk", detail, remedy: .freeDiskSpace) : .ok("disk", detail)
  }

  /// Returns the failed check for a folder in which no files can be created.
  func unwritable(_ name: String, _ folder: URL) -> HealthCheck {
    .fail(name, "\(path(folder)) cannot be written", remedy: .checkFolder)
  }

  /// Returns a warning if one of the files is a folder, pipe, socket or device; `nil` if none is.
  ///
  /// Symbolic links are ignored: a link to the null device turns the history off.
  private func irregularFileWarning(_ name: String, _ files: [URL]) -> HealthCheck? {
    let file = files.first { file in
      FileStatus(of: file)?.isRegular == false && FileStatus.target(of: path(file)) == path(file)
    }
    return file.map { HealthCheck(name, .warn, [Warning(StoreError.notAFile(path: path($0)))]) }
  }

  /// Returns a warning if other users have access to one of the files; `nil` if they have none.
  ///
  /// Files that do not exist and symbolic links are ignored.
  func accessWarning(_ name: String, _ files: URL?...) -> HealthCheck? {
    for file in files.compactMap(\.self) {
      // The target of a symbolic link may be shared on purpose.
      guard let status = FileStatus(of: file), status.isOpenToOthers, FileStatus.target(of: path(file)) == path(file)
      else { continue }
      return .warn(
        name, "\(path(file)) has mode \(status.modeText): others may read it", remedy: .restrictAccess(path: path(file))
      )
    }
    return nil
  }

  /// Returns the path of a file, its size, which includes that of a write-ahead log, and its mode.
  func describe(_ file: URL) -> String {
    guard let status = FileStatus(of: file) else { return "\(path(file)), not there yet" }
    let writeAheadLog = URL(filePath: path(file) + "-wal")
    let bytes = status.bytes + (FileStatus(of: writeAheadLog)?.bytes ?? 0)
    return "\(path(file)), \(ByteCount.text(bytes)), mode \(status.modeText)"
  }

  func path(_ file: URL) -> String { file.path(percentEncoded: false) }
}

/// The result of one check of `doctor`.
package struct HealthCheck: Sendable, Equatable {
  package enum State: String, Sendable {
    /// The checked part works.
    case ok
    /// The checked part works, but the user should do something.
    case warn
    /// The checked part does not work.
    case fail
  }

  package let name: String
  package let state: State
  /// The findings, in order.
  package let findings: [Warning]
  /// The remedy for the findings; `nil` if there is none.
  package let remedy: Remedy?

  /// The findings on one line, without their remedies.
  package var detail: String {
    let messages = findings.map { finding in
      if case .problem(let message, _, _, _, _) = finding { message } else { "" }
    }
    return messages.joined(separator: "; ")
  }

  package init(_ name: String, _ state: State, _ findings: [Warning], remedy: Remedy? = nil) {
    (self.name, self.state, self.findings, self.remedy) = (name, state, findings, remedy)
  }

  /// Returns a check without a problem; `hint` is an improvement that the user can make.
  package static func ok(_ name: String, _ detail: String, hint: Remedy? = nil) -> Self {
    HealthCheck(name, .ok, [.problem(detail, hint)])
  }

  package static func warn(_ name: String, _ detail: String, remedy: Remedy) -> Self {
    HealthCheck(name, .warn, [.problem(detail)], remedy: remedy)
  }

  package static func fail(_ name: String, _ detail: String, remedy: Remedy?) -> Self {
    HealthCheck(name, .fail, [.problem(detail)], remedy: remedy)
  }
}
