import FilmzDomain

/// The format of the archives that hold all data of a user: `filmz`, version 1.
///
/// An archive is a ZIP archive of JSON lines in UTF-8. Equal data gives equal bytes: entries are stored, in a fixed
/// order, dated 1980-01-01, and every line has one form only.
///
/// ## Files
///
/// | Name | Content |
/// | --- | --- |
/// | `manifest.json` | The manifest, which is the first file. |
/// | `entry.jsonl`, `viewing.jsonl`, `skip.jsonl`, … | The subjects of one kind. |
/// | `journal-steps.jsonl`, `journal-changes.jsonl` | The journal, if the archive includes it. |
///
/// Files of subjects are named for the ``FilmzDomain/Change/Subject/Kind``. They are in the order of
/// ``FilmzDomain/SubjectRegistry/standard``, in which parents precede their children; other kinds follow in the order of
/// their names. Files without lines are left out. Other files, which the manifest does not name, are ignored.
///
/// ## Manifest
///
/// ```json
/// {"format":"filmz","version":1,"files":[{"name":"entry.jsonl","rows":2,"crc32":"49a0ba6a"}]}
/// ```
///
/// The manifest names all other files in their order, with the number of their lines and the CRC-32 of their bytes
/// (ISO 3309), in eight hexadecimal digits in lower case. The checksum detects damage; it does not protect against
/// forgery. The version is raised when a reader of the previous version would misunderstand the data; new kinds and new
/// fields do not raise it.
///
/// ## Subjects
///
/// ```json
/// {"id":"tt0113277","fields":{"addedAt":1700000000000000,"rating":95,"tags":["heist"],"title":"Heat"}}
/// ```
///
/// Each line, also the last one, ends with a line feed. Lines are in the order of the bytes of their ids, the members of
/// `fields` in that of the bytes of their names. Values are integers, strings, and arrays of strings; fields that are null
/// or empty arrays are left out. There is no white space outside of strings. In strings, `"` and `\` have a backslash in
/// front; control characters below U+0020 are `\n`, `\r`, `\t`, or `\u00XX` in lower case; all others are themselves.
///
/// In `imported`, an entry or viewing has what imports have brought of it. Ratings and notes have their days there, as in
/// `rating 2024-05-01`, also those that the user has set: where the archive is imported, they are as old as here.
///
/// A reader accepts any JSON with the same meaning. It leaves out values, and lines, that no command could have written.
package enum ArchiveFormat {
  static let name = "filmz"
  static let version = 1
  static let manifestName = "manifest.json"
  static let suffix = ".jsonl"

  /// A file of the journal; the raw value is its name without the suffix.
  package enum JournalPart: String, Sendable, CaseIterable {
    case steps = "journal-steps"
    case changes = "journal-changes"

    var fileName: String { rawValue + suffix }
  }

  /// Returns kinds in the order of their files.
  static func ordered(_ kinds: some Sequence<Change.Subject.Kind>) -> [Change.Subject.Kind] {
    let standard = SubjectRegistry.standard.all.map(\.kind)
    let kinds = Set(kinds)
    let others = kinds.subtracting(standard).map(\.rawValue)
    return standard.filter(kinds.contains)
      + others.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .init(rawValue: $0) }
  }
}

/// The first file of an archive.
struct ArchiveManifest: Codable, Equatable {
  struct File: Codable, Equatable {
    let name: String
    /// The number of lines.
    let rows: Int
    /// The checksum in eight hexadecimal digits.
    let crc32: String
  }

  let format: String
  let version: Int
  let files: [File]

  /// The line of the manifest.
  var line: [UInt8] {
    var line = Array("{\"format\":".utf8)
    line.append(jsonString: format)
    line += Array(",\"version\":\(version),\"files\":[".utf8)
    for (index, file) in files.enumerated() {
      line += Array((index == 0 ? "{\"name\":" : ",{\"name\":").utf8)
      line.append(jsonString: file.name)
      line += Array(",\"rows\":\(file.rows),\"crc32\":\"\(file.crc32)\"}".utf8)
    }
    return line + Array("]}\n".utf8)
  }
}

extension UInt32 {
  /// The number in eight hexadecimal digits, in lower case.
  var checksumText: String { zeroPadded(toLength: 8, radix: 16) }
}
