import Glibc
import Testing

@testable import FilmzFiles

struct FileErrorTests {
  @Test(arguments: [
    (EACCES, FileError.cannotCreate(path: "/x", reason: "Permission denied"), "Permission denied"),
    (ENOSPC, .diskFull(path: "/x"), "No space left on device"),
  ])
  func anErrorNumberBecomesAnError(code: CInt, expected: FileError, reason: String) {
    let error = FileError(path: "/x", code: code)
    #expect(error == expected)
    #expect(error.path == "/x")
    #expect(error.reason == reason)
  }
}
