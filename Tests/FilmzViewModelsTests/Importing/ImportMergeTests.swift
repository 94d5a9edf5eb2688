import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange
@testable import FilmzViewModels

/// What files say about a film is merged into what the collection has of it.
struct ImportMergeTests {
  private static let film = FilmID(imdbNumber: 113277)
  private static let now = Date(timeIntervalSince1970: 1_790_000_000)

  private func row(_ edit: (inout ImportedRow) -> Void) -> ImportedRow {
    var row = ImportedRow(film: NamedFilm(ids: [Self.film], title: "Heat", year: 1995))
    edit(&row)
    return row
  }

  /// Returns what files say; each array has the rows of one file.
  private func imported(_ files: [ImportedRow]...) -> ImportedFilm {
    var film = ImportedFilm(NamedFilm(ids: [Self.film], title: "Heat", year: 1995))
    for (number, rows) in files.enumerated() {
      for row in rows {
        film.add(Located(value: row, file: number, line: 1), group: number)
      }
    }
    return film
  }

  private func merge(
    _ film: ImportedFilm, into state: ImportState = ImportState(), rule: ConflictRule = .newer,
    again: Bool = false, age: ValueAge = .unknown
  ) throws -> ImportMerge.Result {
    try ImportMerge(rule: rule, restoresRemoved: again, now: Self.now) { _, _, _ in age }
      .merge(film, Self.film, into: state)
  }

