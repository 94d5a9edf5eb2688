/// A column of a CSV file, and how its values are read.
struct CSVColumn {
  let name: String
  private(set) var meaning: ImportedColumn
  /// The order of the day and the month.
  var dates: DateOrder?
  /// `false` if neither the format nor the user says what the column has.
  let isKnown: Bool
  /// `true` if the user has assigned a field to the column.
  private let isAssigned: Bool

  /// Returns the columns with some names of a file with a format, and the names of columns that are not imported because
  /// another one has the same values.
  static func columns(
    named names: [String], _ format: CSVFormat, as importFormat: ImportFormat?, _ fields: [String: ImportField]
  ) -> (columns: [CSVColumn], repeated: [String]) {
    let hasConst = names.contains { $0.lowercased() == "const" }
    var columns = names.map { name in
      var column = CSVColumn(name, format, fields[name.lowercased()])
      column.setScale(importFormat, hasConst: hasConst)
      return column
    }
    let repeated = format == .table ? ignoreRepeatedDates(&columns) : []
    return (columns, repeated)
  }

  private init(_ name: String, _ format: CSVFormat, _ field: ImportField?) {
    let key = field?.columnName ?? name.lowercased()
    self.name = name
    meaning = field?.column ?? ImportedColumn(named: key, in: format) ?? .ignored
    isAssigned = field != nil
    isKnown = isAssigned || format.hasColumn(key)
  }

  /// The names of columns that go with a rating in stars, in lower case: those of Letterboxd's importer and exports, and
  /// one of that name.
  static let namesWithStars: Set = ["letterboxduri", "letterboxd uri", "rating10", "rewatch", "watcheddate", "stars"]

  mutating func setScale(_ scale: ImportedScale) { meaning = .rating(scale) }

  /// Sets the scale of ratings that follows from the name of the column, or from the format that the user named.
  private mutating func setScale(_ importFormat: ImportFormat?, hasConst: Bool) {
    // Only IMDb names its ids so.
    if hasConst, !isAssigned, ["your rating", "you rated"].contains(name.lowercased()) {
      meaning = .rating(.points)
    } else if case .rating(nil) = meaning, importFormat == .letterboxd {
      meaning = .rating(.stars)
    }
  }

  /// Leaves one of several columns with the day of a viewing: one that the user has assigned or, without one, the first,
  /// but one called `Date` last.
  ///
  /// - Returns: The names of the other columns.
  private static func ignoreRepeatedDates(_ columns: inout [CSVColumn]) -> [String] {
    func rank(_ index: Int) -> Int {
      columns[index].isAssigned ? 0 : columns[index].name.lowercased() == "date" ? 2 : 1
    }
    let dates = columns.indices.filter { columns[$0].meaning == .watchedDate }
    guard let best = dates.min(by: { (rank($0), $0) < (rank($1), $1) }) else { return [] }
    let others = dates.filter { $0 != best }
    for index in others { columns[index].meaning = .ignored }
    return others.map { columns[$0].name }
  }
}

extension CSVFormat {
  /// Returns whether a file with the format can have a column with a name, which is in lower case.
  fileprivate func hasColumn(_ name: String) -> Bool {
    self == .unmatched ? UnmatchedColumn.byName[name] != nil : ImportedColumn(named: name, in: self) != nil
  }
}
