import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Packed data of any number of members, in any portions.
@Suite struct GzipStreamTests {
  private static let text = Array(String(repeating: "tt0000001\tmovie\tÜp\n", count: 40).utf8)

  private func unpack(
    _ packed: [UInt8], input: Int = 1000, output: Int = 1000
  ) throws -> (bytes: [UInt8], isInside: Bool) {
    let stream = GzipStream()
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: output)
    var position = 0
    while true {
      let part = Array(packed[position..<min(position + input, packed.count)])
      let (used, filled) = try part.withUnsafeBytes { input in
        try buffer.withUnsafeMutableBytes { output in try stream.unpack(input, into: output) }
      }
      position += used
      bytes += buffer[..<filled]
      if used == 0, filled == 0 { return (bytes, stream.isInside) }
    }
  }

  @Test("Members are unpacked in portions of any size", arguments: 1...40)
  func portionsDoNotMatter(size: Int) throws {
    let packed = Gzip.pack(Self.text) + Gzip.pack([]) + Gzip.pack(Array("end".utf8))
    for (input, output) in [(size, 1000), (1000, size), (size, size), (size, 1)] {
      let (bytes, isInside) = try unpack(packed, input: input, output: output)
      #expect(bytes == Self.text + Array("end".utf8))
      #expect(!isInside)
    }
  }

  @Test("Zeros may follow the last member", arguments: [1, 2, 511, 3000])
  func paddingIsSkipped(count: Int) throws {
    let packed = Gzip.pack(Self.text) + [UInt8](repeating: 0, count: count)
    #expect(try unpack(packed, input: 7).bytes == Self.text)
    #expect(throws: GzipStream.Fault.trailing) { try unpack(packed + [1], input: 7) }
    #expect(throws: GzipStream.Fault.trailing) {
      try unpack(packed + Gzip.pack(Self.text), input: 7)
    }
  }

  @Test(
    "What is no member is refused",
    arguments: [
      ([0x41], .trailing), ([0x1F, 0x41], .damaged), ([0x1F, 0x8B, 7], .damaged),
    ] as [([UInt8], GzipStream.Fault)])
  func garbageIsRefused(garbage: [UInt8], fault: GzipStream.Fault) {
    for size in [1, 1000] {
      #expect(throws: fault) {
        try unpack(Gzip.pack(Self.text) + garbage + garbage, input: size)
      }
    }
  }

  @Test("What is cut anywhere is still inside")
  func cutsAreSeen() throws {
    let packed = Gzip.pack(Self.text)
    for count in 1..<packed.count {
      #expect(try unpack(Array(packed.prefix(count))).isInside, "\(count)")
    }
  }
}

/// Whole lines of files.
@Suite struct DatasetLineReaderTests {
  private func lines(_ file: DatasetFile) async throws -> (bytes: [UInt8], chunks: [LineChunk]) {
    let source = try DatasetLineReader(file)
    var chunks: [LineChunk] = []
    while let chunk = try await source.next() { chunks.append(chunk) }
    return (chunks.flatMap(\.bytes), chunks)
  }

  /// The problem and the line of a bad file.
  private func fault(_ file: DatasetFile) async -> (problem: String, line: Int?)? {
    do {
      _ = try await lines(file)
      return nil
    } catch CatalogError.badFile(_, let line, let problem) {
      return (problem, line)
    } catch {
      return ("\(error)", nil)
    }
  }

