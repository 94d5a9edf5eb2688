import Foundation

/// A film, series, or person in TMDB's format.
struct TMDBFilm: Sendable {
  /// `movie`, `tv`, or `person`.
  var kind = "movie"
  let number: Int
  let title: String
  var originalTitle: String?
  /// The date of the release or of the first episode; empty if unknown.
  var date = ""
  var genres: [Int] = []
  var overview = ""
  var votes = 0
  var average = 0.0
  var imdbID: String?
  var minutes = 0
  var popularity = 1.5
  var isAdult = false

  /// Returns the element of a list; with `withKind`, for lists of several kinds, it contains the kind.
  func listItem(withKind: Bool) -> [String: Any] {
    let kindMember: [String: Any] = withKind ? ["media_type": kind] : [:]
    guard kind != "person" else {
      return ["id": number, "name": title, "adult": false, "gender": 2].merging(kindMember) { $1 }
    }
    return facts.merging(kindMember) { $1 }.merging(["genre_ids": genres]) { $1 }
  }

  private var facts: [String: Any] {
    let names =
      kind == "movie"
      ? ["title": title, "original_title": originalTitle ?? title, "release_date": date]
      : ["name": title, "original_name": originalTitle ?? title, "first_air_date": date]
    let others: [String: Any] = [
      "id": number, "adult": isAdult, "overview": overview, "vote_count": votes,
      "vote_average": average, "popularity": popularity, "softcore": false,
      "poster_path": overview.isEmpty ? NSNull() : "/poster\(number).jpg",
      "backdrop_path": NSNull(),
    ]
    return others.merging(names) { $1 }
  }

  /// Returns the response to a request for the details, with the parts of these names.
  func details(parts: [String]) -> [String: Any] {
    let genreObjects = genres.map { ["id": $0, "name": "Genre \($0)"] as [String: Any] }
    let facts = facts.merging(["genres": genreObjects]) { $1 }
      .merging(kind == "movie" ? movieFacts : seriesFacts) { $1 }
    return parts.reduce(into: facts) { result, part in result[part] = self.part(part) }
  }

  private var movieFacts: [String: Any] {
    [
      "imdb_id": imdbID ?? NSNull(), "runtime": minutes, "status": "Released",
      "spoken_languages": [["english_name": "Dutch", "iso_639_1": "nl", "name": "Nederlands"]],
      "production_countries": [["iso_3166_1": "NL", "name": "Netherlands"]],
    ]
  }

  private var seriesFacts: [String: Any] {
    [
      "in_production": false, "last_air_date": "2009-06-01", "status": "Ended",
      "episode_run_time": minutes > 0 ? [minutes] : [], "origin_country": ["NL"],
      "created_by": [["id": 1, "name": "Wim Achter"]], "spoken_languages": [],
      "production_countries": [],
    ]
  }

  private func part(_ name: String) -> [String: Any]? {
    switch name {
    case "credits": Self.credits
    case "external_ids": ["imdb_id": imdbID ?? "", "tvdb_id": NSNull()]
    case "release_dates": ["results": Self.releases]
    case "content_ratings":
      [
        "results": [
          ["iso_3166_1": "US", "rating": "TV-14"], ["iso_3166_1": "DE", "rating": "12"],
        ]
      ]
    case "watch/providers": ["results": Self.offers]
    default: nil
    }
  }

  private static var credits: [String: Any] {
    [
      "cast": (0..<12).reversed().map { ["name": "Actor \($0)", "order": $0] as [String: Any] },
      "crew": [
        ["name": "Dora Vink", "job": "Director", "department": "Directing"],
        ["name": "Sem Kaas", "job": "Screenplay", "department": "Writing"],
        ["name": "Sem Kaas", "job": "Story", "department": "Writing"],
        ["name": "Lies Bont", "job": "Editor", "department": "Editing"],
      ],
    ]
  }

  private static var releases: [[String: Any]] {
    [
      ["iso_3166_1": "DE", "release_dates": [["certification": "16", "type": 3]]],
      [
        "iso_3166_1": "US",
        "release_dates": [
          ["certification": "", "type": 1], ["certification": "NR", "type": 4],
          ["certification": "PG-13", "type": 3],
        ],
      ],
    ]
  }

