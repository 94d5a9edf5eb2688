/// What the head of an answer says to a question.
enum DatasetAnswer: Equatable {
  case unchanged
  /// The file comes, whatever part of it is here.
  case whole
  /// The rest comes, of a file that is so long, where that is known.
  case rest(total: Int?)
  /// There is no such rest: the file is to be fetched from its beginning.
  case noSuchRest
  case missing
  case refused

  init(_ head: HTTPHead, to question: DatasetQuestion) {
    self =
      switch (head.status, question) {
      case (200, _): .whole
      case (206, .rest(let version, let bytes)): Self.rest(head, of: version, from: bytes)
      case (416, .rest): .noSuchRest
      case (304, .changed): .unchanged
      case (404, _), (410, _): .missing
      default: .refused
      }
  }

  /// Bytes are put together only where all that the server says fits.
  private static func rest(
    _ head: HTTPHead, of version: DatasetVersion, from bytes: Int
  ) -> DatasetAnswer {
    guard let range = ContentRange(head["Content-Range"]), range.bytes.lowerBound == bytes,
      range.total == nil || version.bytes == nil || range.total == version.bytes,
      !version.isContradicted(by: head)
    else { return .noSuchRest }
    return .rest(total: range.total ?? version.bytes)
  }
}
