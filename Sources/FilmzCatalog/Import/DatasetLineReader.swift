import FilmzDomain
import FilmzFiles
import Glibc

/// Complete lines of a file.
struct LineChunk: Sendable {
  /// The lines with their line ends; the last line of a file may have none.
  let bytes: [UInt8]
  /// The number of the first line, counting from 1.
  let firstLine: Int
  let lineCount: Int
  /// The number of bytes of the file that were consumed for this chunk and the preceding ones, counted
  /// before decompression.
  let position: Int
}

/// Reads and decompresses a dataset file in chunks of complete lines.
actor DatasetLineReader {
  /// The number of bytes to read from the file per call.
  private static let inputSize = 1 << 17
  /// The approximate number of decompressed bytes in a chunk.
  private static let outputSize = 1 << 19
  /// The approximate maximum length of a line, in bytes; lines of the datasets are much shorter.
  private static let maximumLineLength = 1 << 24

  private let file: DatasetFile
  private let descriptor: CInt
  private let gzip: GzipStream?
  private var input: [UInt8] = []
  /// The number of bytes of `input` that have been consumed.
  private var consumed = 0
  /// The number of bytes read from the file so far.
  private var position = 0
  private var isAtEnd = false
  /// The beginning of a line whose end has not been read yet.
  private var partialLine: [UInt8] = []
  /// The number of the next line to be returned, counted from 1.
  private var line = 1

  /// Opens a file.
  ///
  /// The file is decompressed if it begins with the signature of gzip, whatever its name is.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be opened, or its name ends with `.gz` although it
  ///   is not a gzip file.
  init(_ file: DatasetFile) throws(CatalogError) {
    self.file = file
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(name: file.name, reason: .systemError) }
    var magic: [UInt8] = [0, 0]
    let count = pread(descriptor, &magic, 2, 0)
    let isGzip = count == 2 && magic == [0x1F, 0x8B]
    if !isGzip, file.name.hasSuffix(".gz") {
      close(descriptor)
      throw .badFile(name: file.name, line: nil, problem: count == 0 ? "it is empty" : "it is not a gzip file")
    }
    gzip = isGzip ? GzipStream() : nil
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit { close(descriptor) }

  /// Returns the next lines, or `nil` at the end of the file.
  ///
  /// - Throws: ``CatalogError`` if the file cannot be read, is truncated or damaged, or has a line
  ///   that is too long.
  func next() throws(CatalogError) -> LineChunk? {
    while true {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(partialLine.count + Self.outputSize)
      bytes += partialLine
      partialLine = []
      let previousCount = bytes.count
      try fill(&bytes)
      guard bytes.count > previousCount else { return bytes.isEmpty ? nil : chunk(bytes) }
      guard let end = bytes.lastIndex(of: 0x0A) else {
        guard bytes.count < Self.maximumLineLength else {
          throw .badFile(name: file.name, line: line, problem: "the line is too long; download the file again")
        }
        partialLine = bytes
        continue
      }
      partialLine = Array(bytes[(end + 1)...])
      bytes.removeSubrange((end + 1)...)
      return chunk(bytes)
    }
  }

  /// Returns a chunk of complete lines, and advances the number of the next line.
  private func chunk(_ bytes: [UInt8]) -> LineChunk {
    var count = bytes[...].lineEndCount
    if bytes.last != 0x0A { count += 1 }
    defer { line += count }
    return LineChunk(bytes: bytes, firstLine: line, lineCount: count, position: position - input.count + consumed)
  }

  /// Appends about ``outputSize`` decompressed bytes; at the end of the file, appends fewer or none.
  private func fill(_ bytes: inout [UInt8]) throws(CatalogError) {
    let start = bytes.count
    while bytes.count < start + Self.outputSize {
      let hasInput = consumed < input.count ? true : try readInput()
      guard hasInput || gzip?.isInsideMember == true else { return }
      guard let gzip else {
        bytes += input[consumed...]
        consumed = input.count
        continue
      }
      let previousCount = bytes.count
      try unpack(gzip, &bytes, start + Self.outputSize)
      if !hasInput, bytes.count == previousCount {
        throw badFile("the file is truncated; download it again", after: bytes[...])
      }
    }
  }

  /// Returns an error for the line in which `bytes` end; they have to begin with the line whose number is ``line``.
  private func badFile(_ problem: String, after bytes: ArraySlice<UInt8>) -> CatalogError {
    .badFile(name: file.name, line: line + bytes.lineEndCount, problem: problem)
  }

  /// Appends decompressed bytes until `bytes` contains `limit` bytes, the input is consumed, or a member
  /// of the gzip stream ends.
  private func unpack(_ gzip: GzipStream, _ bytes: inout [UInt8], _ limit: Int) throws(CatalogError) {
    do throws(GzipStream.FormatError) {
      let maximum = limit - bytes.count
      consumed += try input[consumed...].withUnsafeBufferPointer { input throws(GzipStream.FormatError) in
        try gzip.unpack(input, appendingTo: &bytes, atMost: maximum)
      }
    } catch {
      throw badFile(
        error == .trailingData
          ? "other data follows the compressed data; download it again"
          : "the compressed data is damaged; download it again", after: bytes[...])
    }
  }

  /// Reads the next bytes of the file into `input`; returns `false` at the end of the file.
  private func readInput() throws(CatalogError) -> Bool {
    guard !isAtEnd else { return false }
    if input.count != Self.inputSize { input = [UInt8](repeating: 0, count: Self.inputSize) }
    var count = read(descriptor, &input, Self.inputSize)
    while count < 0, errno == EINTR { count = read(descriptor, &input, Self.inputSize) }
    guard count >= 0 else { throw .cannotRead(name: file.name, reason: .systemError) }
    consumed = 0
    position += count
    if count < input.count { input.removeSubrange(count...) }
    isAtEnd = count == 0
    return count > 0
  }
}

