import FilmzDomain
import FilmzExchange
import FilmzTestSupport

/// Collects bytes.
final class ByteSink {
  var bytes: [UInt8] = []
}

extension [ArchivedSubject] {
  /// Returns an archive of the subjects.
  func archived() throws -> [UInt8] {
    let sink = ByteSink()
    var writer = ArchiveWriter()
    for subject in self { writer.add(subject) }
    try writer.finish { sink.bytes += $0 }
    return sink.bytes
  }
}

extension ArchiveReader {
  /// Returns all subjects.
  func subjects() throws -> [ArchivedSubject] {
    try files.flatMap { file in
      var reader = file.subjects
      var subjects: [ArchivedSubject] = []
      while let (_, subject) = try reader.next() { subjects.append(try subject.get()) }
      return subjects
    }
  }
}

extension SplitMix {
  /// Returns a subject with any texts and numbers.
  mutating func subject() -> ArchivedSubject {
    let kind = element(of: [Change.Subject.Kind.entry, .viewing, .list, .init(rawValue: "new")])
    var fields: [String: FieldValue] = [:]
    for _ in 0..<Int.random(in: 0...6, using: &self) { fields[escapedText()] = fieldValue() }
    return ArchivedSubject(kind, escapedText(), fields: fields)
  }

  private mutating func fieldValue() -> FieldValue {
    switch Int.random(in: 0..<4, using: &self) {
    case 0: .integer(Int64.random(in: .min ... .max, using: &self))
    case 1: .text(escapedText())
    case 2: .list((0..<Int.random(in: 0...3, using: &self)).map { _ in escapedText() })
    default: .null
    }
  }

  /// Returns up to eight characters, among them some that files must escape.
  mutating func escapedText() -> String {
    let characters = Array("ab ,;\"\\\n\r\t\u{0}\u{1F}\u{7F}é🎬{}[]:'=\u{2028}")
    return String((0..<Int.random(in: 0...8, using: &self)).map { _ in element(of: characters) })
  }
}
