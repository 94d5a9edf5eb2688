import FilmzDomain
import FilmzExchange
import Testing

struct MarkdownWriterTests {
  @Test func documentHasATableForEachKind() {
    var series = ExportedFilm.sample("tt0903747", title: "Breaking Bad", year: 2008, type: .series)
    series.film?.endYear = 2013
    let result = MarkdownWriter.export(
      ExportedCollection(
        films: [
          .sample(rating: 85, viewings: [.sample("2024-05-01"), .sample("2020"), .sample()]),
          series,
        ],
        lists: [
          .sample("best", description: "of\nall", "tt0903747", "tt0000001"), .sample("empty"),
        ]))
    #expect(
      result.text("filmz.md") == """
        # Films

        ## Watched

        | Title | Year | Rating | Watched |
        | --- | ---: | ---: | --- |
        | Heat | 1995 | 8.5 | 2020, 2024-05-01 |

        ## Watchlist

        | Title | Year | Rating | Watched |
        | --- | ---: | ---: | --- |
        | Breaking Bad | 2008–2013 |  |  |

        ## List: best

        Description: of all

        | Title | Year | Rating | Watched |
        | --- | ---: | ---: | --- |
        | Breaking Bad | 2008–2013 |  |  |
        | tt0000001 |  |  |  |

        ## List: empty

        No films.

        """)
    #expect(result.films == 2 && result.viewings == 3 && result.lists == 2)
    #expect(result.files.map(\.rows) == [4])
  }

  @Test(
    arguments: [
      ("a | b", "a \\| b"), ("a \\| b", "a \\\\\\| b"), ("<script>", "\\<script\\>"),
      ("&lt;", "\\&lt;"), ("[x](y)", "\\[x\\](y)"),
      ("*a* _b_ `c` ~d~ $e$", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\$e\\$"),
      ("a\r\nb\u{1B}[0m\u{202E}", "a  b \\[0m "), ("# x", "\\# x"), ("Amélie: 東京!", "Amélie: 東京!"),
    ])
  func textsAreEscaped(text: String, escaped: String) {
    let result = MarkdownWriter.export(
      ExportedCollection(
        films: [.sample(title: text)], lists: [.sample(text, description: text)]))
    let lines = result.text("filmz.md").split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[6] == "| \(escaped) | 1995 |  |  |")
    #expect(lines[8] == "## List: \(escaped)" && lines[10] == "Description: \(escaped)")
  }

  @Test func emptyCollectionHasNoTables() {
    let result = MarkdownWriter.export(ExportedCollection(films: []))
    #expect(result.text("filmz.md") == "# Films\n\nNo films.\n")
  }
}
