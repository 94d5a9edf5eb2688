import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct ZipFuzzTests {
  private static let contents: [[UInt8]] = [
    [], Array("Date,Name\n2020-01-01,Heat\n".utf8),
    (0..<6_000).flatMap { Array("\($0),Heat\n".utf8) },
  ]

  private static let archives: [[UInt8]] = {
    let deflated = contents.enumerated().map { ZipFixture.Entry.deflated("d\($0)", $1) }
    let stored = contents[..<2].enumerated().map { ZipFixture.Entry.stored("s\($0)", $1) }
    var zip64 = ZipFixture(stored + deflated)
    zip64.useZip64()
    zip64.prefix = [1, 2, 3]
    return [ZipFixture(stored).archive, ZipFixture(deflated + stored).archive, zip64.archive]
  }()

  @Test(arguments: Seeds.of(0...7))
  func mutatedArchiveIsReadOrRefused(seed: UInt64) {
    var random = SplitMix(seed)
    var readCount = 0
    for _ in 0..<500 {
      var archive = random.element(of: Self.archives)
      for _ in 0..<Int.random(in: 1...4, using: &random) { random.mutate(&archive) }
      do {
        readCount += try read(archive)
      } catch { #expect(error is ZipReader.Problem) }
    }
    #expect(readCount > 50, "Mutations must leave some entries readable.")
  }

  /// Returns the number of entries that could be read.
  private func read(_ archive: [UInt8]) throws -> Int {
    var count = 0
    var total = 0
    for entry in try ZipReader(archive, maximumSize: 1_000_000).entries {
      let next = entry.chunks()
      var content: [UInt8] = []
      do {
        while let chunk = try next() {
          if !(1...65_536).contains(chunk.count) { Issue.record("a chunk of \(chunk.count) bytes") }
          content += chunk
        }
        // The checksum lets no other content pass.
        if !Self.contents.contains(content) { Issue.record("other content") }
        count += 1
      } catch { if !(error is ZipReader.Problem) { Issue.record(error) } }
      if content.count > entry.size { Issue.record("more than the size of the entry") }
      total += content.count
    }
    if total > 1_000_000 { Issue.record("more than the limit") }
    return count
  }
}

extension SplitMix {
  /// Changes bytes, mostly near the end, where the directory is.
  mutating func mutate(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let reach = chance(oneIn: 2) ? bytes.count : min(bytes.count, 300)
    let position = bytes.count - 1 - Int.random(in: 0..<reach, using: &self)
    let end = min(bytes.count, position + Int.random(in: 1...8, using: &self))
    switch Int.random(in: 0..<6, using: &self) {
    case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &self)
    case 1: bytes[position] = UInt8.random(in: 0...255, using: &self)
    case 2: bytes.replaceSubrange(position..<end, with: repeatElement(0xFF, count: end - position))
    case 3: bytes.replaceSubrange(position..<end, with: repeatElement(0, count: end - position))
    case 4: bytes.removeSubrange(position..<end)
    default: bytes.insert(contentsOf: Array(bytes[position..<end]), at: position)
    }
  }
}
