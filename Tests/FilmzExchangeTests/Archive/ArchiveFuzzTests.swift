import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct ArchiveFuzzTests {
  @Test(arguments: Seeds.of(0...3))
  func damagedArchiveIsRefusedOrReadInFull(seed: UInt64) throws {
    var random = SplitMix(seed)
    let subjects = (0..<20).map { ArchivedSubject(.entry, "\($0)", fields: ["t": .text("x")]) }
    let archive = try subjects.archived()
    let expected = try ArchiveReader(try ZipReader(archive)).subjects()
    var refused = 0
    for _ in 0..<500 {
      var damaged = archive
      for _ in 0..<Int.random(in: 1...3, using: &random) { random.mutate(&damaged) }
      do {
        let read = try ArchiveReader(try ZipReader(damaged)).subjects()
        // A manifest without files, or with fewer ones, has another checksum as a ZIP entry.
        if read != expected { Issue.record("other subjects") }
      } catch {
        refused += 1
        if !(error is ZipReader.Problem), !(error is ArchiveReader.Problem) { Issue.record(error) }
      }
    }
    #expect((1..<500).contains(refused))
  }

  @Test(arguments: Seeds.of(0...3))
  func fastParserAgreesWithTheDecoder(seed: UInt64) {
    var random = SplitMix(seed)
    var accepted = 0
    for _ in 0..<2000 {
      var line = Array(#"{"id":"tt1","fields":{"a":-10,"b":["x","\u001f\n"],"c":"é\"\\"}}"#.utf8)
      random.mutate(&line)
      guard let fast = ArchivedSubject.canonical(.entry, line[...]) else { continue }
      accepted += 1
      let decoded = try? ArchivedSubject.decoded(.entry, line[...])
      if fast != decoded { Issue.record("\(String(decoding: line, as: UTF8.self))") }
    }
    #expect((100..<1900).contains(accepted), "Mutations must leave some lines valid, not all.")
  }
}
