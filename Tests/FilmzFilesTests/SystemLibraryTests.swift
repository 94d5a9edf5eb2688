import FilmzFiles
import Testing

struct SystemLibraryTests {
  @Test(arguments: SystemLibrary.allCases)
  func installedLibraryIsLoadedEachTime(library: SystemLibrary) throws {
    try library.require()
    try library.require()
  }

  @Test(arguments: SystemLibrary.allCases)
  func messageNamesThePackageOnOneLine(library: SystemLibrary) {
    for error in [
      SystemLibraryError(library), SystemLibraryError(library, missingFunction: "init"),
    ] {
      #expect(error.message.contains(library.fileName))
      #expect(error.message.contains("Debian's package \(library.debianPackage)"))
      #expect(!error.message.contains { $0.isNewline })
      #expect(error.message.contains("it has no init") == (error.missingFunction != nil))
    }
  }
}