  private func date(_ text: String) throws -> PartialDate { try #require(PartialDate(text)) }

  private func viewing(_ date: String?, rating: Int? = nil, note: String? = nil) -> ImportedViewing {
    ImportedViewing(
      date: date.flatMap { PartialDate($0) }, rating: rating.flatMap { Rating(tenths: $0) },
      note: note)
  }

  private func entry(_ edit: (inout CollectionEntry) -> Void = { _ in }) -> ImportState {
    var entry = CollectionEntry(
      id: Self.film, caption: Caption(title: "Heat", year: 1995), addedAt: Self.now)
    edit(&entry)
    var state = ImportState()
    state.entry = entry
    return state
  }

  @Test func ratedFilmIsSeenOnAnUnknownDate() throws {
    let film = imported([
      row {
        $0.isSeen = true
        $0.rating = Rating(tenths: 90)
        $0.date = PartialDate("2020-05-01")
      }
    ])
    let result = try merge(film)
    let entry = try #require(result.entry)
    #expect(result.isChanged)
    #expect(entry.rating == Rating(tenths: 90))
    #expect(entry.viewings.map(\.date) == [nil])
    #expect(entry.imported.date(of: .rating) == PartialDate("2020-05-01"))
    #expect(PartialDate(day: entry.addedAt) == PartialDate("2020-05-01"))
  }

  @Test func dateOfAdditionInTheFileIsThatOfTheFilmOnly() throws {
    let film = imported([
      row {
        $0.rating = Rating(tenths: 90)
        $0.date = PartialDate("2020-05-01")
        $0.addedOn = PartialDate("2021-01-02")
      }
    ])
    let entry = try #require(try merge(film).entry)
    #expect(PartialDate(day: entry.addedAt) == PartialDate("2021-01-02"))
    #expect(entry.imported.date(of: .rating) == PartialDate("2020-05-01"))
  }

  @Test func wantedFilmHasNoViewing() throws {
    let entry = try #require(try merge(imported([row { $0.isWanted = true }])).entry)
    #expect(entry.viewings.isEmpty)
  }

  // MARK: - Conflicts

  struct Conflict: Sendable, CustomStringConvertible {
    let rule: ConflictRule
    let fileDate: String?
    let age: ValueAge
    let isReplaced: Bool
    var description: String { "\(rule), file \(fileDate ?? "-"), present \(age)" }
  }

  private static func day(_ text: String) -> ValueAge {
    PartialDate(text).map { .day($0) } ?? .unknown
  }

  private static let conflicts: [Conflict] = [
    Conflict(rule: .newer, fileDate: nil, age: .unknown, isReplaced: false),
    Conflict(rule: .newer, fileDate: "2020-01-01", age: .unknown, isReplaced: true),
    Conflict(
      rule: .newer, fileDate: "2020-01-02", age: day("2020-01-01"),
      isReplaced: true),
    Conflict(
      rule: .newer, fileDate: "2020-01-01", age: day("2020-01-01"),
      isReplaced: false),
    Conflict(
      rule: .newer, fileDate: "2020", age: day("2020-01-02"), isReplaced: false),
    // The day begins at midnight in UTC.
    Conflict(
      rule: .newer, fileDate: "2020-01-01",
      age: .moment(Date(timeIntervalSince1970: 1_577_836_801)), isReplaced: false),
    Conflict(
      rule: .newer, fileDate: "2020-01-01",
      age: .moment(Date(timeIntervalSince1970: 1_577_836_799)), isReplaced: true),
    Conflict(rule: .mine, fileDate: "2024-01-01", age: .unknown, isReplaced: false),
    Conflict(rule: .theirs, fileDate: nil, age: .moment(now), isReplaced: true),
  ]

  @Test(arguments: conflicts)
  func newerValueIsKept(_ conflict: Conflict) throws {
    let film = imported([
      row {
        $0.rating = Rating(tenths: 60)
        $0.date = conflict.fileDate.flatMap { PartialDate($0) }
      }
    ])
    let state = entry {
      $0.rating = Rating(tenths: 80)
      $0.viewings = [Viewing(id: UUID(), film: Self.film, date: nil)]
    }
    let result = try merge(film, into: state, rule: conflict.rule, age: conflict.age)
    #expect(result.entry?.rating == Rating(tenths: conflict.isReplaced ? 60 : 80))
    #expect(result.replaced == (conflict.isReplaced ? 1 : 0))
    #expect(result.isChanged == conflict.isReplaced)
  }

  /// A value that a command has removed since the day of the file stays removed; an older removal does not count.
  @Test(
    arguments: [
      (.newer, "2020-01-01", false), (.newer, nil, false), (.mine, "2020-01-01", false),
      (.newer, "2100-01-01", true), (.theirs, "2020-01-01", true),
    ] as [(ConflictRule, String?, Bool)])
  func removedValueOfTheUserIsAValue(rule: ConflictRule, day: String?, isSet: Bool) throws {
    let film = imported([
      row {
        $0.rating = Rating(tenths: 60)
        $0.date = day.flatMap { PartialDate($0) }
      }
    ])
    for again in [false, true] {
      let result = try merge(
        film, into: entry(), rule: rule, again: again, age: .moment(Self.now))
      #expect((result.entry?.rating != nil) == (isSet || again))
      #expect(result.removedSince == (isSet || again ? 0 : 1))
    }
    #expect(try merge(film, into: entry(), rule: rule).entry?.rating != nil)
  }

  @Test func theirsMakesTheValueOneOfToday() throws {
    let film = imported([
      row {
        $0.rating = Rating(tenths: 60)
        $0.date = PartialDate("2001-01-01")
      }
    ])
    let result = try merge(film, into: entry { $0.rating = Rating(tenths: 80) }, rule: .theirs)
    #expect(result.entry?.imported.date(of: .rating) == PartialDate(day: Self.now))
  }

  // MARK: - Viewings

  @Test func diaryAndReviewsTellOfTheSameViewings() throws {
    let film = imported(
      [
        row { $0.viewing = viewing("2020-01-01", rating: 80) },
        row { $0.viewing = viewing("2020-01-01") },
        row { $0.viewing = viewing("2021-01-01") },
      ],
      [
        row { $0.viewing = viewing("2020-01-01", rating: 80, note: "Great") },
        row { $0.viewing = viewing(nil, note: "Undated") },
      ])
    let viewings = try #require(try merge(film).entry).viewings
    #expect(viewings.map { $0.date?.text } == ["2020-01-01", "2020-01-01", "2021-01-01", nil])
    #expect(viewings.map(\.note) == ["Great", nil, nil, "Undated"])
    #expect(Set(viewings.map(\.id)).count == 4)
  }

  @Test func ratingOfTheLastViewingIsThatOfTheFilm() throws {
    let film = imported([
      row { $0.viewing = viewing("2021-01-01", rating: 90) },
      row { $0.viewing = viewing("2020-01-01", rating: 40) },
      row { $0.viewing = viewing("2022-01-01") },
    ])
    #expect(try merge(film).entry?.rating == Rating(tenths: 90))
  }

  @Test func seenFilmOfUnknownDateGetsItsFirstDate() throws {
    let seen = try merge(imported([row { $0.isSeen = true }]))
    var state = ImportState()
    state.entry = seen.entry
    let diary = imported([
      row { $0.viewing = viewing("2020-01-01") }, row { $0.viewing = viewing("2021-01-01") },
    ])
    let result = try merge(diary, into: state)
    #expect(
      result.entry?.viewings.map { $0.date?.text } == ["2020-01-01", "2021-01-01"])
    #expect(result.entry?.viewings.contains { $0.id == seen.entry?.viewings.first?.id } == false)
    #expect(result.viewings == 1)
    // The same viewings as without the one of unknown date, so that two machines agree.
    #expect(result.entry?.viewings == (try merge(diary)).entry?.viewings)
  }

