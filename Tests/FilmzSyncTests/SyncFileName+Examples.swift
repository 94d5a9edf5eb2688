import FilmzSync
import FilmzTestSupport
import Foundation

extension SyncFileName {
  static let first = file("6F9619FF-8B86-D011-B42D-00CF4FC964FF", 1)
  static let second = file("6F9619FF-8B86-D011-B42D-00CF4FC964FF", 2)
  /// A file of another installation.
  static let other = file("7F9619FF-8B86-D011-B42D-00CF4FC964FF", 1)

  private static func file(_ installation: String, _ number: Int) -> SyncFileName {
    guard let file = SyncFileName(installation: installation, number: number) else {
      preconditionFailure("not a UUID")
    }
    return file
  }
}

extension ScratchFolder {
  func url(of file: SyncFileName) -> URL { url(of: file.fileName) }
}
