/// What is known of a file and of a part beside it; it stands in `NAME.json`.
struct DatasetNote: Codable, Sendable, Equatable {
  /// The version of the file that is here whole.
  var whole: DatasetVersion?
  /// The version of which a part is here.
  var part: DatasetVersion?
}
