/// A kind of elements of Trakt's export; the raw value is the member with the date and time.
enum TraktElementKind: String, CaseIterable {
  /// A single viewing.
  case play = "watched_at"
  /// The number of viewings of a film, with the date of the last one.
  case playSummary = "last_watched_at"
  case rating = "rated_at"
  /// A film of a list or of the watchlist.
  case listItem = "listed_at"

  /// The member by which an element is recognized if it has no date and time.
  private var fallbackMember: String {
    switch self {
    case .play: "action"
    case .playSummary: "plays"
    case .rating: "rating"
    case .listItem: "rank"
    }
  }

  /// The members of elements that are not imported, such as films that the user owns or has hidden.
  private static let unsupportedMembers = [
    "collected_at", "last_collected_at", "hidden_at", "liked_at", "paused_at", "comment", "note",
  ]

  /// Recognizes an element by its members, also if its date and time is `null`; returns `nil` if it has none of them.
  init?(_ json: LenientJSON) {
    let all = Self.allCases
    let dated = all.first { json.contains($0.rawValue) } ?? all.first { json.hasMember($0.rawValue) }
    let undated = Self.isUnsupported(json) ? nil : all.first { json.contains($0.fallbackMember) }
    guard let kind = dated ?? undated else { return nil }
    self = kind
  }

  /// Recognizes a file by its name; `nil` for other names.
  init?(_ name: ExportFileName) {
    if name.isWatchlistOfTrakt || name.traktList != nil {
      self = .listItem
    } else if name.isRatings {
      self = .rating
    } else if name.contains("history") {
      self = .play
    } else if name.contains("watched") {
      self = .playSummary
    } else {
      return nil
    }
  }

  /// Returns the kind of a file with such elements.
  func fileKind(_ path: String) -> FileKind {
    switch self {
    case .play: .history
    case .playSummary: .watched
    case .rating: .ratings
    case .listItem: ExportFileName(path).isWatchlistOfTrakt ? .watchlist : .list
    }
  }

  /// Returns whether an element is of a kind that is not imported.
  static func isUnsupported(_ json: LenientJSON) -> Bool { unsupportedMembers.contains(where: json.hasMember) }
}