  @Test(
    "Lines cross the portions in which a file is read",
    arguments: ["plain", "packed", "members"], [true, false])
  func linesCrossPortions(form: String, endsWithOne: Bool) async throws {
    var random = SplitMix(3)
    var text: [UInt8] = []
    var members: [UInt8] = []
    while text.count < 1_700_000 {
      let size = random.isOne(of: 40) ? 300_000 : 3000
      var line = [UInt8](
        repeating: .random(in: 48...122, using: &random),
        count: .random(in: 0...size, using: &random))
      line.append(0x0A)
      if !endsWithOne, text.count + line.count >= 1_700_000 { line.removeLast() }
      if form == "members" { members += Gzip.pack(line) }
      text += line
    }
    let packed = form == "plain" ? text : form == "packed" ? Gzip.pack(text) : members
    let expected = text
    try await ScratchFolder.with { folder in
      let (bytes, chunks) = try await lines(try folder.dataset(packed))
      #expect(bytes == expected)
      #expect(chunks.count > 2)
      #expect(chunks.dropLast().allSatisfy { $0.bytes.last == 0x0A })
      var line = 1
      for chunk in chunks {
        #expect(chunk.firstLine == line)
        let ends = chunk.bytes.count { $0 == 0x0A } + (chunk.bytes.last == 0x0A ? 0 : 1)
        #expect(chunk.lineCount == ends)
        line += ends
      }
      #expect(chunks.last?.position == packed.count)
      #expect(chunks.map(\.position) == chunks.map(\.position).sorted())
    }
  }

  @Test("A file of no bytes has no lines; one that is called .gz is refused")
  func emptyFiles() async throws {
    try await ScratchFolder.with { folder in
      #expect(try await lines(try folder.dataset([])).chunks.isEmpty)
      let empty = await fault(try folder.dataset([], suffix: ".tsv.gz"))
      #expect(empty?.problem == "it is empty")
      let plain = await fault(try folder.dataset(Array("a\n".utf8), suffix: ".tsv.gz"))
      #expect(plain?.problem == "it is no gzip file")
    }
  }

  @Test("A packed file that is cut anywhere is refused, with the line")
  func cutFilesAreRefused() async throws {
    var random = SplitMix(9)
    let text = (0..<40).map { _ in "\(random.next())\t\(random.next())\n" }.joined()
    let packed = Gzip.pack(Array(text.utf8))
    try await ScratchFolder.with { folder in
      for count in 2..<packed.count {
        let file = try folder.dataset(Array(packed.prefix(count)), suffix: ".tsv.gz")
        let found = try #require(await fault(file), "\(count)")
        #expect(found.problem == "the file ends in the middle; get it again")
        #expect((1...41).contains(found.line ?? 0))
        if count < 10 { #expect(found.line == 1) }
        if count == packed.count - 1 { #expect(found.line == 41) }
      }
      let whole = try folder.dataset(packed, suffix: ".tsv.gz")
      #expect(try await lines(whole).bytes == Array(text.utf8))
    }
  }

  @Test("A packed file with a wrong byte is refused, or gives what was packed")
  func flippedBytesAreSeen() async throws {
    var random = SplitMix(10)
    let text = Array((0..<20).map { _ in "\(random.next())\n" }.joined().utf8)
    let packed = Gzip.pack(text)
    try await ScratchFolder.with { folder in
      var refused = 0
      for index in packed.indices {
        var damaged = packed
        damaged[index] ^= UInt8(1 << (index % 8))
        let file = try folder.dataset(damaged, suffix: ".tsv.gz")
        if let found = await fault(file) {
          refused += 1
          #expect(found.problem.hasSuffix("get it again") || found.problem == "it is no gzip file")
        } else {
          #expect(try await lines(file).bytes == text, "\(index)")
        }
      }
      // In the head the time, the system and the effort may be anything.
      #expect(refused >= packed.count - 10)
    }
  }

  @Test("What follows the packed data is refused, with the line behind it")
  func trailingBytesAreRefused() async throws {
    try await ScratchFolder.with { folder in
      let packed = Gzip.pack(Array("a\nb\n".utf8)) + Array("more".utf8)
      let found = await fault(try folder.dataset(packed, suffix: ".tsv.gz"))
      #expect(found?.problem == "something else follows the packed data; get it again")
      #expect(found?.line == 3)
    }
  }

  @Test("A line that does not end is refused")
  func endlessLinesAreRefused() async throws {
    try await ScratchFolder.with { folder in
      let packed = Gzip.pack([UInt8](repeating: 0x61, count: 20_000_000))
      let found = await fault(try folder.dataset(packed, suffix: ".tsv.gz"))
      #expect(found?.problem == "the line does not end")
      #expect(found?.line == 1)
    }
  }
}
