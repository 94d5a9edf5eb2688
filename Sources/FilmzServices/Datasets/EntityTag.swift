/// The field `ETag` (RFC 9110, 8.8.3).
struct EntityTag: Equatable {
  /// As it came.
  let field: String

  /// Nothing where the field is missing or malformed.
  init?(_ field: String?) {
    guard let field, field.wholeMatch(of: #/(W\/)?"[^"\x00-\x20\x7F]*"/#) != nil else { return nil }
    self.field = field
  }

  /// Whether what has the same tag may differ in its bytes.
  var isWeak: Bool { field.hasPrefix("W/") }
}
