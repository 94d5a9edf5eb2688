import FilmzDomain
import FilmzTestSupport
import Testing

/// Imported values are as old as their files say (contract, "What is synced").
struct ImportedValueTests {
  /// A rating that a machine sets by hand, or imports with a day.
  private struct Setting {
    let step: Int
    let machine: String
    let milliseconds: Int64
    let tenths: Int64
    var day: String?
    /// The time of the last undo or redo, and whether it was an undo.
    var reversal: (milliseconds: Int64, isUndo: Bool)?
  }

  private static let film = Change.Subject(.entry, "tt0113277")
  /// Days with their beginnings; a file without a day is older than all.
  private static let days: [(text: String, milliseconds: Int64)] = [
    ("", .min), ("1968-05-01", -52_704_000_000), ("2015", 1_420_070_400_000),
    ("2020-01", 1_577_836_800_000), ("2020-01-02", 1_577_923_200_000),
    ("2031-01-01", 1_924_992_000_000),
  ]
  /// 2020-01-01.
  private static let start: Int64 = 1_577_836_800_000

  /// The rating that holds is the newest, whatever the order in which the changes arrive.
  @Test(arguments: Seeds.of(1...300))
  func newestRatingHolds(seed: UInt64) throws {
    var random = SplitMix(seed)
    let settings = Self.settings(&random)
    let expected = Self.newest(settings)
    for _ in 0..<4 {
      let changes = Self.changes(settings).shuffled(using: &random)
      let state = JournalState(of: changes, subjects: .standard)
      #expect(state.rows[Self.film]?["rating"] == (expected.map { .integer($0.tenths) } ?? .null))
      #expect(
        state.assignments(of: "rating", Self.film).max { $0.position < $1.position }?.field.new
          == expected.map { .integer($0.tenths) })
    }
  }

  private static func settings(_ random: inout SplitMix) -> [Setting] {
    (0..<Int.random(in: 1...8, using: &random)).map { step in
      var setting = Setting(
        step: step, machine: random.element(of: ["A", "B", "C"]),
        milliseconds: start + Int64.random(in: 1...900, using: &random) * 400_000 + Int64(step),
        tenths: Int64(step))
      if random.chance(oneIn: 2) { setting.day = random.element(of: days).text }
      if random.chance(oneIn: 4) {
        setting.reversal = (
          setting.milliseconds + Int64.random(in: 1...900, using: &random) * 400_000 + 100,
          random.chance(oneIn: 3)
        )
      }
      return setting
    }
  }

  /// Returns the setting that holds: a value by hand is from the time of the change or its redo, an imported one from its
  /// day, but not newer than the change.
  private static func newest(_ settings: [Setting]) -> Setting? {
    func order(_ setting: Setting) -> (Int64, Int, String, Int) {
      let day = days.first { $0.text == setting.day }?.milliseconds
      if let day, day <= setting.milliseconds { return (day, 0, setting.machine, setting.step) }
      return (
        setting.reversal?.milliseconds ?? setting.milliseconds, 1, setting.machine, setting.step
      )
    }
    return settings.filter { $0.reversal?.isUndo != true }.max { order($0) < order($1) }
  }

  private static func changes(_ settings: [Setting]) -> [RecordedChange] {
    let insertion = Change(
      kind: .insert, subject: film,
      fields: ["addedAt": .init(old: .null, new: .integer(1))])
    var changes = [record("0", step: "-", "A", start, insertion)]
    for setting in settings {
      let rating = Change.FieldChange(
        old: .null, new: .integer(setting.tenths), day: setting.day)
      let step = "step \(setting.step)"
      changes.append(
        record(
          "\(setting.step + 1)", step: step, setting.machine, setting.milliseconds,
          Change(kind: .update, subject: film, fields: ["rating": rating])))
      guard let reversal = setting.reversal else { continue }
      changes.append(
        record(
          "r\(setting.step)", step: "reversal", setting.machine, reversal.milliseconds,
          Change(kind: reversal.isUndo ? .undo : .redo, subject: .init(.step, step))))
    }
    return changes
  }

  private static func record(
    _ id: String, step: String, _ machine: String, _ milliseconds: Int64, _ change: Change
  ) -> RecordedChange {
    RecordedChange(
      id: id, step: step, installation: machine,
      clock: HybridTimestamp(rawValue: milliseconds << 16), change: change)
  }

  // MARK: - What an import has brought

  @Test func newestOfSeveralDaysCounts() {
    var imported = ImportedValues(elements: [
      "subject", "rating 2020-01-01", "rating", "rating 2021",
    ])
    #expect(imported.date(of: .rating) == PartialDate("2021") && imported.date(of: .note) == nil)
    imported.insert(.rating, date: PartialDate("2022-01-01"))
    #expect(imported.elements == ["subject", "rating 2022-01-01"])
  }
}
