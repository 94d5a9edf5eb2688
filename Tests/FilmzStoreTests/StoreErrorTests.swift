import FilmzDomain
import FilmzFiles
import GRDB
import Testing

@testable import FilmzStore

struct StoreErrorTests {
  @Test(arguments: [
    (ResultCode.SQLITE_NOTADB, StoreError.notACollection(path: "/x")),
    (.SQLITE_CORRUPT, .notACollection(path: "/x")), (.SQLITE_BUSY, .busy(path: "/x")),
    (.SQLITE_LOCKED, .busy(path: "/x")), (.SQLITE_FULL, .diskFull(path: "/x")),
    (
      .SQLITE_CANTOPEN,
      .cannotRead(path: "/x", reason: "it cannot be opened; check its permissions")
    ),
    (.SQLITE_READONLY, .cannotWrite(path: "/x", reason: "it is read-only")),
    (.SQLITE_IOERR_READ, .cannotRead(path: "/x", reason: "disk I/O error")),
    (.SQLITE_IOERR_SHORT_READ, .cannotRead(path: "/x", reason: "disk I/O error")),
    (.SQLITE_IOERR_WRITE, .cannotWrite(path: "/x", reason: "disk I/O error")),
    (.SQLITE_IOERR_FSYNC, .cannotWrite(path: "/x", reason: "disk I/O error")),
    (.SQLITE_IOERR_SHMSIZE, .diskFull(path: "/x")),
  ])
  func databaseErrorsAreMappedToStoreErrors(code: ResultCode, expected: StoreError) {
    let error = DatabaseError(
      resultCode: code, message: "near \"x\": syntax error", sql: "SELECT secret")
    #expect(StoreError(error, path: "/x") == expected)
    #expect(expected.message.contains("/x"))
    #expect(expected.exitCategory == .inputOutput)
  }

  @Test(arguments: [
    (
      FileError.cannotWrite(path: "/x", reason: "Permission denied"),
      StoreError.cannotWrite(path: "/x", reason: "Permission denied")
    ),
    (.cannotRead(path: "/x", reason: "a"), .cannotRead(path: "/x", reason: "a")),
    (.diskFull(path: "/x"), .diskFull(path: "/x")), (.locked(path: "/x"), .busy(path: "/x")),
    (.notAFile(path: "/x"), .notAFile(path: "/x")),
  ])
  func fileErrorsAreMappedToStoreErrors(error: FileError, expected: StoreError) {
    func fail() throws(FileError) { throw error }
    #expect(throws: expected) { try mapFileErrors(fail()) }
  }

  @Test func unexpectedErrorsDoNotShowSQL() {
    let error = DatabaseError(
      resultCode: .SQLITE_ERROR, message: "no such table: entry", sql: "SELECT secret")
    let storeError = StoreError(error, path: "/x")
    #expect(storeError.message.hasPrefix("Failed to save: "))
    #expect(!storeError.message.contains("SELECT") && !storeError.message.contains("table"))
  }

  @Test(arguments: [
    (StoreError.alreadyInCollection(title: "Heat"), "Heat is already in your collection"),
    (.notInCollection(title: "Heat"), "Heat is not in your collection"),
    (.nothingToRemove("rating", title: "Heat (1995)"), "Heat (1995) has no rating"),
  ])
  func messagesNameFilmsByTitle(error: StoreError, message: String) {
    #expect(error.message == message)
    #expect(error.exitCategory == .failed)
  }
}
