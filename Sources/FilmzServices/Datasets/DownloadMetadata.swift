import Foundation

/// What is known of a file and of a part beside it; it is kept in `NAME.json`.
struct DownloadMetadata: Codable, Sendable, Equatable {
  /// The version of the file that is here whole.
  var whole: DatasetVersion?
  /// The version of which a part is here.
  var part: DatasetVersion?
}

/// What tells one version of a published file from another.
struct DatasetVersion: Codable, Sendable, Equatable {
  /// The address that it came from: another server's marks say nothing.
  let source: String
  /// The field `ETag`, where it is one.
  let etag: String?
  /// The field `Last-Modified`, where it is a date.
  let lastModified: String?
  /// The value of `If-Range`; `nil` if a part of this version cannot be continued.
  let ifRange: String?
  /// The size of the whole file, where it is known.
  var bytes: Int?
  /// When it was published; where that is not given, when it came.
  let date: Date

  /// The version that an answer of status 200 brings.
  init(_ head: HTTPHead, from source: String, at now: Date) {
    self.source = source
    etag = EntityTag(head["ETag"])?.field
    let modified = head["Last-Modified"].flatMap(HTTPDate.date)
    lastModified = modified == nil ? nil : head["Last-Modified"]
    ifRange = Self.ifRange(head, modified: modified, at: now)
    bytes = head["Content-Length"].flatMap(Self.count)
    date = modified ?? now
  }

  /// A strong entity tag, or else a date that is one.
  ///
  /// A date is strong where it lies at least a second before that of the answer (RFC 9110, 8.8.2.2
  /// and 13.1.5): what changes twice in a second has one date for two versions.
  private static func ifRange(_ head: HTTPHead, modified: Date?, at now: Date) -> String? {
    if let tag = EntityTag(head["ETag"]), !tag.isWeak { return tag.field }
    guard let modified else { return nil }
    let sent = head["Date"].flatMap(HTTPDate.date) ?? now
    return sent.timeIntervalSince(modified) >= 1 ? head["Last-Modified"] : nil
  }

  /// Whether an answer that continues a part says itself that it is of another version.
  func isContradicted(by head: HTTPHead) -> Bool {
    if let etag, let other = EntityTag(head["ETag"]) { return other.field != etag }
    guard let lastModified, let other = head["Last-Modified"] else { return false }
    return HTTPDate.date(other) != HTTPDate.date(lastModified)
  }

  /// A number of bytes: digits alone.
  static func count(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