  /// Each case has the date of a viewing, the date of a viewing in a file, and whether it takes its place.
  @Test(
    arguments: [
      (nil, "2020-05-01", true), (nil, "2020", true), ("2020", "2020-05-01", true),
      ("2020-05", "2020-05-01", true), ("2020", "2020-05", false), ("2020-05", "2020", false),
      ("2020", "2021-05-01", false), ("2020-05", "2020-06-01", false), ("2020", "2020", false),
      ("2020-05-02", "2020-05-01", false), ("2020", nil, false), (nil, nil, false),
    ] as [(String?, String?, Bool)])
  func moreExactDateTakesThePlace(present: String?, new: String?, isReplaced: Bool) throws {
    var old = Viewing(id: UUID(), film: Self.film, date: present.flatMap { PartialDate($0) })
    let file = imported([row { $0.viewing = viewing(new) }])
    for hasMark in [false, true] {
      if hasMark { old.imported.insert(.seen) }
      let viewings = try merge(file, into: entry { $0.viewings = [old] }).entry?.viewings ?? []
      #expect(viewings.contains { $0.id == old.id } != (hasMark && isReplaced))
      #expect(viewings.contains { $0.date?.text == new } || new == nil)
    }
    #expect(old.isReplaceable(by: new.flatMap { PartialDate($0) }) == isReplaced)
    for edit: (inout Viewing) -> Void in [
      { $0.note = "Mine" }, { $0.rating = Rating(tenths: 80) }, { $0.tags = ["cinema"] },
    ] {
      var edited = old
      edit(&edited)
      #expect(!edited.isReplaceable(by: new.flatMap { PartialDate($0) }))
    }
  }

