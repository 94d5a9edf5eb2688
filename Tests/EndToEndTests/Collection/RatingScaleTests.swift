import FilmzTestSupport
import Testing

/// Ratings in stars, and the setting `rating.scale`.
struct RatingScaleTests {
  /// Stars are the same rating on both scales, in scripts too.
  @Test(
    arguments: [
      ("rate heat 4 stars", 8), ("rate heat 4*", 8), ("rate heat 4.5 Stars", 9), ("rate heat 1 star", 2),
      ("rate tt0113277 4/5", 8), ("rate toy story 3 stars", nil), ("add heat --rating \"4 stars\"", 8),
      ("watched heat --rating 4*", 8), ("rate heat 4", 4),
      ("rate 4 stars heat", 8), ("rate heat ****", 8), ("rate heat **** 1/2", 9), ("rate **** 1/2 heat", 9),
      ("rate heat ****1/2", 9),
    ] as [(String, JSON?)])
  func starsAreTyped(line: String, rating: JSON?) async throws {
    try await FilmzProcess.with { filmz in
      for scale in ["10", "5"] {
        _ = try await filmz.answer(to: "config set rating.scale \(scale)")
        let rows = try await filmz.answer(to: line).array
        #expect(rows.first?["myRating"] == rating ?? 6, "\(scale): \(rows)")
        _ = try await filmz.answer(to: "undo")
      }
    }
  }

  @Test(arguments: [
    ("rate heat 6 stars", "Rating must be between 0 and 5 stars"),
    ("rate heat four stars", "Rating must be between 0 and 10"),
    ("rate heat stars", "Rating must be between 0 and 10"),
    ("rate toy story 3*", "can mean several things; use `rate \"Toy Story 3\" RATING` or `rate \"Toy Story\" 3*`"),
  ])
  func wrongNumberOfStarsIsAnError(line: String, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// Each case has a line in a shell with the scale of five stars, and a text of its answer.
  @Test(arguments: [
    ("rate heat 4", "Rated Heat (1995) ★★★★ (8)"),
    ("rate jaws 4.25", "Rated Jaws (1975) 4.25★ (8.5) (was ★★★½ (7))"),
    ("rate jaws 9/10", "Rated Jaws (1975) ★★★★½ (9)"),
    ("rate heat 8", "Rating must be between 0 and 5 stars, such as 4, 4.5, 8/10"),
    ("rate jaws none", "Removed the rating of Jaws (1975) (was ★★★½ (7))"),
    ("watched jaws 2024-01-01 --rating 5", "rated ★★★★★ (10) (was ★★★½ (7))"),
    ("seen jaws --rating 2", "rated ★★ (4) (was ★★★½ (7))"),
    ("rm jaws --yes", "Removed Jaws (1975) (rated ★★★½ (7)"), ("ls", "3.5★"),
    ("show jaws", "Mine 3.5/5"), ("ls rating:>3", "Jaws"), ("ls mine:3.5", "Jaws"),
    ("ls --rating 3-4", "Jaws"), ("ls mine:>=7/10", "Jaws"), ("ls stars:3.5", "Jaws"),
    ("ls rating:>7", "rating:>7 is not valid; use rating:>3.5 or rating:3..4, from 0 to 5"),
    ("ls imdb:>7", "Jaws"), ("stats", "Your ratings in stars"),
    ("ls --format json", #""myRating":7.0"#), ("ls --format csv", ",7.0,"),
  ])
  func shellUsesFiveStars(line: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "config set rating.scale 5; rate jaws 7")
      let shell = try await filmz.openShell(["--offline"], columns: 600)
      let seen = try await shell.answer(to: line)
      #expect(seen.contains(text), "\(seen)")
    }
  }

  /// The filters of a shell are stored in points, and shown in stars.
  @Test func storedFilterIsInPoints() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "config set rating.scale 5; rate jaws 7; rate heat 9")
      let shell = try await filmz.openShell(["--offline"])
      for line in ["collections save good mine:>=4", "collections"] {
        #expect(try await shell.answer(to: line).contains("mine:>=4★"))
      }
      #expect(try await filmz.answer(to: "collections").each("title").contains("mine:>=8"))
      #expect(try await filmz.answer(to: "ls @good").each("title") == ["Heat"])
      #expect(try await shell.answer(to: "ls @good").contains("Heat"))
      #expect(try await shell.answer(to: "collections rm good").contains("(mine:>=4★)"))
    }
  }

  @Test func undoShowsBothScales() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "config set rating.scale 5; rate jaws 7")
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "rate jaws 4")
      #expect(try await shell.answer(to: "undo").contains("rating ★★★★ (8) → ★★★½ (7)"))
    }
  }

  /// Each case has keys of a rating session, a text that it shows, and the ratings in points.
  @Test(
    arguments: [
      (["4"], "★★★★ (8)\n\n2/3\n", [8, .null, .null]), (["4", "+"], "The Godfather ★★★★½ (9)\n", [9, .null, .null]),
      (["3", ".5"], "The Godfather ★★★½ (7)\n", [7, .null, .null]),
      (["5", "+"], "half a star more is above 5.", [10, .null, .null]),
      (["=4.25\r"], "2/3\n", [8.5, .null, .null]), (["=8\r\r"], "between 0 and 5", [.null, .null, .null]),
      (["8"], "? = help", [.null, .null, .null]), (["0"], "? = help", [.null, .null, .null]),
      (["?"], "1 to 5 stars rate the film", [.null, .null, .null]),
    ] as [([String], String, [JSON?])])
  func ratingSessionUsesFiveStars(keys: [String], text: String, ratings: [JSON?]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      _ = try await filmz.answer(to: "config set rating.scale 5")
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.press("rate\r").contains("1–5 stars, Enter = skip"))
      var output = ""
      for key in keys { output = try await terminal.press(key) }
      #expect(output.contains(text), "\(output)")
      #expect(try await filmz.ratings() == ratings)
    }
  }
}