extension ArraySlice<UInt8> {
  /// The number of line feeds; eight bytes are compared at once.
  fileprivate var lineEndCount: Int {
    let bytes = span.bytes
    let wordCount = bytes.byteCount / 8
    var total = 0
    // Each byte of `counts` counts the line feeds at its position in up to 255 words.
    for firstWord in stride(from: 0, to: wordCount, by: 255) {
      var counts: UInt64 = 0
      for word in firstWord..<Swift.min(firstWord + 255, wordCount) {
        let value = bytes.unsafeLoadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
        let difference = value ^ 0x0A0A_0A0A_0A0A_0A0A
        // The highest bit of each byte is set unless the byte is a line feed.
        let isOther = (difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | difference
        counts &+= ~isOther >> 7 & 0x0101_0101_0101_0101
      }
      for shift in stride(from: 0, to: 64, by: 8) { total += Int(counts >> UInt64(shift) & 0xFF) }
    }
    return total + suffix(count - wordCount * 8).count { $0 == 0x0A }
  }
}

/// Reads the lines of a file in chunks; the next chunks are read while the caller processes the current
/// one.
struct LinePrefetcher: Sendable {
  /// The number of chunks that are read ahead, so that reading continues while the caller waits for something else.
  private static let chunksAhead = 3

  private let reader: DatasetLineReader
  /// The next chunks; each task waits for the preceding one.
  private var nextChunks: [Task<LineChunk?, any Error>] = []

  init(_ file: DatasetFile) throws {
    reader = try DatasetLineReader(file)
    for _ in 0..<Self.chunksAhead { prefetch() }
  }

  /// Returns the next lines, or `nil` at the end of the file.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  mutating func next() async throws -> LineChunk? {
    try Task.checkCancellation()
    let chunk = try await nextChunks.removeFirst().value
    prefetch()
    return chunk
  }

  private mutating func prefetch() {
    nextChunks.append(
      Task { [reader, precedingChunk = nextChunks.last] in
        if let precedingChunk, try await precedingChunk.value == nil { return nil }
        return try await reader.next()
      })
  }
}
