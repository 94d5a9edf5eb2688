import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import Foundation

// Checks the databases: catalog, collection, backups, and film cache.
extension DoctorViewModel {
  /// The age of an imported catalog in days above which an update is recommended.
  private static let maximumCatalogAge = 90

  /// Checks that the imported catalog can be opened and is not old.
  ///
  /// - Throws: `CancellationError`.
  func catalog() async throws -> HealthCheck {
    let name = "catalog"
    do {
      if let problem = await services.sources.importedCatalogWarning() { return broken(problem) }
      guard let info = try await catalogInfo() else {
        return .ok(name, await services.sources.catalogSummary(), hint: .fetchCatalog)
      }
      let age = Freshness.age(of: info.importedAt, at: now())
      let detail = "\(info.titles.counted("title")), imported \(age), \(ByteCount.text(info.bytes))"
      let isOld = now().timeIntervalSince(info.importedAt) > Double(Self.maximumCatalogAge) * 86_400
      return isOld ? .warn(name, detail, remedy: .renewCatalog) : .ok(name, detail)
    } catch let failure as any UserFacingError {
      return broken(Warning(failure))
    }
  }

  /// Returns the failed check for a problem that makes the imported catalog unusable.
  private func broken(_ problem: Warning) -> HealthCheck {
    HealthCheck("catalog", .fail, [problem], remedy: .replaceCatalog)
  }

  /// Checks that the collection can be read and written, is undamaged, and cannot be accessed by other users.
  func collection() async throws -> HealthCheck {
    let name = "collection"
    do {
      let store = try await database.openForReading().collection
      let count = try await store.counts().total
      if let damage = try await store.damage() { return damaged(damage) }
      let references = try await store.brokenReferences()
      guard references == 0 else { return .fail(name, references.counted("broken reference"), remedy: .rebuild) }
      guard FileStatus.canWrite(in: paths.dataFolder) else { return unwritable(name, paths.dataFolder) }
      let films = count.counted("film") + ", "
      let named = try await store.namedFilms().count
      return accessWarning(name, paths.dataFolder, paths.collection)
        ?? .ok(name, films + describe(paths.collection), hint: named > 0 ? .identifyFilms(named) : nil)
    } catch StoreError.lostCollection(let file, let newest) {
      return .fail(name, "\(file) is missing or empty, but there are backups", remedy: restoreRemedy(newest))
    } catch let failure as any UserFacingError {
      let isDamaged =
        switch failure {
        case StoreError.damagedCollection, StoreError.notACollection: true
        default: false
        }
      return .fail(name, failure.message, remedy: (isDamaged ? newest.map(restoreRemedy) : nil) ?? failure.remedy)
    }
  }

  /// Checks that backups can be made and read, and cannot be accessed by other users.
  func backups() -> HealthCheck {
    let name = "backups"
    do {
      let backups = try database.backups.list()
      let files = [paths.backups] + backups.map { database.backups.file(of: $0.name) }
      if let warning = files.lazy.compactMap({ accessWarning(name, $0) }).first { return warning }
      guard FileStatus.canWrite(in: paths.backups) else { return unwritable(name, paths.backups) }
      guard let newest = backups.first else {
        return .ok(name, "none yet; one is made before the first change of a day")
      }
      guard newest.films != nil else { return unreadable(newest) }
      let sizes = ByteCount.text(backups.map(\.bytes).reduce(0, +))
      return .ok(name, "\(backups.count) in \(path(paths.backups)), \(sizes); newest: \(describe(newest))")
    } catch {
      return HealthCheck(name, .fail, [Warning(error)], remedy: .checkFolder)
    }
  }

  /// Checks that the film cache can be read and written, is undamaged, and cannot be accessed by other users.
  ///
  /// Problems are only warnings, because filmz works without the cache.
  func filmCache() async -> HealthCheck {
    let name = "film cache"
    guard FileStatus.canWrite(in: paths.cacheFolder) else {
      return .warn(
        name, "\(path(paths.cacheFolder)) cannot be written; results are stored only until filmz ends",
        remedy: .checkFolder)
    }
    if let warning = database.cacheFileWarning() { return HealthCheck(name, .warn, [warning]) }
    // If the database cannot be opened, the check of the collection reports why.
    guard let cache = try? await database.openForReading().cache else {
      return accessWarning(name, paths.cacheFolder, paths.filmCache)
        ?? .ok(name, "not checked, because the collection cannot be opened")
    }
    do {
      if let damage = try await cache.damage() {
        return .warn(name, "\(path(paths.filmCache)) is damaged: \(damage)", remedy: .deleteCache)
      }
      let films = try await database.openForReading().cache.list().count.counted("film") + ", "
      return accessWarning(name, paths.cacheFolder, paths.filmCache) ?? .ok(name, films + describe(paths.filmCache))
    } catch {
      let failure = error as? any UserFacingError ?? StoreError.saveFailed(reason: "something unexpected")
      return HealthCheck(name, .warn, [Warning(failure)], remedy: .deleteCache)
    }
  }

  // MARK: - Problems

  private var newest: Backup? { database.backups.newest }

  private func damaged(_ damage: String) -> HealthCheck {
    .fail(
      "collection", "\(path(paths.collection)) is damaged: \(damage)",
      remedy: newest.map(restoreRemedy) ?? .copyCollection)
  }

  private func unreadable(_ backup: Backup) -> HealthCheck {
    .warn("backups", "the newest backup, \(backup.name), cannot be read", remedy: .makeBackup)
  }

  private func restoreRemedy(_ backup: Backup) -> Remedy { .restoreNewest(backup, days: ageInDays(of: backup)) }

  private func ageInDays(of backup: Backup) -> Int { Int(max(0, now().timeIntervalSince(backup.time)) / 86_400) }

  /// Returns the name, number of films, and age of a backup: `2026-11-21, 12 films, 3 days old`.
  private func describe(_ backup: Backup) -> String {
    let days = ageInDays(of: backup)
    let age = days == 0 ? "less than a day" : days.counted("day")
    let films = backup.films.map { $0.counted("film") + ", " } ?? ""
    return "\(backup.name), \(films)\(age) old"
  }
}
