import FilmzDomain
import FilmzFiles
import Glibc

/// Whole lines of a file.
struct LineChunk: Sendable {
  /// Lines with their ends; the last one of a file may have none.
  let bytes: [UInt8]
  /// The number of the first line, from 1.
  let firstLine: Int
  let lineCount: Int
  /// Bytes of the file, as it lies on the disk, up to here.
  let position: Int
}

/// Reads a file of the datasets in portions of whole lines, unpacked.
actor DatasetLineReader {
  private static let inputSize = 1 << 17
  private static let outputSize = 1 << 19
  /// No line of the datasets is nearly as long.
  private static let longestLine = 1 << 24

  private let file: DatasetFile
  private let descriptor: CInt
  private let gzip: GzipStream?
  private var input: [UInt8] = []
  private var used = 0
  private var position = 0
  private var isAtEnd = false
  private var rest: [UInt8] = []
  private var line = 1

  /// Opens a file; what begins like gzip is unpacked, whatever its name is.
  ///
  /// - Throws: ``CatalogError`` where it cannot be read, or is called `.gz` and is not.
  init(_ file: DatasetFile) throws(CatalogError) {
    self.file = file
    descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(name: file.name, reason: .systemError) }
    var magic: [UInt8] = [0, 0]
    let count = pread(descriptor, &magic, 2, 0)
    let isGzip = count == 2 && magic == [0x1F, 0x8B]
    if !isGzip, file.name.hasSuffix(".gz") {
      close(descriptor)
      throw .badFile(
        name: file.name, line: nil, problem: count == 0 ? "it is empty" : "it is no gzip file")
    }
    gzip = isGzip ? GzipStream() : nil
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
  }

  deinit { close(descriptor) }

  /// The next lines, or nothing at the end.
  ///
  /// - Throws: ``CatalogError`` with the line where the file is cut or damaged.
  func next() throws(CatalogError) -> LineChunk? {
    while true {
      var bytes = rest
      rest = []
      let kept = bytes.count
      try fill(&bytes)
      guard bytes.count > kept else {
        return bytes.isEmpty ? nil : chunk(bytes)
      }
      guard let end = bytes.lastIndex(of: 0x0A) else {
        guard bytes.count < Self.longestLine else {
          throw .badFile(name: file.name, line: line, problem: "the line does not end")
        }
        rest = bytes
        continue
      }
      rest = Array(bytes[(end + 1)...])
      bytes.removeSubrange((end + 1)...)
      return chunk(bytes)
    }
  }

  private func chunk(_ bytes: [UInt8]) -> LineChunk {
    var count = 0
    for byte in bytes where byte == 0x0A { count += 1 }
    if bytes.last != 0x0A { count += 1 }
    defer { line += count }
    return LineChunk(
      bytes: bytes, firstLine: line, lineCount: count, position: position - input.count + used)
  }

  /// Appends unpacked bytes; none at the end of the file.
  private func fill(_ bytes: inout [UInt8]) throws(CatalogError) {
    let start = bytes.count
    while bytes.count < start + Self.outputSize {
      let hasInput = used < input.count ? true : try readInput()
      guard hasInput || gzip?.isInside == true else { return }
      guard let gzip else {
        bytes += input[used...]
        used = input.count
        continue
      }
      let filled = bytes.count
      try unpack(gzip, &bytes, start + Self.outputSize)
      if !hasInput, bytes.count == filled {
        throw fault("the file ends in the middle; get it again", behind: bytes[...])
      }
    }
  }

  private func fault(_ problem: String, behind bytes: ArraySlice<UInt8>) -> CatalogError {
    let lines = bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    return .badFile(name: file.name, line: line + lines, problem: problem)
  }

  private func unpack(
    _ gzip: GzipStream, _ bytes: inout [UInt8], _ limit: Int
  ) throws(CatalogError) {
    let start = bytes.count
    bytes += [UInt8](repeating: 0, count: limit - start)
    let done = input.withUnsafeBytes { input in
      bytes.withUnsafeMutableBytes { output in
        Result { () throws(GzipStream.Fault) in
          try gzip.unpack(
            UnsafeRawBufferPointer(rebasing: input[used...]),
            into: UnsafeMutableRawBufferPointer(rebasing: output[start...]))
        }
      }
    }
    do throws(GzipStream.Fault) {
      let (taken, filled) = try done.get()
      used += taken
      bytes.removeSubrange((start + filled)...)
    } catch {
      throw fault(
        error == .trailing
          ? "something else follows the packed data; get it again"
          : "the packed data is damaged; get it again", behind: bytes[..<start])
    }
  }

  private func readInput() throws(CatalogError) -> Bool {
    guard !isAtEnd else { return false }
    if input.count != Self.inputSize { input = [UInt8](repeating: 0, count: Self.inputSize) }
    var count = read(descriptor, &input, Self.inputSize)
    while count < 0, errno == EINTR { count = read(descriptor, &input, Self.inputSize) }
    guard count >= 0 else { throw .cannotRead(name: file.name, reason: .systemError) }
    used = 0
    position += count
    if count < input.count { input.removeSubrange(count...) }
    isAtEnd = count == 0
    return count > 0
  }
}