  /// Of several viewings, the one with the most exact date is replaced, and one viewing of a file replaces one at most.
  @Test func eachViewingOfAFileTakesOnePlace() throws {
    let state = entry {
      $0.viewings = [nil, nil, "2020", "2020-05"].enumerated().map { number, date in
        let date = date.flatMap { PartialDate($0) }
        var viewing = Viewing(
          id: Viewing.id(film: Self.film, date: date, number: -number), film: Self.film, date: date)
        viewing.imported.insert(.seen)
        return viewing
      }
    }
    var dates: [[String]] = []
    for days in [["2020-05-01"], ["2020-05-01", "2020-05-02"], ["2021-01-01"]] {
      let file = imported(days.map { day in row { $0.viewing = viewing(day) } })
      let viewings = try #require(try merge(file, into: state).entry).viewings
      dates.append(viewings.map { $0.date?.text ?? "-" }.sorted())
    }
    #expect(
      dates == [
        ["-", "-", "2020", "2020-05-01"], ["-", "-", "2020-05-01", "2020-05-02"],
        ["-", "2020", "2020-05", "2021-01-01"],
      ])
  }

  /// No viewing that a user entered vanishes or gets another date, and the same files again change nothing.
  @Test(arguments: Seeds.of(1...60))
  func viewingsOfTheUserAreKept(seed: UInt64) throws {
    var random = SplitMix(seed)
    let dates = [nil, "2020", "2020-05", "2020-05-01", "2020-06-02", "2021", "2021-01-01"]
    for _ in 0..<20 {
      var state = entry { entry in
        for number in 0..<Int.random(in: 0...4, using: &random) {
          let date = random.element(of: dates).flatMap { PartialDate($0) }
          let isMine = random.chance(oneIn: 2)
          let id = Viewing.id(film: Self.film, date: date, number: isMine ? number + 1 : -number)
          var viewing = Viewing(id: id, film: Self.film, date: date)
          if !isMine { viewing.imported.insert(.seen) }
          if random.chance(oneIn: 4) { viewing.note = "Mine" }
          entry.viewings.append(viewing)
        }
      }
      let files = imported(
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          row { $0.viewing = viewing(random.element(of: dates)) }
        })
      let old = state.entry?.viewings ?? []
      state.entry = try merge(files, into: state).entry
      let new = state.entry?.viewings ?? []
      for viewing in old where !viewing.imported.contains(.seen) || viewing.note != nil {
        #expect(new.contains { $0.id == viewing.id && $0.date == viewing.date && $0.note == viewing.note })
      }
      #expect(new.count >= max(old.count, files.viewings.count))
      #expect(try merge(files, into: state).entry == state.entry)
    }
  }

  @Test func viewingOfThatDayIsKeptWithItsValues() throws {
    let id = UUID()
    let state = entry {
      var viewing = Viewing(id: id, film: Self.film, date: PartialDate("2020-01-01"))
      viewing.note = "Mine"
      $0.viewings = [viewing]
    }
    let film = imported([row { $0.viewing = viewing("2020-01-01", rating: 80, note: "Theirs") }])
    let merge = ImportMerge(rule: .newer, restoresRemoved: false, now: Self.now) { field, _, _ in
      field == "note" ? .moment(Self.now) : .unknown
    }
    let viewings = try #require(try merge.merge(film, Self.film, into: state).entry).viewings
    #expect(viewings.map(\.id) == [id])
    #expect(viewings.map(\.note) == ["Mine"])
    #expect(viewings.map(\.rating) == [Rating(tenths: 80)])
  }

  // MARK: - Again

  @Test func importingAgainChangesNothing() throws {
    let film = imported(
      [
        row {
          $0.viewing = viewing("2020-01-01", rating: 80, note: "A")
          $0.date = PartialDate("2020-01-02")
        },
        row { $0.viewing = viewing("2020-01-01") },
      ],
      [
        row {
          $0.rating = Rating(tenths: 70)
          $0.isSeen = true
          $0.date = PartialDate("2020-02-02")
        }
      ], [row { $0.tags = ["liked"] }])
    var state = ImportState()
    state.entry = try merge(film).entry
    for rule in ConflictRule.allCases {
      let again = try merge(film, into: state, rule: rule, age: .day(try date("2020-02-02")))
      #expect(again.entry == state.entry)
      #expect(!again.isChanged)
      #expect(again.replaced == 0 && again.viewings == 0 && again.removedSince == 0)
    }
  }

  @Test(arguments: [false, true])
  func whatWasRemovedComesBackOnlyWithAgain(again: Bool) throws {
    let film = imported(
      [row { $0.viewing = viewing("2020-01-01", note: "A") }],
      [
        row {
          $0.rating = Rating(tenths: 70)
          $0.isSeen = true
        }
      ], [row { $0.tags = ["liked"] }])
    var state = ImportState()
    var entry = try #require(try merge(film).entry)
    entry.rating = nil
    entry.tags = []
    entry.viewings = []
    state.entry = entry
    state.removedViewings = [PartialDate("2020-01-01")]
    let result = try merge(film, into: state, again: again)
    #expect(result.entry?.rating == (again ? Rating(tenths: 70) : nil))
    #expect(result.entry?.tags == (again ? ["liked"] : []))
    #expect(result.entry?.viewings.count == (again ? 1 : 0))
    #expect(result.isChanged == again)
    #expect(result.removedSince == (again ? 0 : 3))
  }

  @Test(arguments: [false, true])
  func removedFilmComesBackOnlyWithAgain(again: Bool) throws {
    var state = ImportState()
    state.isRemoved = true
    let result = try merge(imported([row { $0.isWanted = true }]), into: state, again: again)
    #expect((result.entry != nil) == again)
    #expect(result.removedSince == (again ? 0 : 1))
  }

  @Test(arguments: [false, true])
  func onlySeenFilmEndsASkip(isSeen: Bool) throws {
    var state = ImportState()
    state.isSkipped = true
    let film = imported([
      row {
        $0.isSeen = isSeen
        $0.isWanted = !isSeen
      }
    ])
    let result = try merge(film, into: state)
    #expect((result.entry != nil) == isSeen)
    #expect(result.removedSince == 0)
  }
}
