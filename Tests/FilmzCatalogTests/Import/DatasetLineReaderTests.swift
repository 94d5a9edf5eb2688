import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// The decompression of gzip data with several members, in parts of any size.
@Suite struct GzipStreamTests {
  private static let text = Array(String(repeating: "tt0000001\tmovie\tÜp\n", count: 40).utf8)

  private func unpack(
    _ compressed: [UInt8], input: Int = 1000, output: Int = 1000
  ) throws -> (bytes: [UInt8], isInsideMember: Bool) {
    let stream = GzipStream()
    var bytes: [UInt8] = []
    var position = 0
    while true {
      let count = bytes.count
      let used = try compressed[position...].prefix(input).withUnsafeBufferPointer {
        try stream.unpack($0, appendingTo: &bytes, atMost: output)
      }
      #expect(bytes.count <= count + output)
      position += used
      if used == 0, bytes.count == count { return (bytes, stream.isInsideMember) }
    }
  }

  @Test("Members are decompressed in parts of any size", arguments: 1...40)
  func membersAreDecompressed(size: Int) throws {
    let compressed = Gzip.compress(Self.text) + Gzip.compress([]) + Gzip.compress(Array("end".utf8))
    for (input, output) in [(size, 1000), (1000, size), (size, size), (size, 1)] {
      let (bytes, isInsideMember) = try unpack(compressed, input: input, output: output)
      #expect(bytes == Self.text + Array("end".utf8))
      #expect(!isInsideMember)
    }
  }

  @Test(
    "Zeros after the last member are skipped, and other data is rejected",
    arguments: [1, 2, 511, 3000])
  func paddingIsSkipped(count: Int) throws {
    let compressed = Gzip.compress(Self.text) + [UInt8](repeating: 0, count: count)
    #expect(try unpack(compressed, input: 7).bytes == Self.text)
    #expect(throws: GzipStream.FormatError.trailingData) { try unpack(compressed + [1], input: 7) }
    #expect(throws: GzipStream.FormatError.trailingData) {
      try unpack(compressed + Gzip.compress(Self.text), input: 7)
    }
  }

  @Test(
    "Invalid members are rejected",
    arguments: [
      ([0x41], .trailingData), ([0x1F, 0x41], .damaged), ([0x1F, 0x8B, 7], .damaged),
    ] as [([UInt8], GzipStream.FormatError)])
  func invalidMembersAreRejected(garbage: [UInt8], error: GzipStream.FormatError) {
    for size in [1, 1000] {
      #expect(throws: error) {
        try unpack(Gzip.compress(Self.text) + garbage + garbage, input: size)
      }
    }
  }

  @Test("The end of truncated data is inside a member")
  func truncationIsDetected() throws {
    let compressed = Gzip.compress(Self.text)
    for count in 1..<compressed.count {
      #expect(try unpack(Array(compressed.prefix(count))).isInsideMember, "\(count)")
    }
  }
}

/// The reading of lines from plain and compressed files.
@Suite struct DatasetLineReaderTests {
  private func lines(_ file: DatasetFile) async throws -> (bytes: [UInt8], chunks: [LineChunk]) {
    let source = try DatasetLineReader(file)
    var chunks: [LineChunk] = []
    while let chunk = try await source.next() { chunks.append(chunk) }
    return (chunks.flatMap(\.bytes), chunks)
  }

  /// Returns the problem of a bad file and the line number; returns `nil` for a good file.
  private func problem(_ file: DatasetFile) async -> (problem: String, line: Int?)? {
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
    "Lines may cross the chunks in which a file is read",
    arguments: ["plain", "packed", "members"], [true, false])
  func linesCrossChunks(form: String, endsWithLineBreak: Bool) async throws {
    var random = SplitMix(3)
    var text: [UInt8] = []
    var members: [UInt8] = []
    while text.count < 1_700_000 {
      let size = random.chance(oneIn: 40) ? 300_000 : 3000
      var line = [UInt8](
        repeating: .random(in: 48...122, using: &random),
        count: .random(in: 0...size, using: &random))
      line.append(0x0A)
      if !endsWithLineBreak, text.count + line.count >= 1_700_000 { line.removeLast() }
      if form == "members" { members += Gzip.compress(line) }
      text += line
    }
    let compressed = form == "plain" ? text : form == "packed" ? Gzip.compress(text) : members
    let expected = text
    try await ScratchFolder.with { folder in
      let (bytes, chunks) = try await lines(try folder.dataset(compressed))
      #expect(bytes == expected)
      #expect(chunks.count > 2)
      #expect(chunks.dropLast().allSatisfy { $0.bytes.last == 0x0A })
      var line = 1
      for chunk in chunks {
        #expect(chunk.firstLine == line)
        let lineCount = chunk.bytes.count { $0 == 0x0A } + (chunk.bytes.last == 0x0A ? 0 : 1)
        #expect(chunk.lineCount == lineCount)
        line += lineCount
      }
      #expect(chunks.last?.position == compressed.count)
      #expect(chunks.map(\.position) == chunks.map(\.position).sorted())
    }
  }

