import FilmzTestSupport
import Testing

/// The verbs `log`, `undo` and `redo`.
struct JournalVerbTests {
  @Test func stepsAreUndoneAndRedoneAcrossProcesses() async throws {
    try await FilmzProcess.with { filmz in
      var states = [try await filmz.answer(to: "ls")]
      for call in [
        ["add", "tt0068646"], ["rate", "tt0068646", "8"], ["note", "tt0071562", "x y"],
      ] {
        #expect(try await filmz.run(["--offline"] + call).isSilentSuccess)
        states.append(try await filmz.answer(to: "ls"))
      }
      for state in states.dropLast().reversed() {
        #expect(try await filmz.run("--offline", "undo").isSilentSuccess)
        #expect(try await filmz.answer(to: "ls") == state)
      }
      #expect(try await filmz.run("undo").errorLines == ["filmz: Nothing to undo"])
      for state in states.dropFirst() {
        #expect(try await filmz.run("--offline", "redo").isSilentSuccess)
        #expect(try await filmz.answer(to: "ls") == state)
      }
      #expect(try await filmz.run("redo").errorLines == ["filmz: Nothing to redo"])
    }
  }

  /// Step 3 is the undo of step 2, which `log` does not list.
  @Test func logHasTheSpecifiedFormat() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "search godfather; rate 1,3 8; note 2 'one  two'; rate 1 8; ls; undo")
      _ = try await filmz.run("--offline", "watched", "tt0068646", "--note", "great fun")
      let lines = try await filmz.run("--format", "jsonl", "log").stdout.split(separator: "\n")
      try #require(lines.count == 3)
      let timePattern = #""time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ""#
      for (line, step, command, films, undone) in [
        (lines[0], 4, #"watched tt0068646 --note \"great fun\""#, #"["tt0068646"]"#, false),
        (lines[1], 2, #"note 2 \"one  two\""#, #"["tt0071562"]"#, true),
        (lines[2], 1, "rate 1,3 8", #"["tt0068646","tt0099674"]"#, false),
      ] {
        let lineWithoutTime = try line.replacing(Regex(timePattern), with: "TIME")
        let members = #""command":"\#(command)","films":\#(films),"undone":\#(undone)"#
        #expect(lineWithoutTime == #"{"step":\#(step),TIME,\#(members)}"#)
      }
    }
  }

  /// Earlier versions kept commands of any length.
  @Test func longCommandIsCutInTablesOnly() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let path = filmz.folder.path(of: "home/data/collection.sqlite")
      try SQLiteFile(path: path).execute(
        "UPDATE step SET command = 'note . ' || hex(zeroblob(1000000))")
      let log = try await filmz.run("log")
      #expect(log.status == 0 && log.stdout.contains("note . 0000"))
      #expect(log.stdout.utf8.count < 2_000, "\(log.stdout.utf8.count)")
      let command = try await filmz.answer(to: "log")[0]?["command"]?.string
      #expect(command?.utf8.count == 2_000_007)
    }
  }

  @Test func logCanBeLimitedAndCanBeEmpty() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.answer(to: "log") == [])
      let empty = try await filmz.run("--verbose", "log")
      #expect(empty.status == 0 && empty.stderr.contains("Nothing has been changed yet."))
      let rates = (1...25).map { "rate tt0068646 \(Double($0) / 10)" }
      _ = try await filmz.answer(to: rates.joined(separator: "; "))
      #expect(try await filmz.answer(to: "log --limit 2").each("step") == [25, 24])
      #expect(try await filmz.answer(to: "log --limit 99").array.count == 25)
      #expect(try await filmz.answer(to: "log").array.count == 25)
      let limitedLog = try await filmz.answer(to: "undo 3; log --limit 4")
      #expect(limitedLog.each("undone") == [true, true, true, false])
      // Tables number the steps that `undo` can take back, from the newest.
      let rows = try await filmz.run("log", "--limit", "5").stdout.split(separator: "\n")
      try #require(rows.count == 6)
      #expect(rows[0].contains(/^Step +When +Command +Films$/))
      #expect(rows[1].contains(/^ +\d{4}-\d\d-\d\d .* The Godfather +undone$/))
      #expect(rows[3].contains(/^ +\d{4}-\d\d-\d\d .* undone$/))
      #expect(rows[4].contains(/^ +1 +\d{4}-\d\d-\d\d .*rate tt0068646 2\.2 .* The Godfather *$/))
      #expect(rows[5].contains(/^ +2 +\d{4}-\d\d-\d\d .*rate tt0068646 2\.1 +The/))
      _ = try await filmz.answer(to: "undo 2")
      #expect(try await filmz.answer(to: "ls").each("myRating") == [2])
    }
  }

  @Test func scriptsUndoManyStepsWithoutAQuestion() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: (1...5).map { "rate tt0068646 \($0)" }.joined(separator: "; "))
      #expect(try await filmz.run("undo", "4").status == 0)
      #expect(try await filmz.answer(to: "ls").each("myRating") == [1])
      let script = try await filmz.run(script: "redo 4\nundo 3")
      #expect(script.status == 0, "\(script.stderr)")
      #expect(try await filmz.answer(to: "ls").each("myRating") == [2])
    }
  }

  @Test func moreThanThreeStepsAreListedAndConfirmedInShells() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      for rating in 1...4 { _ = try await shell.answer(to: "rate tt0068646 \(rating)") }
      for (answer, rating) in [("n", [4]), ("y", [])] as [(String, [JSON])] {
        try await shell.send("undo 4\r")
        let seen = try await shell.expect("Undo these 4 steps? [y/N] ")
        for (number, rating) in zip(1...4, (1...4).reversed()) {
          #expect(
            seen.contains("\(number) `rate tt0068646 \(rating)` (The Godfather), just now"), "\(seen)")
        }
        _ = try await shell.answer(to: answer)
        #expect(try await filmz.answer(to: "ls").each("myRating") == rating)
      }
      #expect(try await shell.quit() == 0)
    }
  }

  @Test(arguments: [
    ["undo", "0"], ["undo", "x"], ["undo", "2", "3"], ["undo", "-1"], ["undo", "1.5"],
    ["redo", "0"], ["redo", "x"], ["redo", "2", "3"], ["log", "--limit", "0"], ["log", "5"],
    ["log", "--limit"],
  ])
  func invalidArgumentsAreRejectedWithoutAChange(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate tt0068646 8; rate tt0068646 7; undo")
      let single = try await filmz.run(call)
      #expect(single.status == 64 && single.stdout == "")
      #expect(single.errorLines.count == 1)
      #expect(
        single.stderr.contains("see `help \(call[0])`")
          || single.stderr.contains("did you mean `log --limit 5`?"))
      let script = try await filmz.run(script: call.joined(separator: " "))
      #expect(script.status == 1 && script.stdout == "")
      #expect(script.errorLines.count == 1 && script.stderr.hasPrefix("line 1: "))
      #expect(try await filmz.answer(to: "log").each("undone") == [true, false])
    }
  }

  @Test func missingStepsAreReportedInOneLine() async throws {
    try await FilmzProcess.with { filmz in
      for verb in ["undo", "redo"] {
        let single = try await filmz.run("--format", "json", verb)
        #expect(single.status == 1 && single.stdout == "")
        #expect(single.errorLines == ["filmz: Nothing to \(verb)"])
        let script = try await filmz.run(script: "version\n\(verb) 3\nversion")
        #expect(script.status == 1)
        #expect(script.errorLines == ["line 2: Nothing to \(verb)"])
      }
    }
  }

  @Test func tooManyStepsMeanAllStepsAndAWarning() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate tt0068646 8; rate tt0068646 7")
      let undone = try await filmz.run("--offline", "undo", "5")
      #expect(undone.status == 0)
      #expect(undone.errorLines == ["filmz: 2 steps undone; there are no more"])
      #expect(try await filmz.answer(to: "ls") == [])
      let redone = try await filmz.run("--offline", "-c", "redo; redo 2")
      #expect(redone.errorLines == ["command 2: 1 step redone; there are no more"])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [7])
    }
  }

  @Test func severalFilmsOfOneCommandAreOneStep() async throws {
    try await FilmzProcess.with { filmz in
      let documents = try await filmz.run(
        "--offline", "--format", "json", "-c",
        "search godfather; rate 1-3 8; rate 2-3 6; undo; undo"
      ).documents
      #expect(documents[3].each("id") == ["tt0071562", "tt0099674"])
      #expect(documents[3].each("myRating") == [8, 8])
      #expect(documents[4].each("inCollection") == [false, false, false])
      let log = try await filmz.answer(to: "log")
      #expect(log.each("films").map { $0?.array.count } == [2, 3])
    }
  }

  @Test func newChangeClearsTheStepsToRedo() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate tt0068646 8; rate tt0068646 7; undo; rate tt0068646 6")
      #expect(try await filmz.run("redo").errorLines == ["filmz: Nothing to redo"])
      #expect(try await filmz.answer(to: "undo; ls").each("myRating") == [8])
      #expect(try await filmz.answer(to: "log").each("undone") == [true, true, false])
      // A command that changes nothing does not clear the steps to redo.
      #expect(try await filmz.answer(to: "rate tt0068646 8; redo; ls").each("myRating") == [6])
    }
  }

  @Test func undoRestoresARemovedFilmCompletely() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          add tt0068646 --watched --on 2019 --rating 7.5 --note 'a "b"' --tag t --tag u \
          --from Ann --audience partner; add tt0071562; \
          watched tt0068646 --on 2024-05-01 --rating 9 --note first --tag cinema; \
          watched tt0068646 --on unknown --note 千; watched tt0068646 --on 2019
          """)
      let before = try await filmz.answer(to: "show tt0068646")
      #expect(before["viewings"]?.array.count == 4)
      let list = try await filmz.answer(to: "ls")
      let removed = try await filmz.answer(to: "rm tt0068646 tt0071562 --yes; ls")
      #expect(removed == [])
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "show tt0068646") == before)
      #expect(try await filmz.answer(to: "ls") == list)
      _ = try await filmz.answer(to: "unwatched tt0068646; undo; redo; undo")
      #expect(try await filmz.answer(to: "show tt0068646") == before)
    }
  }

  @Test func changesOfOtherInstallationsAreOverriddenOnlyWithYes() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate tt0068646 8; rate tt0068646 7; note tt0071562 x")
      // The state after a synchronization.
      try filmz.collectionFile.execute(
        """
        INSERT INTO step (id, installation, madeAt, command) VALUES ('s', 'other', 1, 'rate 3.3');
        INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
        SELECT 'c', 's', 'other', max(clock) + 1, 'update', 'entry', 'tt0068646',
          '{"rating":{"old":70,"new":33}}' FROM change;
        UPDATE entry SET rating = 33 WHERE id = 'tt0068646'
        """)
      let refusals = ["7", "8"].map { rating in
        """
        filmz: `rate tt0068646 \(rating)` was not undone: the rating of The Godfather has changed \
        since; --yes restores the old values anyway; `undo N` undoes those of the N newest \
        steps that can be undone (`log` lists them)
        """
      }
      let partlyRefused = try await filmz.run("--offline", "--format", "json", "undo", "3")
      #expect(partlyRefused.status == 0 && partlyRefused.errorLines == refusals)
      #expect(try partlyRefused.json.each("id") == ["tt0071562"])
      #expect(try await filmz.answer(to: "log").each("undone") == [true, false, false])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [3.3])
      let refused = try await filmz.run("--offline", "--format", "json", "undo")
      #expect(refused.status == 1 && refused.stdout == "")
      #expect(refused.errorLines == [refusals[0]])
      #expect(try await filmz.answer(to: "undo --yes; ls").each("myRating") == [8])
      #expect(
        try await filmz.answer(to: "log").each("command")
          == ["undo --yes", "note tt0071562 x", "rate tt0068646 7", "rate tt0068646 8"])
      #expect(try await filmz.answer(to: "undo; ls").each("myRating") == [3.3])
    }
  }
}
