import FilmzDomain
import Foundation

/// The metadata of a downloaded file and its part, stored in `NAME.json`.
///
/// The names of the properties are the JSON keys.
struct DownloadMetadata: Codable, Sendable, Equatable {
  /// The version of the complete file; `nil` if there is none.
  var whole: DatasetVersion?
  /// The version of the part; `nil` if there is none.
  var part: DatasetVersion?
}

/// The attributes that identify a version of a published file.
///
/// The names of the properties are JSON keys in `NAME.json`.
struct DatasetVersion: Codable, Sendable, Equatable {
  /// The address of the file without its query; entity tags and dates of different servers cannot
  /// be compared.
  let source: String
  /// The `ETag` field; `nil` if it is missing or malformed.
  let etag: String?
  /// The `Last-Modified` field; `nil` if it is missing or not a date.
  let lastModified: String?
  /// The value for the `If-Range` field; `nil` if a part of this version cannot be continued.
  let ifRange: String?
  /// The size of the complete file; `nil` if it is unknown.
  var bytes: Int?
  /// The publication date, or the date of the download if the server reported none.
  let date: Date

  /// Creates the version of a complete response (status 200).
  init(_ head: HTTPHead, from source: String, at now: Date) {
    self.source = source
    etag = EntityTag(head["ETag"])?.field
    let modified = head["Last-Modified"].flatMap(HTTPDate.date)
    lastModified = modified == nil ? nil : head["Last-Modified"]
    ifRange = Self.ifRange(head, modified: modified, at: now)
    bytes = head["Content-Length"].flatMap(Self.byteCount)
    date = modified ?? now
  }

  /// Returns the strong validator of a response.
  ///
  /// This is the entity tag if it is strong. Otherwise it is the modification date if that is at
  /// least one second earlier than the date of the response (RFC 9110, 8.8.2.2 and 13.1.5): a later
  /// version then has a later date. Returns `nil` if neither is strong.
  private static func ifRange(_ head: HTTPHead, modified: Date?, at now: Date) -> String? {
    if let tag = EntityTag(head["ETag"]), !tag.isWeak { return tag.field }
    guard let modified else { return nil }
    let responseDate = head["Date"].flatMap(HTTPDate.date) ?? now
    return responseDate.timeIntervalSince(modified) >= 1 ? head["Last-Modified"] : nil
  }

  /// Returns whether a partial response belongs to another version according to its validators.
  ///
  /// Compares the entity tags if both are known. Otherwise compares the modification dates if both
  /// are known. If neither can be compared, returns `false`.
  func conflicts(with head: HTTPHead) -> Bool {
    if let etag, let other = EntityTag(head["ETag"]) { return other.field != etag }
    guard let lastModified, let other = head["Last-Modified"] else { return false }
    return HTTPDate.date(other) != HTTPDate.date(lastModified)
  }

  /// Returns the number of bytes in a string of digits; `nil` for any other string, or if the
  /// number is too large for an `Int`.
  static func byteCount(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }
}
