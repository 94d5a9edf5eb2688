import FilmzDomain

/// Writes an archive of the ``ArchiveFormat``.
///
/// The lines are kept in memory until ``finish(write:)``, because the manifest, which is the first file, contains their
/// checksums.
package struct ArchiveWriter {
  private var subjects: [Change.Subject.Kind: SubjectLines] = [:]
  private var journal: [ArchiveFormat.JournalPart: (lines: [UInt8], count: Int)] = [:]

  package init() {}

  /// Adds a subject, which must not have been added before.
  ///
  /// Subjects of several kinds can be added in any order. Those of one kind are sorted at the end, unless they are
  /// added in the order of the bytes of their ids, as `ORDER BY id` of SQLite returns them. The name of the kind must
  /// consist of letters, digits and hyphens.
  package mutating func add(_ subject: ArchivedSubject) {
    subjects[subject.kind, default: SubjectLines()].append(subject)
  }

  /// Adds a line of the journal, which must be JSON without line breaks.
  package mutating func add(line: some Sequence<UInt8>, to part: ArchiveFormat.JournalPart) {
    journal[part, default: ([], 0)].lines.append(contentsOf: line)
    journal[part]?.lines.append(UInt8(ascii: "\n"))
    journal[part]?.count += 1
  }

  /// Writes the archive; `write` is called with one part of the archive after another.
  ///
  /// - Throws: The errors of `write`.
  package consuming func finish(write: @escaping (ArraySlice<UInt8>) throws -> Void) throws {
    var files: [(name: String, content: [UInt8], rows: Int)] = []
    for kind in ArchiveFormat.ordered(subjects.keys) {
      guard let lines = subjects.removeValue(forKey: kind) else { continue }
      files.append((kind.rawValue + ArchiveFormat.suffix, lines.sortedLines, lines.count))
    }
    for part in ArchiveFormat.JournalPart.allCases {
      guard let (lines, count) = journal.removeValue(forKey: part) else { continue }
      files.append((part.fileName, lines, count))
    }
    let manifest = ArchiveManifest(
      format: ArchiveFormat.name, version: ArchiveFormat.version,
      files: files.map { .init(name: $0.name, rows: $0.rows, crc32: $0.content.zipChecksum().checksumText) })
    var writer = ZipWriter(write: write)
    try writer.add(ArchiveFormat.manifestName, manifest.line)
    for file in files { try writer.add(file.name, file.content) }
    try writer.finish()
  }
}

/// The lines of the subjects of one kind.
private struct SubjectLines {
  private(set) var count = 0
  private var bytes: [UInt8] = []
  private var lastID = ""
  private var isSorted = true
  /// The names of the fields of all subjects so far, in the order of their bytes; `json` is the name as JSON with a
  /// colon.
  private var names: [(name: String, json: [UInt8])] = []

  mutating func append(_ subject: ArchivedSubject) {
    if count > 0, subject.id.utf8.lexicographicallyPrecedes(lastID.utf8) { isSorted = false }
    count += 1
    lastID = subject.id
    bytes.append(contentsOf: "{\"id\":".utf8)
    bytes.append(jsonString: subject.id)
    bytes.append(contentsOf: ",\"fields\":{".utf8)
    let start = bytes.count
    if !appendMembers(subject.fields, at: start) {
      addNames(of: subject.fields)
      bytes.removeSubrange(start...)
      _ = appendMembers(subject.fields, at: start)
    }
    bytes.append(contentsOf: "}}\n".utf8)
  }

  /// Appends the fields; returns `false` if `names` lacks the name of one of them.
  private mutating func appendMembers(_ fields: [String: FieldValue], at start: Int) -> Bool {
    var found = 0
    for (name, json) in names {
      guard let value = fields[name] else { continue }
      found += 1
      guard !value.isEmpty else { continue }
      if bytes.count > start { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: json)
      bytes.append(json: value)
    }
    return found == fields.count
  }

  private mutating func addNames(of fields: [String: FieldValue]) {
    let known = Set(names.map(\.name))
    for name in fields.keys where !known.contains(name) {
      var json: [UInt8] = []
      json.append(jsonString: name)
      names.append((name, json + [UInt8(ascii: ":")]))
    }
    names.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// The lines in the order of the ids.
  var sortedLines: [UInt8] {
    guard !isSorted else { return bytes }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { line in
      (id: (try? ArchivedSubject(.entry, line: line))?.id ?? "", line: line)
    }
    let sorted = lines.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    return Array(sorted.map(\.line).joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }
}
