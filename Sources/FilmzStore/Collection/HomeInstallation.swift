import FilmzFiles
import Foundation
import GRDB

/// The installation id under which a home folder records changes of its collection.
///
/// It is also stored in the home's state folder, because a copied or restored collection contains the id of the
/// original and must get another id.
struct HomeInstallation: Codable, Sendable {
  let id: String
  /// The inode of the collection file for which the id was created.
  let inode: UInt64
  /// The creation time of the collection file in nanoseconds since 1970, or 0 if it is unknown.
  let birthTime: Int64

  /// Creates a new installation id and adds it to the collection, unless the newest id in the collection
  /// was created by this home for this file.
  ///
  /// The caller must hold the lock on the collection's folder. If the state folder cannot be written, an id
  /// is only created for a collection without ids.
  static func record(in queue: DatabaseQueue, path: String, file url: URL) throws {
    guard let identity = FileIdentity(path: path) else { return }
    let birthTime = FileStatus.birthTime(path)
    let file = JSONFile<HomeInstallation>(url: url)
    try queue.writeWithoutTransaction { db in
      let newest = try CollectionStore.newestInstallation(db)
      if let home = file.load(), home.id == newest, home.inode == identity.inode, home.birthTime == birthTime { return }
      let home = HomeInstallation(id: UUID().uuidString, inode: identity.inode, birthTime: birthTime)
      let isSaved = (try? file.save(home)) != nil
      guard isSaved || newest == nil else { return }
      try CollectionStore.addInstallation(id: home.id, db)
    }
  }
}

extension CollectionStore {
  /// Returns the installation id for new changes; a collection without one gets a new id.
  static func currentInstallation(_ db: Database) throws -> String { try newestInstallation(db) ?? addInstallation(db) }

  /// Returns the installation id for new changes; `nil` if the collection has none yet.
  static func newestInstallation(_ db: Database) throws -> String? {
    try db.text("SELECT id FROM main.installation ORDER BY number DESC LIMIT 1")
  }

  /// Gives the collection file a new installation id; steps with the previous ids are still own steps.
  @discardableResult
  static func addInstallation(id: String = UUID().uuidString, _ db: Database) throws -> String {
    try db.run("INSERT INTO main.installation (id) VALUES (?)", [id])
    return id
  }
}
