import FilmzDomain

/// The new values of `viewings edit` for a viewing; values that were not typed are kept.
struct ViewingEdit: Sendable {
  /// The new date; its value is `nil` if the date is removed.
  var date: PartialDate??
  var rating: Rating??
  var note: String??
  var addedTags: [String] = []
  var removedTags: [String] = []

  /// Sets the new values.
  func apply(to viewing: inout Viewing) {
    if let date { viewing.date = date }
    if let rating { viewing.rating = rating }
    if let note { viewing.note = note }
    for tag in addedTags where !viewing.tags.contains(where: { $0.isSameTag(as: tag) }) {
      viewing.tags.append(tag)
    }
    viewing.tags.removeAll { tag in removedTags.contains { $0.isSameTag(as: tag) } }
  }
}

extension Viewing {
  /// Returns the values that differ from those before a change, such as `rating 8 (was none)`; empty if none
  /// differ.
  func changes(since old: Viewing) -> String {
    let values: [(name: String, new: String, old: String)] = [
      ("date", date?.text ?? "unknown", old.date?.text ?? "unknown"),
      ("rating", rating?.text ?? "none", old.rating?.text ?? "none"),
      ("note", note.quotedOrNone, old.note.quotedOrNone),
      ("tags", tags.joinedOrNone, old.tags.joinedOrNone),
    ]
    return values.filter { $0.new != $0.old }
      .map { "\($0.name) \($0.new) (was \($0.old))" }.joined(separator: ", ")
  }
}

extension String? {
  fileprivate var quotedOrNone: String { map { "\"\($0.onOneLine())\"" } ?? "none" }
}

extension [String] {
  fileprivate var joinedOrNone: String { isEmpty ? "none" : joined(separator: ", ") }
}
