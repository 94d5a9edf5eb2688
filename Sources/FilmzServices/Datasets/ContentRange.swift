/// The field `Content-Range` of an answer that holds a part (RFC 9110, 14.4).
struct ContentRange: Equatable {
  /// The first and the last byte.
  let bytes: ClosedRange<Int>
  /// Bytes of the whole, where the server knows them.
  let total: Int?

  init(bytes: ClosedRange<Int>, total: Int?) {
    self.bytes = bytes
    self.total = total
  }

  /// Reads `bytes 100-299/300` or `bytes 100-299/*`; nothing where it is not that.
  init?(_ field: String?) {
    guard let match = field?.wholeMatch(of: #/bytes ([0-9]+)-([0-9]+)/([0-9]+|\*)/#),
      let first = Int(match.1), let last = Int(match.2), first <= last
    else { return nil }
    let total = match.3 == "*" ? nil : Int(match.3)
    guard match.3 == "*" || total.map({ last < $0 }) == true else { return nil }
    self.init(bytes: first...last, total: total)
  }
}
