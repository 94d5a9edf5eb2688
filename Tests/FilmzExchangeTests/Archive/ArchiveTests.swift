import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct ArchiveTests {
  @Test func archiveHasTheDocumentedForm() throws {
    var writer = ArchiveWriter()
    writer.add(
      ArchivedSubject(
        .entry, "tt0113277",
        fields: [
          "title": .text("Heat"), "rating": .integer(95), "tags": .list(["heist", "a,b"]),
          "notes": .null, "addedAt": .integer(-1), "x": .list([]),
        ]))
    writer.add(line: Array("{}".utf8), to: .changes)
    let entries = try writer.entries()
    #expect(entries.map(\.name) == ["manifest.json", "entry.jsonl", "journal-changes.jsonl"])
    #expect(
      entries.map(\.text) == [
        """
        {"format":"filmz","version":1,"files":[{"name":"entry.jsonl","rows":1,"crc32":"\
        2f1c6b88"},{"name":"journal-changes.jsonl","rows":1,"crc32":"dda1b006"}]}

        """,
        """
        {"id":"tt0113277","fields":{"addedAt":-1,"rating":95,"tags":["heist","a,b"],"title":"Heat"}}

        """, "{}\n",
      ])
  }

  @Test func stringsAreEscapedOnlyWhereJSONRequiresIt() {
    var bytes: [UInt8] = []
    bytes.append(jsonString: "\"\\/\n\r\t\u{0}\u{1F}\u{7F}é\u{2028}🎬")
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #""\"\\/\n\r\t\u0000\u001f"# + "\u{7F}é\u{2028}🎬\"")
  }

  @Test func orderOfAddingDoesNotMatter() throws {
    let kinds = ["viewing", "entry", "zebra", "comment", "ant", "list"].map(
      Change.Subject.Kind.init)
    let subjects = kinds.flatMap { kind in
      ["b", "é", "a b", "a", "\"", "Z"].map {
        ArchivedSubject(kind, $0, fields: ["n": .integer(1), $0: .text("x")])
      }
    }
    var random = SplitMix(1)
    let first = try subjects.archived()
    #expect(try subjects.shuffled(using: &random).archived() == first)
    let reader = try ArchiveReader(try ZipReader(first))
    #expect(
      reader.files.map(\.name) == [
        "entry.jsonl", "viewing.jsonl", "list.jsonl", "comment.jsonl", "ant.jsonl", "zebra.jsonl",
      ])
    let ids = try reader.subjects().filter { $0.kind.rawValue == "ant" }.map(\.id)
    #expect(ids == ["\"", "Z", "a", "a b", "b", "é"])
  }

  @Test(arguments: Seeds.of(0...3))
  func randomSubjectsAreReadAsTheyWereWritten(seed: UInt64) throws {
    var random = SplitMix(seed)
    let subjects = (0..<300).map { _ in random.subject() }
    let unique = Dictionary(subjects.map { ($0.kind.rawValue + " " + $0.id, $0) }) { $1 }.values
    let archive = try Array(unique).archived()
    let read = try ArchiveReader(try ZipReader(archive)).subjects()
    #expect(Set(read) == Set(unique) && read.count == unique.count)
    #expect(try read.archived() == archive)
  }

  @Test(
    arguments: [
      (#" { "fields" : {"a":1,"b":null,"c":[]}, "id":"x", "more": true } "#, ["a": .integer(1)]),
      (#"{"id":"x","fields":{"a":"\u00e9\/\ud83c\udfac"}}"#, ["a": .text("é/🎬")]),
      (#"{"id":"x","fields":{"a":9223372036854775807}}"#, ["a": .integer(.max)]),
      (#"{"id":"x","fields":{"a":["\u001f"]}}"#, ["a": .list(["\u{1F}"])]),
      (#"{"id":"x","fields":{}}"#, [:]),
    ] as [(String, [String: FieldValue])])
  func anyJSONOfTheSameMeaningIsRead(line: String, fields: [String: FieldValue]) throws {
    let read = try ArchivedSubject(.entry, line: Array(line.utf8)[...])
    #expect(read.id == "x" && read.fields == fields)
  }

  @Test(
    arguments: [
      "", "{}", #"{"id":1,"fields":{}}"#, #"{"id":"x"}"#, #"{"id":"x","fields":7}"#,
      #"{"id":"x","fields":{}} x"#, #"{"id":"x","fields":{"a"#,
      #"{"id":"x","fields":{"a":"\"#, #"{"id":"x","fields":{"a":"\u0"#,
    ])
  func otherLinesAreProblems(line: String) {
    #expect(throws: RowProblem.invalidJSON) {
      try ArchivedSubject(.entry, line: Array(line.utf8)[...])
    }
  }

  /// Each case has a value of another form than those of fields, and its beginning.
  @Test(arguments: [
    ("1.5", "1.5"), ("[1]", "[1]"), ("true", "true"), (#"{"b":2}"#, #"{"b":2}"#),
    ("9223372036854775808", "9.2"),
  ])
  func valueOfAnotherFormCostsOnlyItself(value: String, text: String) throws {
    let line = #"{"id":"x","fields":{"a":\#(value),"b":1}}"#
    let read = try ArchivedSubject(.entry, line: Array(line.utf8)[...])
    #expect(read.fields == ["b": .integer(1)])
    #expect(read.invalidValues.keys.sorted() == ["a"])
    #expect(read.invalidValues["a"]?.hasPrefix(text) == true)
    let lines = "\(line)\n"
    let reader = try ArchiveReader(try ZipReader(Self.archive(lines, rows: 1)))
    #expect(try reader.subjects().first?.invalidValues.count == 1)
  }

  @Test func problemOfALineCostsOnlyThisLine() throws {
    let lines = "{\"id\":\"a\",\"fields\":{}}\nx\n{\"id\":\"b\",\"fields\":{}}\n"
    let reader = try ArchiveReader(try ZipReader(Self.archive(lines, rows: 3)))
    var subjects = try #require(reader.files.first).subjects
    var found: [String] = []
    while let (line, subject) = try subjects.next() {
      found.append("\(line) \((try? subject.get())?.id ?? "-")")
    }
    #expect(found == ["1 a", "2 -", "3 b"])
  }

  @Test func lineThatIsTooLongIsAProblem() throws {
    let text = String(repeating: "x", count: 1000)
    let lines = "{\"id\":\"\(text)\",\"fields\":{}}\n{\"id\":\"b\",\"fields\":{}}\n"
    let reader = try ArchiveReader(try ZipReader(Self.archive(lines, rows: 2)))
    var subjects = try #require(reader.files.first).subjects(maximumLineSize: 1000)
    #expect(throws: RowProblem.unreadableJSON(.tooLong)) { try subjects.next()?.subject.get() }
    #expect(try subjects.next()?.subject.get().id == "b")
    #expect(try subjects.next() == nil)
  }

  /// Each case has the manifest, in which `CRC` is the correct checksum, and the problem.
  @Test(
    arguments: [
      (#"{"format":"filmz","version":2,"files":"?"}"#, .newerVersion(2)),
      (#"{"format":"filmz","version":0,"files":[]}"#, .invalidManifest),
      (#"{"format":"filmz","version":1}"#, .invalidManifest),
      (#"{"format":"other","version":1,"files":[]}"#, .invalidManifest),
      ("x", .invalidManifest),
      (manifest(rows: 2), .damagedFile("entry.jsonl")),
      (manifest(rows: -1), .damagedFile("entry.jsonl")),
      (manifest(crc32: "00000000"), .damagedFile("entry.jsonl")),
      (manifest(name: "viewing.jsonl"), .missingFile("viewing.jsonl")),
      (
        #"{"format":"filmz","version":1,"files":[\#(file()),\#(file())]}"#, .invalidManifest
      ),
    ] as [(String, ArchiveReader.Problem)])
  func wrongManifestIsRefused(manifest: String, problem: ArchiveReader.Problem) throws {
    let checksum = Array(Self.line.utf8).zipChecksum().checksumText
    let archive = ZipFixture([
      .stored("manifest.json", Array(manifest.replacing("CRC", with: checksum).utf8)),
      .stored("entry.jsonl", Array(Self.line.utf8)),
    ]).archive
    let zip = try ZipReader(archive)
    #expect(throws: problem) { try ArchiveReader(zip) }
    #expect(try ArchiveReader.recognizes(zip) == manifest.contains("filmz"))
  }

  @Test func otherFilesOfTheArchiveAreIgnored() throws {
    let line = Array(Self.line.utf8)
    let archive = ZipFixture([
      .deflated("__MACOSX/._entry.jsonl", [1, 2]), .deflated("entry.jsonl", line),
      .stored(
        "manifest.json",
        Array(Self.manifest(crc32: line.zipChecksum().checksumText).utf8)),
    ]).archive
    let reader = try ArchiveReader(try ZipReader(archive))
    #expect(try reader.subjects() == [ArchivedSubject(.entry, "a")])
    #expect(reader.files.map(\.rows) == [1])
  }

  private static let line = "{\"id\":\"a\",\"fields\":{}}\n"

  private static func file(
    name: String = "entry.jsonl", rows: Int = 1, crc32: String = "CRC"
  ) -> String {
    #"{"name":"\#(name)","rows":\#(rows),"crc32":"\#(crc32)"}"#
  }

  private static func manifest(
    name: String = "entry.jsonl", rows: Int = 1, crc32: String = "CRC"
  ) -> String {
    #"{"format":"filmz","version":1,"files":[\#(file(name: name, rows: rows, crc32: crc32))]}"#
  }

  private static func archive(_ lines: String, rows: Int) -> [UInt8] {
    let lines = Array(lines.utf8)
    let manifest = manifest(rows: rows, crc32: lines.zipChecksum().checksumText)
    return ZipFixture([
      .stored("manifest.json", Array(manifest.utf8)), .stored("entry.jsonl", lines),
    ]).archive
  }
}

extension ZipReader.Entry {
  fileprivate var text: String { (try? String(decoding: content, as: UTF8.self)) ?? "" }
}

extension ArchiveWriter {
  fileprivate consuming func entries() throws -> [ZipReader.Entry] {
    let bytes = ByteSink()
    try finish { bytes.bytes += $0 }
    return try ZipReader(bytes.bytes).entries
  }
}
