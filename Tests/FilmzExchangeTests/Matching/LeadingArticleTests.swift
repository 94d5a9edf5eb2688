import FilmzExchange
import Testing

struct LeadingArticleTests {
  @Test(arguments: [
    ("Godfather, The", "The Godfather"), ("Haine,La ", "La Haine"),
    ("Avventura, L’", "L’Avventura"),
    ("Good, the Bad, The", "The Good, the Bad"), ("Rome, Open City", "Rome, Open City"),
    (", The", ", The"), ("The", "The"), ("Heat,", "Heat,"), ("", ""),
  ])
  func articleIsMovedToTheFront(title: String, expected: String) {
    #expect(title.withLeadingArticle == expected)
  }
}
