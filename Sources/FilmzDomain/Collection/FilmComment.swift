package import Foundation

/// A comment on a film, by the user or by somebody else.
package struct FilmComment: Sendable, Hashable, Identifiable {
  /// The maximum size in bytes of a comment on a server.
  ///
  /// Source: FlickSwiper, server limits.
  package static let maximumSharedSize = 10_240
  /// The maximum number of comments per day that are kept of one member of a server.
  package static let maximumSharedPerDay = 200
  /// The maximum total size in bytes of the comments that are kept of one member of a server.
  package static let maximumSharedTotal = 8_000_000

  /// The time of a comment whose time is not known; it sorts before all others.
  package static let unknownTime = "-"

  package let id: UUID
  package var film: FilmID
  /// The name under which the comment was written.
  package let name: String
  /// The time in ISO 8601, in UTC and with fractions of seconds; an imported comment may have any text here, or
  /// ``unknownTime``.
  package let time: String
  package var text: String
  /// The source of a comment of somebody else; `nil` for a comment that the user wrote.
  package let source: String?
  /// `true` if the user wrote the comment and shares it with the members of a server.
  package let isShared: Bool

  package init(
    id: UUID, film: FilmID, name: String, time: String, text: String, source: String? = nil, isShared: Bool = false
  ) {
    (self.id, self.film, self.name, self.time, self.text) = (id, film, name, time, text)
    (self.source, self.isShared) = (source, isShared)
  }

  /// `true` if the user wrote the comment, under any name.
  package var isMine: Bool { source == nil }

  /// The first eight characters of the id, which usually suffice to identify the comment.
  package var shortID: String { String(id.uuidString.prefix(8)) }

  /// ``time``, or `nil` if it is not known.
  package var knownTime: String? { time == Self.unknownTime ? nil : time }

  /// The time, or `nil` if ``time`` is not a time in ISO 8601.
  package var date: Date? { Self.date(ofTime: time) }

  /// Returns the time in a text, or `nil` if it is not a time in ISO 8601.
  ///
  /// Source: MFlix; times are read with fractions of seconds, then without.
  package static func date(ofTime text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: .iso8601))
  }

  /// Returns how long ago the comment was written, such as `3 days ago`, or ``time`` if that is not a time.
  package func age(at moment: Date) -> String { date?.age(at: moment) ?? knownTime ?? "date unknown" }

  /// Returns a time in ISO 8601 with microseconds, in UTC; such texts sort in the order of their times.
  package static func timeText(_ date: Date) -> String {
    let microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
    // Before 1970, the remainder is negative.
    let fraction = (microseconds % 1_000_000 + 1_000_000) % 1_000_000
    let seconds = Date(timeIntervalSince1970: Double((microseconds - fraction) / 1_000_000))
    return "\(seconds.formatted(.iso8601).dropLast()).\(fraction.zeroPadded(toLength: 6))Z"
  }
}
