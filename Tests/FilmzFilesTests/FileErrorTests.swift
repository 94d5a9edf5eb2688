import Glibc
import Testing

@testable import FilmzFiles

struct FileErrorTests {
  @Test(arguments: [
    (EACCES, FileError.cannotWrite(path: "/x", reason: "Permission denied"), "Permission denied"),
    (ENOSPC, .diskFull(path: "/x"), "No space left on device"),
    (EDQUOT, .diskFull(path: "/x"), "No space left on device"),
    (ELOOP, .notAFile(path: "/x"), "it is not a file"),
  ])
  func errnoIsMappedToFileError(code: CInt, expected: FileError, reason: String) {
    let error = FileError(path: "/x", code: code)
    #expect(error == expected)
    #expect(error.path == "/x")
    #expect(error.reason == reason)
  }
}