  private static var offers: [String: Any] {
    [
      "US": [
        "link": "https://example.invalid/watch",
        "rent": [offer("Kiosk", 3)],
        "flatrate": [offer("Tidewater", 9), offer("Streamly", 2), offer("Streamly", 4)],
        "buy": [offer("Kiosk", 3)],
      ],
      "DE": ["link": "https://example.invalid/watch", "ads": [offer("Werbekino", 1)]],
    ]
  }

  private static func offer(_ name: String, _ priority: Int) -> [String: Any] {
    ["provider_name": name, "provider_id": 1, "display_priority": priority, "logo_path": "/l.jpg"]
  }
}

extension TMDBFilm {
  /// Invented titles and people.
  static let invented =
    [glassHarbor, harborLights, saltAndSmoke, quince, clockmaker] + beacons + harbors
    + meadows

  private static let glassHarbor = TMDBFilm(
    number: 101, title: "The Glass Harbor", originalTitle: "De glazen haven", date: "1987-09-18",
    genres: [878, 53, 10770], overview: "A harbor is blown from glass, and then it rains.",
    votes: 2100, average: 7.856, imdbID: "tt9200101", minutes: 104)

  private static let harborLights = TMDBFilm(
    kind: "tv", number: 101, title: "Harbor Lights", date: "2004-01-12", genres: [10765, 18],
    overview: "A pilot boat and its crew.", votes: 300, average: 8, imdbID: "tt9200201", minutes: 42
  )

  /// A film without an IMDb id, a date, votes, and a running time.
  private static let saltAndSmoke = TMDBFilm(number: 102, title: "Salt and Smoke")

  /// A film that ``FakeOMDb`` has as well.
  private static let quince = TMDBFilm(
    number: 103, title: "Quince", date: "2021-06-03", genres: [18], overview: "Trees, one by one.",
    votes: 40, average: 6.4, imdbID: "tt9000026", minutes: 77)

  /// A series with the IMDb id of ``quince``, which is wrong.
  private static let clockmaker = TMDBFilm(
    kind: "tv", number: 103, title: "The Clockmaker's Year", date: "1998-02-01",
    imdbID: "tt9000026")

  /// Thirty films and fifteen series with the word `beacon`, from 1950 on, with fewer and fewer votes.
  private static let beacons =
    (1...30).map { number in
      TMDBFilm(
        number: 1000 + number, title: "Beacon \(number)", date: "\(1949 + number)-05-01",
        votes: 2 * (100 - number))
    }
    + (1...15).map { number in
      TMDBFilm(
        kind: "tv", number: 1000 + number, title: "Beacon Watch \(number)",
        date: "\(1949 + number)-10-01", votes: 2 * (100 - number))
    }

  /// Twenty films and four people with the word `harbor`, in addition to the film and the series above.
  private static let harbors =
    (1...4).map { TMDBFilm(kind: "person", number: $0, title: "Harbor Person \($0)") }
    + (1...20).map { TMDBFilm(number: 2000 + $0, title: "Old Harbor \($0)", date: "1970-01-01") }

  /// Forty films and twenty-five series with the word `meadow` for lists, less and less popular.
  ///
  /// Of each kind, the last four have dates far in the future, the fifth one from the end is an adult title, and the
  /// sixth has no date.
  private static let meadows =
    meadows("movie", "Meadow", count: 40, genres: [18, 35, 28, 878])
    + meadows("tv", "Meadow Tales", count: 25, genres: [18, 35, 10759, 10765])

  private static func meadows(
    _ kind: String, _ title: String, count: Int, genres: [Int]
  ) -> [TMDBFilm] {
    (1...count).map { number in
      let isLate = number > count - 4
      return TMDBFilm(
        kind: kind, number: 3000 + number, title: "\(title) \(number)",
        date: number == count - 5 ? "" : "\(isLate ? 2090 : 1980 + number)-03-0\(1 + number % 9)",
        genres: [genres[number % 4]], overview: "A meadow, seen from place \(number).",
        votes: isLate ? 0 : 40 + 7 * number,
        average: isLate ? 0 : Double(number * 7 % 50 + 50) / 10,
        popularity: Double(1000 - (kind == "movie" ? 10 : 13) * number),
        isAdult: number == count - 4)
    }
  }
}
