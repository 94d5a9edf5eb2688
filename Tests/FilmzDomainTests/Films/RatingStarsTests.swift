import FilmzDomain
import Testing

struct RatingStarsTests {
  @Test(arguments: [
    (0, "☆"), (4, "☆"), (5, "½"), (10, "½"), (14, "½"), (15, "★"), (20, "★"), (24, "★"),
    (25, "★½"), (80, "★★★★"), (84, "★★★★"), (85, "★★★★½"), (90, "★★★★½"), (94, "★★★★½"),
    (95, "★★★★★"), (100, "★★★★★"),
  ])
  func ratingIsRoundedToHalfStars(tenths: Int, stars: String) throws {
    let rating = try #require(Rating(tenths: tenths))
    #expect(rating.stars == stars)
  }
}
