import FilmzDomain
import Testing

/// Lines of words and filters that are being typed.
@Suite struct UnfinishedFilterTextTests {
  /// Each case has a line, and its text, filter, and unfinished filters.
  @Test(
    "A filter with an error is left out, and its place is known",
    arguments: [
      ("heat", "heat", "", []), ("heat year:1995", "heat", "year:1995", []),
      ("heat year:19", "heat", "", ["year:19"]), ("heat year:", "heat", "", ["year:"]),
      ("year:19 heat rating:>7", "heat", "imdb:>=7.1", ["year:19"]),
      ("heat year:1990..", "heat", "year:>=1990", []), ("is:uns heat", "heat", "", ["is:uns"]),
      ("type:mov heat", "heat", "", ["type:mov"]), ("-type:mo heat", "heat", "", ["-type:mo"]),
      ("heat --year:1995 x", "heat x", "", ["--year:1995"]), ("-heat -foo:bar", "-heat -foo:bar", "", []),
      ("\"-type:movie\" heat", "-type:movie heat", "", []), ("foo:bar heat", "heat", "", ["foo:bar"]),
      ("year:1990 heat year:2000", "heat", "year:1990", ["year:2000"]),
      ("actor:\"toshiro mi", "", "", ["actor:\"toshiro mi"]),
      ("heat actor:\"toshiro mifune\" x", "heat x", "actor:\"toshiro mifune\"", []),
      ("\"year:1995\" heat", "year:1995 heat", "", []), ("'71", "'71", "", []),
      ("\"heat year:1995", "\"heat", "year:1995", []), ("Year:One", "Year:One", "", []),
      ("  été   year:19 ", "été", "", ["year:19"]), ("", "", "", []), (#""a\"b" c"#, #"a"b c"#, "", []),
    ])
  func unfinishedFiltersAreLeftOut(line: String, text: String, filter: String, unfinished: [String]) {
    let parsed = UnfinishedFilterText(line, in: .search)
    let characters = Array(line)
    #expect(parsed.typed.text == text)
    #expect(parsed.typed.filter.text == filter)
    #expect(parsed.unfinished.map { String(characters[$0]) } == unfinished)
  }

  @Test("A line without unfinished filters is read as by the command")
  func finishedLineIsReadAsByTheCommand() throws {
    for line in ["heat year:1995 genre:drama", "genre:crime,DRAMA rating:>7.5 the heat", "@favorites noir"] {
      for scope in [FilterScope.search, .collection] {
        let words = line.split(separator: " ").map { Word(String($0)) }
        let parsed = UnfinishedFilterText(line, in: scope)
        #expect(parsed.typed == (try FilterText(words, in: scope)))
        #expect(parsed.unfinished.isEmpty)
      }
    }
  }

  @Test("Filters narrow those of options, and refused ones are unfinished")
  func filtersNarrowOthers() throws {
    var options = FilmFilter()
    options.years = 1990...1999
    let parsed = UnfinishedFilterText("year:1995.. year:2005 genre:hor", narrowing: options, in: .search)
    #expect(parsed.typed.filter.years == 1995...1999)
    #expect(parsed.unfinished == [12..<21])
    let refused = Set(parsed.parts.filter { !$0.filter.genres.isEmpty })
    #expect(refused.count == 1)
    let rest = UnfinishedFilterText(
      "year:1995.. year:2005 genre:hor", narrowing: options, in: .search, refusing: refused)
    #expect(rest.typed.filter.genres.isEmpty)
    #expect(rest.unfinished == [12..<21, 22..<31])
  }

  @Test("A long line is parsed")
  func longLineIsParsed() {
    let line = String(repeating: "year:19 a ", count: 1000)
    let parsed = UnfinishedFilterText(line, in: .search)
    #expect(parsed.unfinished.count == 1000)
    #expect(parsed.typed.text.count == 1999)
  }
}
