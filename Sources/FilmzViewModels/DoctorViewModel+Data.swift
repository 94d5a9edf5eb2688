import FilmzCatalog
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import Foundation

/// The databases: catalog, collection, backups and film cache.
extension DoctorViewModel {
  /// Days after which an imported catalog lacks what came out meanwhile.
  private static let oldDays = 90

  /// What was imported, how old it is and whether it can be used.
  ///
  /// - Throws: `CancellationError`.
  func catalog() async throws -> HealthCheck {
    let name = "catalog"
    do {
      if let trouble = await services.sources.catalogTrouble() { return broken(trouble) }
      guard let info = try await catalogInfo() else {
        return .ok(
          name,
          await services.sources.catalogSummary() + "; `catalog update` brings all titles of IMDb")
      }
      let age = Freshness.age(of: info.importedAt, at: now())
      let detail =
        "\(info.titles.counted("title")), imported \(age), \(ByteCount.text(info.bytes))"
      return now().timeIntervalSince(info.importedAt) > Double(Self.oldDays) * 86_400
        ? .warn(name, detail, remedy: "`catalog update` brings what came out since")
        : .ok(name, detail)
    } catch let failure as any UserFacingError {
      return broken(Warning(failure))
    }
  }

  private func broken(_ trouble: Warning) -> HealthCheck {
    .found(
      [trouble], by: "catalog",
      remedy: "`catalog update` makes a new one; the starter catalog answers meanwhile")
  }

  /// How many films the collection holds, and whether it can be read and written.
  func collection() async throws -> HealthCheck {
    let name = "collection"
    do {
      let store = try await database.openForReading().collection
      let count = try await store.counts().total
      if let damage = try await store.damage() { return damaged(damage) }
      guard FileStatus.canWrite(in: paths.dataFolder) else {
        return unwritable(name, paths.dataFolder)
      }
      let films = count.counted("film") + ", "
      return privacy(name, paths.dataFolder, paths.collection)
        ?? .ok(name, films + describe(paths.collection))
    } catch StoreError.lostCollection {
      return missing() ?? .ok(name, describe(paths.collection))
    } catch let failure as any UserFacingError {
      return .found(
        [Warning(failure)], by: name,
        remedy: newest.map { "nothing was changed; the newest backup: \(age(of: $0))" }
          ?? "nothing was changed; see the message")
    }
  }

  /// How many backups there are, how old the newest is, and whether others may read them.
  func backups() -> HealthCheck {
    let name = "backups"
    do {
      let backups = try database.backups.list()
      let files = [paths.backups] + backups.map { database.backups.file(of: $0.name) }
      if let open = files.lazy.compactMap({ privacy(name, $0) }).first { return open }
      guard FileStatus.canWrite(in: paths.backups) else { return unwritable(name, paths.backups) }
      guard let newest = backups.first else {
        return .ok(name, "none yet; one is made before the first change of a day")
      }
      guard newest.films != nil else { return unreadable(newest) }
      let sizes = ByteCount.text(backups.map(\.bytes).reduce(0, +))
      return .ok(
        name, "\(backups.count) in \(path(paths.backups)), \(sizes); the newest: \(age(of: newest))"
      )
    } catch {
      return .found([Warning(error)], by: name, remedy: "give yourself rights to it")
    }
  }

  func filmCache() async -> HealthCheck {
    let name = "film cache"
    guard FileStatus.canWrite(in: paths.cacheFolder) else {
      return .warn(
        name, "\(path(paths.cacheFolder)) cannot be written",
        remedy: "answers are kept until filmz ends only; give yourself rights to the folder")
    }
    // If there is none, the check of the collection says why.
    guard let cache = try? await database.openForReading().cache else {
      return privacy(name, paths.cacheFolder, paths.filmCache)
        ?? .ok(name, describe(paths.filmCache))
    }
    do {
      if let damage = try await cache.damage() {
        return .warn(
          name, "\(path(paths.filmCache)) is damaged: \(damage)",
          remedy: "remove the file; nothing of yours is in it")
      }
      let films = try await services.cache.list().count.counted("film") + ", "
      return privacy(name, paths.cacheFolder, paths.filmCache)
        ?? .ok(name, films + describe(paths.filmCache))
    } catch {
      let failure =
        error as? any UserFacingError ?? StoreError.saveFailed(reason: "something unexpected")
      return .found(
        [Warning(failure)], .warn, by: name, remedy: "remove the file; nothing of yours is in it")
    }
  }

  // MARK: - Troubles

  private var newest: Backup? { database.backups.newest }

  private func damaged(_ damage: String) -> HealthCheck {
    .fail(
      "collection", "\(path(paths.collection)) is damaged: \(damage)",
      remedy: newest.map { "`backup restore \($0.name)`, the newest backup: \(age(of: $0))" }
        ?? "copy the file away now, and restore it from a backup of yours")
  }

  /// A collection that is not there although there are backups of it.
  private func missing() -> HealthCheck? {
    guard (FileStatus(of: paths.collection)?.bytes ?? 0) == 0, let newest else { return nil }
    return .fail(
      "collection", "\(describe(paths.collection)), but there are backups",
      remedy: "`backup restore \(newest.name)`, the newest backup: \(age(of: newest))")
  }

  private func unreadable(_ backup: Backup) -> HealthCheck {
    .warn(
      "backups", "the newest, \(backup.name), cannot be read",
      remedy: "`backup now` makes another")
  }

  /// `2026-11-21, 12 films, 3 days old`.
  private func age(of backup: Backup) -> String {
    let days = Int(max(0, now().timeIntervalSince(backup.time)) / 86_400)
    let age = days == 0 ? "less than a day" : days.counted("day")
    let films = backup.films.map { $0.counted("film") + ", " } ?? ""
    return "\(backup.name), \(films)\(age) old"
  }
}
