import FilmzDomain
import Foundation

/// Reads the subjects of a file of an archive, one after another.
package struct ArchivedSubjects {
  /// The maximum size of a line, in bytes.
  package static let maximumLineSize = 16_777_216

  private let kind: Change.Subject.Kind
  private let nextChunk: () throws -> [UInt8]?
  private var chunk: ArraySlice<UInt8> = []
  private var line = 0

  init(_ kind: Change.Subject.Kind, in entry: ZipReader.Entry) {
    self.kind = kind
    nextChunk = entry.chunks()
  }

  /// Returns the next subject, or the reason why it cannot be used, with the number of its line, from 1; `nil` at the
  /// end.
  ///
  /// - Throws: ``ZipReader/Problem``.
  package mutating func next() throws -> (
    line: Int, subject: Result<ArchivedSubject, RowProblem>
  )? {
    guard let bytes = try nextLine() else { return nil }
    line += 1
    do throws(RowProblem) {
      guard bytes.count <= Self.maximumLineSize else { throw .invalidJSON }
      let content = try ArchiveLine(bytes)
      return (line, .success(ArchivedSubject(kind, content.id, fields: content.fields)))
    } catch {
      return (line, .failure(error))
    }
  }

  /// Returns the bytes up to the next line feed, which is skipped.
  ///
  /// Of a line that is too long, only so many bytes are returned that this can be seen.
  private mutating func nextLine() throws -> ArraySlice<UInt8>? {
    var start: [UInt8] = []
    while true {
      if let end = chunk.firstLineFeed {
        let rest = chunk[..<end]
        chunk = chunk[(end + 1)...]
        return start.isEmpty ? rest : (start + rest)[...]
      }
      if start.count <= Self.maximumLineSize { start += chunk }
      guard let next = try nextChunk() else {
        chunk = []
        return start.isEmpty ? nil : start[...]
      }
      chunk = next[...]
    }
  }
}

extension ArraySlice<UInt8> {
  /// The position of the first line feed, or `nil` if there is none.
  var firstLineFeed: Int? {
    withUnsafeBufferPointer { bytes in
      guard let start = UnsafeRawPointer(bytes.baseAddress),
        let found = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(found) - start)
    }
  }

  /// The number of line feeds.
  var lineFeedCount: Int {
    var rest = self
    var count = 0
    while let position = rest.firstLineFeed {
      count += 1
      rest = rest[(position + 1)...]
    }
    return count
  }
}
