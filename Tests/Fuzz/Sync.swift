import FilmzDomain
import Foundation

@testable import FilmzSync

/// Checks that any bytes in the folder of a sync are read, or are a problem of the file.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(start, count)
  switch input.byte() % 4 {
  case 0: readSegment(input.bytes)
  case 1: readContent(input.bytes)
  case 2: openFile(input.bytes)
  default: readTexts(input.text)
  }
  return 0
}

/// Decodes the uncompressed content of a file; what is read is written as the same content.
private func readSegment(_ bytes: [UInt8]) {
  guard let segment = try? SyncSegment(decoding: bytes) else { return }
  require(segment.name.count <= SyncSegment.maximumNameLength, "a long name")
  let steps = Set(segment.steps.map(\.id))
  require(segment.changes.allSatisfy { steps.contains($0.step) }, "a change without a step")
  do {
    let again = try SyncSegment(decoding: segment.encoded())
    // A date far from today is only read to the precision of `Date`.
    require(
      again.changes == segment.changes && again.steps.map(\.id) == segment.steps.map(\.id)
        && again.name == segment.name && again.received == segment.received, "another segment")
  } catch {
    fatalError("\(error)")
  }
}

private func readContent(_ bytes: [UInt8]) {
  if let content = try? Compression.uncompress(bytes) { readSegment(content) }
  do {
    require(
      try Compression.uncompress(Compression.compress(bytes)) == bytes, "other uncompressed bytes")
  } catch {
    fatalError("\(error)")
  }
}

/// Opens a file; nothing can be opened that was not written with the key.
private func openFile(_ bytes: [UInt8]) {
  let valid = validFile.bytes
  var sealed = bytes
  // The beginning of a valid file, so that the rest is reached.
  if let first = bytes.first { sealed = Array(valid.prefix(Int(first)) + bytes.dropFirst()) }
  guard (try? SealedFile(bytes: sealed).open(as: file, key: key)) != nil else { return }
  require(sealed == valid, "an altered file was opened")
}

private func readTexts(_ text: String) {
  if let key = SyncKey(text: text) { require(SyncKey(text: key.text) == key, "another key") }
  if let file = SyncFileName(fileName: text) {
    require(file.fileName == text, "another name: \(text)")
  }
}

private let key = SyncKey()
private let file: SyncFileName = {
  guard let file = SyncFileName(installation: UUID().uuidString, number: 1) else {
    fatalError("no file")
  }
  return file
}()
private let validFile: SealedFile = {
  do {
    return try SealedFile(
      Compression.compress([1, 2, 3]), as: file, predecessor: nil, key: key)
  } catch { fatalError("\(error)") }
}()
