package import FilmzDomain
import Foundation

/// Reads the subjects of a file of an archive, one after another.
package struct ArchivedSubjects {
  /// The maximum size of a line, in bytes: 256 MB.
  ///
  /// Collections of earlier versions can have texts of any size.
  private static let maximumLineSize = 256 << 20

  private let maximumLineSize: Int
  private let kind: Change.Subject.Kind
  private let nextChunk: () throws -> [UInt8]?
  private var chunk: ArraySlice<UInt8> = []
  private var line = 0

  init(
    _ kind: Change.Subject.Kind, in entry: ZipReader.Entry,
    maximumLineSize: Int = Self.maximumLineSize
  ) {
    self.kind = kind
    self.maximumLineSize = maximumLineSize
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
      guard bytes.count <= maximumLineSize else { throw .unreadableJSON(.tooLong) }
      let content = try ArchiveLine(bytes)
      return (line, .success(ArchivedSubject(kind, content.id, fields: content.fields)))
    } catch {
      return (line, .failure(error))
    }
  }

  /// Returns the bytes up to the next line feed, which is skipped.
  ///
  /// A line that is too long is cut, but still longer than the maximum.
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

/// A subject of the user's data as it is in an archive, such as an entry or a viewing.
package struct ArchivedSubject: Sendable, Hashable {
  /// The kind, which can be one that only newer versions support.
  package var kind: Change.Subject.Kind
  package var id: String
  /// The values by the names of the fields; fields that are null or empty lists are left out.
  package var fields: [String: FieldValue]

  package init(_ kind: Change.Subject.Kind, _ id: String, fields: [String: FieldValue] = [:]) {
    self.kind = kind
    self.id = id
    self.fields = fields.withoutEmptyValues
  }
}

extension FieldValue {
  /// `true` for values that archives leave out.
  var isEmpty: Bool {
    switch self {
    case .null: true
    case .integer, .text: false
    case .list(let elements): elements.isEmpty
    }
  }
}

extension [String: FieldValue] {
  /// The fields that archives do not leave out.
  var withoutEmptyValues: Self {
    values.contains(where: \.isEmpty) ? filter { !$0.value.isEmpty } : self
  }
}
