import FilmzTestSupport
import Foundation
import Testing

/// How `import` reads the values of files: scales, dates, words for yes and no, and values that it cannot use.
struct ImportedValuesTests {
  private static let undecided = "imdbID,Title,Rating\ntt0113277,Heat,4\ntt0078748,Alien,5\n"
  private static let ambiguous = "imdbID,Title,Watched Date\ntt0113277,Heat,05/06/2021\n"

  // MARK: - Questions

  /// Each case has a file that can be read in two ways, and the options that decide.
  @Test(arguments: [
    (undecided, ["--scale 5 or", "--scale 10 says"]),
    (ambiguous, ["--dates dmy or", "--dates mdy says"]),
  ])
  func fileThatCanBeReadInTwoWaysIsRefused(text: String, options: [String]) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("imdbID,Title\ntt0068646,The Godfather\n", to: "first.csv")
      try filmz.folder.write(text, to: "films.csv")
      let result = try await filmz.run("--offline", "import", "first.csv", "films.csv")
      #expect(result.status == 65 && result.errorLines.count == 1, "\(result)")
      #expect(options.allSatisfy(result.stderr.contains), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test(arguments: [("5", 5, 8), ("10", 10, 4), ("100", 100, 0.4)] as [(String, JSON, JSON)])
  func scaleIsNamedAndReported(scale: String, reported: JSON, rating: JSON) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.undecided, to: "films.csv")
      let planned = try await filmz.run("--offline", "import", "films.csv", "--scale", scale, "--dry-run")
      #expect(planned.stdout.contains("films.csv: ratings are out of \(scale)\n"), "\(planned)")
      let result = try await filmz.run("--offline", "--format", "json", "import", "films.csv", "--scale", scale)
      #expect(try result.json["files"]?.each("scale") == [reported])
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == rating)
    }
  }

  @Test func scaleOfSeveralFilesIsToldOnce() async throws {
    try await FilmzProcess.with { filmz in
      for name in ["a.csv", "b.csv"] { try filmz.folder.write(Self.undecided, to: name) }
      let result = try await filmz.run("--offline", "import", "a.csv", "b.csv", "--scale", "5")
      #expect(result.stdout.hasSuffix("\na.csv, b.csv: ratings are out of 5\n"), "\(result)")
    }
  }

  @Test func scaleOfAnAssignedColumnFollowsFromIt() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Title,Year,Points\nHeat,1995,4\nAlien,1979,5\n", to: "films.csv")
      let arguments = ["--offline", "import", "films.csv", "--columns", "points=rating"]
      let refused = try await filmz.run(arguments)
      #expect(refused.status == 65 && refused.stderr.contains("--scale 5 or"), "\(refused)")
      #expect(try await filmz.run(arguments + ["--scale", "5"]).status == 0)
      #expect(try await filmz.answer(to: "ls --sort name").each("myRating") == [10, 8])
    }
  }

  @Test(arguments: [("dmy", "2021-06-05", "day"), ("mdy", "2021-05-06", "month")])
  func orderOfDatesIsNamedAndReported(order: String, day: String, first: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.ambiguous, to: "films.csv")
      let planned = try await filmz.run("--offline", "import", "films.csv", "--dates", order, "--dry-run")
      #expect(planned.stdout.contains("films.csv: dates have the \(first) first\n"), "\(planned)")
      let result = try await filmz.run("--offline", "--format", "json", "import", "films.csv", "--dates", order)
      #expect(try result.json["files"]?.each("dates") == [.string(order)])
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == [.string(day)])
    }
  }

  /// Each question is asked once, whatever is asked after it.
  @Test func shellAsksOneQuestionAfterTheOther() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Rating,Watched Date\ntt0113277,4,05/06/2021\ntt0078748,5,07/08/2021\n", to: "x/films.csv")
      try filmz.folder.write(
        "Date,Name,Year,Letterboxd URI\n2020-01-02,The Matrix,1999,https://boxd.it/1\n", to: "x/a.csv")
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("import x\r")
      try await shell.expect(/watched,\swatchlist\sor\slikes\?/)
      try await shell.send("watchl\r")
      try await shell.expect(/are\sthe\sratings\sin\sRating\sout\sof\s5\sor\s10\?/)
      try await shell.send("5\r")
      try await shell.expect(/such\sas\s05\/06\/2021:\sday\sor\smonth\?/)
      try await shell.send("m\r")
      #expect(try await shell.expectPrompt().contains("Added 3"))
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == 8)
      #expect(try await filmz.answer(to: "viewings tt0078748").each("date") == ["2021-07-08"])
      #expect(try await filmz.answer(to: "show tt0133093")["watched"] == false)
    }
  }

  /// An answer that is none of the numbers imports nothing.
  @Test(arguments: ["1", "2", "50", ""])
  func otherAnswerAboutTheScaleIsNone(answer: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.undecided, to: "films.csv")
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("import films.csv\r")
      try await shell.expect(/out\sof\s5\sor\s10\?/)
      #expect(try await shell.answer(to: answer).contains("can be out of 5 or 10"))
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func allRowsOfAPipeDecide() async throws {
    try await FilmzProcess.with { filmz in
      let csv = "imdbID,Rating,Watched Date\ntt0113277,4,05/06/2021\ntt0078748,9,05/16/2021\n"
      let result = try await filmz.runProcess(["--offline", "--format", "json", "import", "-"], script: csv)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == 4)
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == ["2021-05-06"])
    }
  }

  /// A file for Letterboxd's importer has half stars.
  @Test(arguments: ["", " --as letterboxd"])
  func fileForLetterboxdIsInStars(options: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "Title,Year,Rating,WatchedDate\nHeat,1995,5,2024-05-01\nAlien,1979,3,2024-05-02\n", to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv\(options)")["added"] == 2)
      #expect(try await filmz.answer(to: "show tt0113277")["myRating"] == 10)
      #expect(try await filmz.answer(to: "show tt0078748")["myRating"] == 6)
    }
  }

  // MARK: - Dates

  /// Midnight in UTC is that day, and the beginning of 1970 no day.
  @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"])
  func momentsThatAreDaysAreReadAsDays(timeZone: String) async throws {
    try await FilmzProcess.with { filmz in
      func play(_ moment: String, _ id: String) -> String {
        #"{"watched_at":"\#(moment)","movie":{"title":"x","ids":{"imdb":"\#(id)"}}}"#
      }
      let plays = [
        play("2022-08-16T00:00:00.000Z", "tt0113277"), play("1970-01-01T00:00:00.000Z", "tt0078748"),
      ]
      try filmz.folder.write("[\(plays.joined(separator: ","))]", to: "watched-history-1.json")
      try filmz.folder.write("imdbID,WatchedDate\ntt0133093,2022-08-16T00:00:00Z\n", to: "films.csv")
      let result = try await filmz.run(
        ["--offline", "import", "watched-history-1.json", "films.csv"], environment: ["TZ": timeZone])
      #expect(result.status == 0, "\(result.stderr)")
      for id in ["tt0113277", "tt0133093"] {
        #expect(try await filmz.answer(to: "viewings \(id)").each("date") == ["2022-08-16"])
      }
      #expect(try await filmz.answer(to: "viewings tt0078748").each("date") == [.null])
    }
  }

  // MARK: - Words

  @Test func wordsDatesAndCountsSayWhatWasWatched() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        imdbID,Watched
        tt0113277,✓
        tt0078748,2024-05-01
        tt0133093,3
        tt0068646,No
        tt0076759,perhaps
        """, to: "films.csv")
      let result = try await filmz.run("--offline", "--format", "json", "import", "films.csv")
      #expect(result.stderr.contains("films.csv:6: Watched is \"perhaps\", which is not valid"))
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == [.null])
      #expect(try await filmz.answer(to: "viewings tt0078748").each("date") == ["2024-05-01"])
      #expect(try await filmz.answer(to: "viewings tt0133093").array.count == 3)
      #expect(Set(try await filmz.answer(to: "ls --unwatched").each("id")) == ["tt0068646", "tt0076759"])
      let again = try await filmz.answer(to: "import films.csv")
      #expect(again["added"] == 0 && again["viewings"] == 0 && again["changed"] == 0, "\(again)")
    }
  }

  /// The day of a row that says that the film was not watched is no viewing.
  @Test(arguments: ["No", "0", "false", "n"])
  func dateBesideNoIsNoViewing(word: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,Watched,Date Watched\ntt0113277,\(word),2020-01-02\ntt0078748,Yes,2020-01-03\n", to: "films.csv")
      let result = try await filmz.answer(to: "import films.csv")
      #expect(result["added"] == 2 && result["viewings"] == 1, "\(result)")
      #expect(result["leftOut"]?.array.map { $0["column"] } == ["Date Watched"], "\(result)")
      #expect(try await filmz.answer(to: "ls --unwatched").each("id") == ["tt0113277"])
      #expect(try await filmz.answer(to: "viewings tt0113277") == [])
      #expect(try await filmz.answer(to: "viewings tt0078748").each("date") == ["2020-01-03"])
    }
  }

  /// Each case has the columns with days, the option, the day of the viewing, and the columns that are left out.
  @Test(
    arguments: [
      ("Date,WatchedDate", nil, "2020-02-02", "Date"), ("WatchedDate,Date", nil, "2020-01-01", "Date"),
      ("Watched Date,Last Watched", nil, "2020-01-01", "Last Watched"),
      ("Date,WatchedDate", "Date=date", "2020-01-01", "WatchedDate"),
      ("Watched Date,Last Watched", "Last Watched=date", "2020-02-02", "Watched Date"),
    ] as [(String, String?, String, String)])
  func oneOfSeveralColumnsWithDaysIsRead(columns: String, option: String?, day: String, others: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("imdbID,\(columns)\ntt0113277,2020-01-01,2020-02-02\n", to: "films.csv")
      let options = option.map { ["--columns", $0] } ?? []
      let result = try await filmz.run(["--offline", "import", "films.csv"] + options)
      #expect(result.status == 0, "\(result)")
      #expect(result.errorLines.count == 1, "\(result)")
      #expect(result.stderr.hasSuffix("films.csv: columns that are not imported: \(others)\n"), "\(result)")
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == [.string(day)])
    }
  }

  // MARK: - Values and rows that cannot be used

  @Test func valuesThatAreLeftOutAreCountedByColumn() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        imdbID,Year,myRating,dateWatched
        tt0113277,1995,great,2024-05-01
        tt0078748,N/A,good,soon
        133093.0,(1999),9,2024-05-02
        """, to: "films.csv")
      let result = try await filmz.run("--offline", "--format", "json", "import", "films.csv")
      let report = try result.json
      #expect(report["added"] == 3 && report["leftOut"]?.each("column") == ["myRating", "dateWatched"], "\(report)")
      #expect(report["leftOut"]?.each("count") == [2, 1], "\(report)")
      #expect(
        result.errorLines.contains {
          $0.hasSuffix("films.csv:2: myRating is \"great\", which is not valid; 1 more value of myRating left out")
        }, "\(result.stderr)")
      #expect(try await filmz.answer(to: "viewings tt0078748").each("date") == [.null])
      #expect(try await filmz.answer(to: "show tt0133093")["myRating"] == 9)
    }
  }

  @Test func rowsThatCannotBeReadGoToTheFileOfUnmatchedRows() async throws {
    try await FilmzProcess.with { filmz in
      let bad = (1...12).map { "tt\(9_500_000 + $0),A, B" }
      let good = (1...14).map { "tt\(9_600_000 + $0),C" }
      try filmz.folder.write((["imdbID,Title"] + bad + good).joined(separator: "\n"), to: "films.csv")
      let short = try await filmz.run("--offline", "import", "films.csv", "--dry-run")
      #expect(short.errorLines.count { $0.contains("films.csv:") } == 10, "\(short)")
      #expect(short.stderr.contains("2 unreadable rows more; --unmatched"), "\(short)")
      let result = try await filmz.run("--offline", "import", "films.csv", "--unmatched", "rest.csv")
      #expect(result.stderr.contains("2 unreadable rows more; all are in rest.csv"), "\(result.stderr)")
      #expect(result.stdout.contains("unreadable 12 (rest.csv)"), "\(result.stdout)")
      let rest = try filmz.folder.read("rest.csv")
      #expect(rest.components(separatedBy: "\r\n").count == 14)
      #expect(rest.contains("it has 3 fields, the header has 2") && rest.contains("\"tt9500012,A, B\","))
      let again = try await filmz.answer(to: "import rest.csv")
      #expect(again["added"] == 0 && again["unreadable"] == [], "\(again)")
    }
  }
}
