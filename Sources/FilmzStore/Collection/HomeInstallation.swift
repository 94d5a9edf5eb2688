import FilmzFiles
import Foundation
import GRDB

/// The id under which a home changes its collection.
///
/// It belongs to the home, not to the collection: a collection file that was copied or restored holds
/// the id of its journal, but is another file.
struct HomeInstallation: Codable, Sendable {
  let id: String
  /// The collection file that the id was made for.
  let inode: UInt64
  let birthTime: Int64

  /// Makes sure that the newest installation of a collection is the one of this home, under an id that
  /// no other file has.
  ///
  /// To be called under a lock of the collection's folder. A state folder that cannot be written leaves
  /// the collection's own id.
  static func claim(_ queue: DatabaseQueue, path: String, file url: URL) throws {
    guard let identity = FileIdentity(path: path) else { return }
    let birthTime = BirthTime.nanoseconds(path)
    let file = JSONFile<HomeInstallation>(url: url)
    try queue.writeWithoutTransaction { db in
      let sql = "SELECT id FROM main.installation ORDER BY number DESC LIMIT 1"
      let newest = try String.fetchOne(db, sql: sql)
      if let home = file.load(), home.id == newest, home.inode == identity.inode,
        home.birthTime == birthTime
      {
        return
      }
      let home = HomeInstallation(
        id: UUID().uuidString, inode: identity.inode, birthTime: birthTime)
      let isKept = (try? file.save(home)) != nil
      guard isKept || newest == nil else { return }
      try db.execute(sql: "INSERT INTO main.installation (id) VALUES (?)", arguments: [home.id])
    }
  }
}

extension CollectionStore {
  /// The installation that writes this file now; a file that no home opened gets an id of its own.
  static func presentInstallation(_ db: Database) throws -> String {
    let sql = "SELECT id FROM main.installation ORDER BY number DESC LIMIT 1"
    if let id = try String.fetchOne(db.cachedStatement(sql: sql)) { return id }
    let id = UUID().uuidString
    try db.execute(sql: "INSERT INTO main.installation (id) VALUES (?)", arguments: [id])
    return id
  }
}