  @Test("An empty file has no lines, but an empty or uncompressed .gz file is rejected")
  func emptyFiles() async throws {
    try await ScratchFolder.with { folder in
      #expect(try await lines(try folder.dataset([])).chunks.isEmpty)
      let empty = await problem(try folder.dataset([], suffix: ".tsv.gz"))
      #expect(empty?.problem == "it is empty")
      let plain = await problem(try folder.dataset(Array("a\n".utf8), suffix: ".tsv.gz"))
      #expect(plain?.problem == "it is not a gzip file")
    }
  }

  @Test("A truncated compressed file is rejected with the line number")
  func truncatedFilesAreRejected() async throws {
    var random = SplitMix(9)
    let text = (0..<40).map { _ in "\(random.next())\t\(random.next())\n" }.joined()
    let compressed = Gzip.compress(Array(text.utf8))
    try await ScratchFolder.with { folder in
      for count in 2..<compressed.count {
        let file = try folder.dataset(Array(compressed.prefix(count)), suffix: ".tsv.gz")
        let rejection = try #require(await problem(file), "\(count)")
        #expect(rejection.problem == "the file is truncated; download it again")
        #expect((1...41).contains(rejection.line ?? 0))
        if count < 10 { #expect(rejection.line == 1) }
        if count == compressed.count - 1 { #expect(rejection.line == 41) }
      }
      let completeFile = try folder.dataset(compressed, suffix: ".tsv.gz")
      #expect(try await lines(completeFile).bytes == Array(text.utf8))
    }
  }

  @Test("A compressed file with a wrong byte is rejected, or gives the original data")
  func wrongBytesAreDetected() async throws {
    var random = SplitMix(10)
    let text = Array((0..<20).map { _ in "\(random.next())\n" }.joined().utf8)
    let compressed = Gzip.compress(text)
    try await ScratchFolder.with { folder in
      var rejectedCount = 0
      for index in compressed.indices {
        var damaged = compressed
        damaged[index] ^= UInt8(1 << (index % 8))
        let file = try folder.dataset(damaged, suffix: ".tsv.gz")
        if let rejection = await problem(file) {
          rejectedCount += 1
          #expect(
            rejection.problem.hasSuffix("download it again")
              || rejection.problem == "it is not a gzip file")
        } else {
          #expect(try await lines(file).bytes == text, "\(index)")
        }
      }
      // The time, the system, and the compression level in the header may have any value.
      #expect(rejectedCount >= compressed.count - 10)
    }
  }

  @Test("Data after the compressed data is rejected with its line number")
  func trailingDataIsRejected() async throws {
    try await ScratchFolder.with { folder in
      let compressed = Gzip.compress(Array("a\nb\n".utf8)) + Array("more".utf8)
      let rejection = await problem(try folder.dataset(compressed, suffix: ".tsv.gz"))
      #expect(rejection?.problem == "other data follows the compressed data; download it again")
      #expect(rejection?.line == 3)
    }
  }

  @Test("A line that is too long is rejected")
  func endlessLinesAreRejected() async throws {
    try await ScratchFolder.with { folder in
      let compressed = Gzip.compress([UInt8](repeating: 0x61, count: 20_000_000))
      let rejection = await problem(try folder.dataset(compressed, suffix: ".tsv.gz"))
      #expect(rejection?.problem == "the line is too long; download the file again")
      #expect(rejection?.line == 1)
    }
  }
}
