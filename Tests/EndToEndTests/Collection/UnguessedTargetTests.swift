import FilmzTestSupport
import Testing

/// Commands that change films do nothing if the words have several meanings.
struct UnguessedTargetTests {
  /// Each case has a script, and the beginning of the error message of its last line.
  @Test(arguments: [
    (
      "rate toy story 3",
      "`rate toy story 3` can mean several things; use `rate \"Toy Story 3\" RATING` or"
        + " `rate \"Toy Story\" 3`"
    ),
    (
      "rate rocky 2",
      "`rate rocky 2` can mean several things; use `rate \"Rocky II\" RATING` or `rate \"Rocky\" 2`"
    ),
    ("rate oceans 8", "rate needs a rating, as in `rate \"Ocean's Eight\" 9`"),
    ("rate toy story", "rate needs a rating, as in `rate \"Toy Story\" 9`"),
    (
      "rate alien 3",
      "`rate alien 3` can mean several things; use `rate \"Alien³\" RATING` or `rate \"Alien\" 3`"
    ),
    (
      "rate terminator 2",
      "`rate terminator 2` can mean several things; use `rate \"Terminator 2: Judgment Day\" RATING` or"
        + " `rate \"The Terminator\" 2`"
    ),
    (
      "watched heat 2 fortnights ago",
      "no film called \"heat 2 fortnights ago\" is known here; dates after a title are today"
    ),
    ("watched heat tomorrow", "no film called \"heat tomorrow\" is known here; dates after"),
    ("watched heat last fryday", "no film called \"heat last fryday\" is known here; dates after"),
    ("watched heat next friday", "no film called \"heat next friday\" is known here; dates after"),
    ("watched heat march", "no film called \"heat march\" is known here"),
    ("rate zzyzx", "Rating must be between 0 and 10"), ("rate 8 zzyzx", "Rating must be between 0 and 10"),
    ("rate 8 mile", "rate needs a rating, as in `rate \"8 Mile\" 9`"),
    (
      "search godfather\nrate 2 parasite",
      "`rate 2 parasite` can mean several things; use `rate \"parasite\" 2` or `rate 2 RATING`"
    ),
    ("rate 8 suspiria", "several films are called \"suspiria\"; use `rate 8 tt0076786` for Suspiria (1977)"),
    (
      "search godfather\nrate 2,1",
      "`rate 2,1` can mean several things; use `rate . 2.1` or `rate 2,1 RATING`"
    ),
    (
      "viewings rm toy story 3",
      "`viewings rm toy story 3` can mean several things; use `viewings rm \"Toy Story 3\" NUMBER` or"
        + " `viewings rm \"Toy Story\" 3`"
    ),
    (
      "browse --limit 12\nrate 12 angry men 9",
      "the first word of \"12 angry men\" is the number of a result; the film of that title is"
        + " `title:12 angry men`"
    ),
    ("browse --limit 12\nadd 12 angry men", "the first word of \"12 angry men\" is the number of a result"),
    ("add 12 angry zzyzx", "no film called \"12 angry zzyzx\" is known here"),
    ("rate 12 angry men", "rate needs a rating, as in `rate \"12 Angry Men\" 9`"),
    ("rate 12 angry men zzyzx", "Rating must be between 0 and 10"),
    (
      "show 1917",
      "there is no film 1917 because there are no results; try `search TITLE` or `ls`; the film of"
        + " that title is `title:1917`"
    ),
    (
      "search godfather\nshow 1917",
      "there is no film 1917; the results are numbered 1–3; the film of that title is `title:1917`"
    ),
    ("show 0-9223372036854775807", "there is no film 0 because there are no results"),
    ("search godfather\nshow 2-9", "there is no film 9; the results are numbered 1–3"),
    ("search godfather\nrate 9", "Which film? rate 1 9, rate 2 9 …"),
    ("show alien\nsearch godfather\nrate 9", "Which film? rate 1 9, rate 2 9 …"),
    ("search godfather --limit 2\nrate . 9", "Which film? rate 1 9, rate 2 9"),
    (
      "search the --limit 2\nnext\nwatched --rating 8",
      "Which film? watched 3 --rating 8, watched 4 --rating 8"
    ),
    ("search godfather\nadd", "Which film? add 1, add 2 …"),
    ("search godfather\ntag noir", "Which film? tag 1 noir, tag 2 noir …"),
    ("search godfather\nnote great fun", "Which film? note 1 great fun, note 2 great fun …"),
    ("search godfather\ncomment Oma laughed", "Which film? comment 1 Oma laughed, comment 2"),
    ("search godfather\nfrom Ines", "Which film? from 1 Ines, from 2 Ines …"),
    ("search godfather\nviewings rm 1", "Which film? viewings rm 1 1, viewings rm 2 1 …"),
    (
      "list create Noir\nsearch godfather\nlist add Noir",
      "Which film? list add Noir 1, list add Noir 2 …"
    ),
    ("search godfather\nshow 2\nresults\nrate 9", "Which film? rate 1 9, rate 2 9 …"),
    ("search alien\nsearch godfather\nshow 1\nback\nwatched", "Which film? watched 1, watched 2"),
    ("show alien\nsearch zzyzxq\nrate 9", "no film is selected"),
    (
      "note heat great fun",
      "no film is selected; use `note \"Heat\" \"great fun\"` or `note TITLE \"heat great fun\"`"
    ),
    (
      "note great fun",
      "no film is selected; use `note \"TITLE\" \"great fun\"`, or select a film with `show` and use"
        + " `note . \"great fun\"`"
    ),
    (
      "from heat Aunt Mary",
      "no film is selected; use `from \"Heat\" \"Aunt Mary\"` or `from TITLE \"heat Aunt Mary\"`"
    ),
    ("note none", "no film is selected; name a film"),
    (
      "search heat\nshow alien\nnote heat",
      "`note heat` can mean several things; use `note \"Heat\" TEXT` or `note . \"heat\"`"
    ),
    (
      "search heat\nshow alien\nnote heat none",
      "`note heat none` can mean several things; use `note \"Heat\" none` or `note . \"heat none\"`"
    ),
    (
      "show alien\nnote \"Heat\" great fun",
      "`note \"Heat\" great fun` can mean several things; use `note \"Heat\" \"great fun\"` or"
        + " `note . \"Heat great fun\"`"
    ),
    (
      "search heat\nshow alien\nfrom heat Ines",
      "`from heat Ines` can mean several things; use `from \"Heat\" \"Ines\"` or"
        + " `from . \"heat Ines\"`"
    ),
    ("show alien\nnote 1", "note needs a note"),
    ("note heat very \"great\"", "put the whole text in quotes; see `help note`"),
    ("show alien\nfrom .", "from needs a name"),
  ])
  func nothingIsDone(script: String, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: script)
      let lineCount = script.split(separator: "\n").count
      #expect(result.status == 1)
      #expect(
        result.errorLines.last?.hasPrefix("line \(lineCount): \(message)") == true,
        "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// Each case has a script, the id of the film it changes, and a value of its row.
  @Test(arguments: [
    ("rate \"Toy Story 3\" 9", "tt0435761", 9.0), ("rate \"Toy Story\" 3", "tt0114709", 3),
    ("rate toy story 3 9", "tt0435761", 9), ("rate toy story 8", "tt0114709", 8),
    ("rate up ★★★☆☆", "tt1049413", 6),
    ("rate title:12 angry men 9", "tt0050083", 9), ("rate 12 angry men 9", "tt0050083", 9),
    ("search godfather\nrate 12 angry men 8", "tt0050083", 8),
    ("search godfather\nwatched 12 angry men --rating 7", "tt0050083", 7),
    ("add 12 angry men --rating 6", "tt0050083", 6), ("rate \"12 angry men\" 9", "tt0050083", 9),
    ("rate rocky ii 8,5", "tt0079817", 8.5), ("search godfather\nrate 2 8,5", "tt0071562", 8.5),
    ("show heat\nrate 8,5", "tt0113277", 8.5), ("search rashomon\nrate 80%", "tt0042876", 8),
    ("search godfather\nadd 2\nrate 7", "tt0071562", 7),
    ("add heat\nsearch godfather\nls --year 1995\nrate 7", "tt0113277", 7),
    ("search godfather --limit 2\nnext\nrate 6", "tt0099674", 6),
    ("rate 8 parasite", "tt6751668", 8), ("rate 8,5 rocky ii", "tt0079817", 8.5), ("rate ★★★☆☆ up", "tt1049413", 6),
    ("search godfather\nrate 9 parasite", "tt6751668", 9), ("rate 8 tt0133093", "tt0133093", 8),
    ("rate 8 12 angry men", "tt0050083", 8), ("rate 8 1917", "tt8579674", 8),
    ("search the\nrate 8 12 angry men", "tt0050083", 8),
  ])
  func filmIsRated(script: String, id: String, rating: Double) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: script)
      #expect(result.status == 0, "\(result.stderr)")
      let films = try await filmz.answer(to: "ls")
      #expect(films.each("id") == [.string(id)])
      #expect(films.each("myRating") == [.number(rating)])
    }
  }

  /// Each case has a command line, and the note that it writes on the selected film, *Heat*.
  @Test(arguments: [
    ("note great fun", "great fun"), ("note . great fun", "great fun"),
    ("note tt0113277 great fun", "great fun"), ("note 1 great fun", "great fun"),
    ("note \"great fun\"", "great fun"), ("note heat \"great fun\"", "great fun"),
    ("note . he said \"so much\" about it", "he said \"so much\" about it"),
    ("note . \"none\"", "none"), ("note . 1984", "1984"), ("note heat 2 days", "heat 2 days"),
  ])
  func noteIsWritten(line: String, note: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "search heat\nshow 1\n\(line)")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "show tt0113277")["notes"] == .string(note))
    }
  }

  @Test(arguments: [
    (["add", "Heat", "Alien"], ["tt0078748", "tt0113277"]),
    (["rate", "Heat", "Alien", "9"], ["tt0078748", "tt0113277"]),
    (["add", "the", "matrix"], ["tt0133093"]), (["add", "1917", "Heat"], ["tt0113277", "tt8579674"]),
    (["add", "The Matrix", "Heat"], ["tt0113277", "tt0133093"]),
    (["add", "Heat", "Zzyzx"], []), (["add", "Heat", "Alien", "Zzyzx"], []),
  ])
  func wordsOfASingleCallCanBeSeveralTitles(words: [String], ids: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + words)
      #expect(result.status == (ids.isEmpty ? 1 : 0), "\(result.stderr)")
      let films = try await filmz.answer(to: "ls")
      #expect(Set(films.each("id")) == Set(ids.map(JSON.string)))
    }
  }

  @Test(arguments: [
    (["rate", "Rocky", "2"], "use `rate \"Rocky II\" RATING` or `rate title:Rocky 2`"),
    (["note", "Heat", "none"], "no film is selected; use `note title:Heat none`"),
    (["note", "Heat", "great"], "no film is selected; use `note title:Heat \"great\"`"),
  ])
  func singleCallsNameFormsThatWork(words: [String], message: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + words)
      #expect(result.status == 1)
      #expect(result.stderr.contains(message), "\(result.stderr)")
    }
  }

  @Test func titlePrefixIsAnUnambiguousTargetInSingleCalls() async throws {
    try await FilmzProcess.with { filmz async throws in
      #expect(try await filmz.run("--offline", "rate", "title:Rocky", "2").status == 0)
      #expect(try await filmz.run("--offline", "note", "title:Heat", "great", "fun").status == 0)
      for verb in ["note", "comment", "from"] {
        #expect(try await filmz.run("--offline", verb, "The Godfather", "great", "man").status == 0)
      }
      let godfather = try await filmz.answer(to: "show tt0068646")
      #expect(godfather["notes"] == "great man" && godfather["recommendedBy"] == "great man")
      #expect(godfather["comments"]?.array.map { $0["text"] } == ["great man"])
      #expect(try await filmz.answer(to: "show heat")["notes"] == "great fun")
      #expect(try await filmz.answer(to: "show rocky")["myRating"] == 2)
    }
  }

  @Test(arguments: [["add", "1"], ["rate", "9"], ["show", "1917"]])
  func singleCallsExplainThatTheyHaveNoResults(words: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + words)
      #expect(result.status == 1)
      #expect(result.stderr.contains("a single command has no results and no selected film"))
      #expect(result.stderr.contains("`title:1917`") == (words.last == "1917"))
    }
  }
}
