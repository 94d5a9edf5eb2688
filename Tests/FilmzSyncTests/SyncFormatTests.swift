import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzSync

/// Files that a Python program has written with `json`, `zlib` and `cryptography`, as ``SyncFileHeader`` describes.
struct SyncFormatTests {
  /// The files in base64: one without changes, and one with three.
  private static let files = [
    """
    RklMTVpTWU4CAC6ls+6g3dkQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgMEBQYHCAkKCwy8AAAAAAAAAMZgmmGDH5JI
    vdSnGR7314ABERc4rcR8slHbzSeVqiRCtoDCyTX9EE49ZGsFz3W77UntUPDZxzAgthx7ytdzDReyjIm/OkFg0TfLkpmV5mCzP/tK4EHd
    Kazdn2aRoh/7FIWDmXVVDYQj6ofCyUlQzJrq4m9sipsVutDhUF1E5RYD9yUF56BJOaxWW64642g7QWbZAkB6bf3XHG/AiWEmHJFbebyv
    Ka6ss8P/L5IhUzMqWr8h6F7Adk0FGPJu
    """,
    """
    RklMTVpTWU4CAC6ls+6g3dkQPkUNgew8BoOxuIpHYhBjHEha8vVv20i20YwW93TIqeYCAwQFBgcICQoLDA07AgAAAAAAAMV8JpRUZ8xF
    zdT7XFSg7T2lr+I9g2YgH+XOZmnzeCT/YOzMWeiprw7VHBvnKAxdQAQzORg/S5lYxudyyTao4DcDgxnI/h6UxUgq/PZ4tysx0s0qp0b+
    qq5RLJYxe6R0s1w4H/q0YC7mt4BJH2G6NYFGCCXTtfRr/oX8l1SajwVrqNqx9/E4XTELal7RhBy2tDcjYMX+oCnk2KnzaC2nKNiuOu+u
    JO3khZC762BVe1SZ+FUJj0FFa3ARKqdDvyp0YTjp/RR+foz7xy6H8WKUJFzjaXuSMfm0V1EaD9/nUjKZi7fCDtxO+b8+nOO8LPIV9h6y
    7BS5nXrQJuBiyP76DtGSQ3CVEUo0lj3g4PGxo79H1k3d4/pYeArZi57VyOwVTz3agenK98h09KeKQyJkI2AjjsT0w2TNyYmBmmkcJXJn
    nmE2ecvXVjX51gad6on3tAb4ZZ9yZa3QTR46d3k+Xi5J+xaLiYxuxbSSy3CXuHUB/J7j4dykDI9PGGzdsoap9Stt87nVNoAX+VcBWAUp
    QpdUkJ1P0DMJTpNT1QGfO0+558Cey+i8Z4C06JjSwgkgwU5v+1ehJdNik26LkO4CQ1ndyDe8j7G0aPMkHdkuEjJRP+xtYgUIOpA6UHpU
    sbv1CQ6hFrc91b0VJbxD8I2EiyoayGQD5Kvrf3C9WMNmi4mm+c1UaFQ1zs19T3AGH1s427S5X7jkDeSHJ9VfIn8Ps5zWKLq419dpSDAB
    mkvXaJb6GgropoWoox8C0HQ=
    """,
  ]

  private static func write(_ text: String, number: Int, in scratch: ScratchFolder) throws
    -> SyncFileName
  {
    let data = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    let file = try #require(
      SyncFileName(installation: EarlierSyncFile.installation, number: number))
    try scratch.write(data, to: file.fileName)
    return file
  }

  @Test func describedFilesAreRead() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(
        path: scratch.path, key: try #require(SyncKey(text: EarlierSyncFile.key)))
      var contents: [SyncFileContent] = []
      for (index, text) in Self.files.enumerated() {
        contents.append(
          try folder.read(try Self.write(text, number: index + 1, in: scratch)))
      }
      #expect(contents.map(\.predecessor) == [nil, contents[0].checksum])
      #expect(
        contents[1].checksum.text
          == "38f490cc6ab1deb225685e456788ee2d5d56ab12208011c84cb0773799d7f07b")
      #expect(contents.map(\.segment.isStart) == [true, false])
      #expect(contents[0].segment.changes.isEmpty && contents[0].segment.received.isEmpty)
      let segment = contents[1].segment
      #expect(segment.name == "golden")
      #expect(segment.writtenAt == Date(timeIntervalSince1970: 1_767_225_660))
      #expect(segment.received == ["6F9619FF-8B86-D011-B42D-00CF4FC964FF": 7])
      #expect(segment.steps.map(\.command) == ["rate matrix 9 --note \"Zürich\t👍\"", nil])
      #expect(segment.changes.map(\.step) == [0, 0, 1].map { segment.steps[$0].id })
      #expect(segment.changes.map(\.kind) == ["insert", "insert", "updateOfTheFuture"])
      #expect(segment.changes.map(\.film) == [nil, "tt0133093", nil])
      #expect(segment.changes.map(\.clock.rawValue).last == 1_767_225_660_000 << 16)
      #expect(segment.changes[0].fields.hasSuffix(#""note":{"old":null,"new":"Zürich\t👍"}}"#))
    }
  }

  /// Their key is known nevertheless.
  @Test func filesOfTheEarlierVersionAreNamedAndStay() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(
        path: scratch.path, key: try #require(SyncKey(text: EarlierSyncFile.key)))
      let file = try Self.write(EarlierSyncFile.base64, number: 1, in: scratch)
      let bytes = try Data(contentsOf: scratch.url(of: file))
      #expect(throws: SyncFileProblem.olderVersion) { try folder.read(file) }
      #expect(throws: SyncFileProblem.wrongKey) {
        try SyncFolder(path: scratch.path, key: SyncKey()).read(file)
      }
      #expect(try await folder.keyState() == .matches)
      #expect(try Data(contentsOf: scratch.url(of: file)) == bytes)
    }
  }
}
