/// A column of a CSV file, and how its values are read.
struct CSVColumn {
  let name: String
  private(set) var meaning: ImportedColumn
  /// The order of the day and the month in dates; `nil` if no date of the column needs it.
  var dates: DateOrder?
  /// `false` if the format does not have the column, and the user has assigned no field to it.
  let isKnown: Bool
  /// `true` if the user has assigned a field to the column.
  private let isAssigned: Bool

  /// Returns the columns of a file, and the names of those that are not imported because another column has the day of
  /// the viewing, too.
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

  /// The names, in lower case, of columns in tables whose ratings are stars: those of Letterboxd's importer and
  /// exports, and `stars`.
  static let namesWithStars: Set = ["letterboxduri", "letterboxd uri", "rating10", "rewatch", "watcheddate", "stars"]

  mutating func setScale(_ scale: ImportedScale) { meaning = .rating(scale) }

  /// Sets the scale of ratings that follows from the name of the column, or from the format that the user named.
  private mutating func setScale(_ importFormat: ImportFormat?, hasConst: Bool) {
    // Only IMDb has a column `Const` for its ids.
    if hasConst, !isAssigned, ["your rating", "you rated"].contains(name.lowercased()) {
      meaning = .rating(.points)
    } else if case .rating(nil) = meaning, importFormat == .letterboxd {
      meaning = .rating(.stars)
    }
  }

  /// Ignores all but one of several columns with the day of a viewing.
  ///
  /// The column that the user has assigned remains; otherwise the first column that is not called `Date`; otherwise
  /// `Date`.
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
