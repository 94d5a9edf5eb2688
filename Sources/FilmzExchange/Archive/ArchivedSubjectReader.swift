import FilmzDomain
import Foundation

/// Reads the subjects of a file of an archive, one after another.
package struct ArchivedSubjectReader {
  /// The maximum size of a line, in bytes: 256 MB.
  ///
  /// Collections of earlier versions can have texts of any size.
  private static let maximumLineSize = 256 << 20

  private let maximumLineSize: Int
  private let kind: Change.Subject.Kind
  private let nextChunk: () throws -> [UInt8]?
  private var chunk: ArraySlice<UInt8> = []
  /// The number of lines that have been read.
  private var line = 0

  init(_ kind: Change.Subject.Kind, in entry: ZipReader.Entry, maximumLineSize: Int = Self.maximumLineSize) {
    self.kind = kind
    self.maximumLineSize = maximumLineSize
    nextChunk = entry.chunks()
  }

  /// Returns the next subject, or the reason why its line cannot be used, with the number of the line, from 1; `nil` at
  /// the end.
  ///
  /// - Throws: ``ZipReader/Problem``.
  package mutating func next() throws -> (line: Int, subject: Result<ArchivedSubject, RowProblem>)? {
    guard let bytes = try nextLine() else { return nil }
    line += 1
    do throws(RowProblem) {
      guard bytes.count <= maximumLineSize else { throw .unreadableJSON(.tooLong) }
      return (line, .success(try ArchivedSubject(kind, line: bytes)))
    } catch { return (line, .failure(error)) }
  }

  /// Returns the next line without its line feed; `nil` at the end.
  ///
  /// Of a line that is too long, returns only a part, which is longer than the maximum as well.
  private mutating func nextLine() throws -> ArraySlice<UInt8>? {
    var start: [UInt8] = []
    while true {
      if let end = chunk.firstLineFeed {
        let rest = chunk[..<end]
        chunk = chunk[(end + 1)...]
        return start.isEmpty ? rest : (start + rest)[...]
      }
      if start.count <= maximumLineSize { start += chunk }
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
