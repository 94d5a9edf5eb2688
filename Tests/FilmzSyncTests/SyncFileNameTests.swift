import FilmzSync
import Testing

struct SyncFileNameTests {
  private static let installation = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"

  @Test(arguments: [1, 9, 10, 4_294_967_296, 9_999_999_999])
  func fileNamesAreReadBack(number: Int) throws {
    let file = try #require(SyncFileName(installation: Self.installation, number: number))
    #expect(file.fileName.utf8.count == 36 + 1 + 10 + 10)
    #expect(SyncFileName(fileName: file.fileName) == file)
  }

  @Test func fileNamesHaveAFixedForm() throws {
    let file = try #require(SyncFileName(installation: Self.installation, number: 12))
    #expect(file.fileName == Self.installation + "-0000000012.filmzsync")
  }

  @Test(arguments: [0, -1, .min, 10_000_000_000, .max])
  func otherNumbersAreRefused(number: Int) {
    #expect(SyncFileName(installation: Self.installation, number: number) == nil)
  }

  @Test(arguments: ["", "x", "../../../../../../../../etc/passwd0000", installation.lowercased()])
  func otherInstallationsAreRefused(installation: String) {
    #expect(SyncFileName(installation: installation, number: 1) == nil)
    #expect(SyncFileName(fileName: installation + "-0000000001.filmzsync") == nil)
  }

  @Test(arguments: [
    "", ".", "..", "-0000000001.filmzsync", installation, installation + "-.filmzsync",
    installation + "-0000000000.filmzsync", installation + "-000000001.filmzsync",
    installation + "-00000000001.filmzsync", installation + "-+000000001.filmzsync",
    installation + "-0000000001.FILMZSYNC", installation + "-0000000001.filmzsync~",
    installation + "-0000000001.filmzsync\n", installation + "-0000000001.filmzsync.tmp",
    "." + installation + "-0000000001.filmzsync", " " + installation + "-0000000001.filmzsync",
    installation + "_0000000001.filmzsync", installation + "-00000٠0001.filmzsync",
    installation + "-0000000001 (conflicted copy 2026-01-01).filmzsync",
    installation + "-0000000001.sync-conflict-20260101-120000-ABCDEFG.filmzsync",
  ])
  func otherFileNamesAreRefused(fileName: String) {
    #expect(SyncFileName(fileName: fileName) == nil)
  }

  @Test func filesAreOrderedByInstallationAndNumber() throws {
    let other = "7F9619FF-8B86-D011-B42D-00CF4FC964FF"
    let files = try [(Self.installation, 2), (Self.installation, 10), (other, 1)].map {
      try #require(SyncFileName(installation: $0.0, number: $0.1))
    }
    #expect(files.reversed().sorted() == files)
  }
}
