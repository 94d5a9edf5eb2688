import FilmzDomain
import FilmzExchange

// Removes single values that cannot be stored; the other values are imported.
extension NamedFilm {
  /// Removes a year in brackets at the end of the title, as in `Heat (1995)`, and makes it the film's year.
  ///
  /// Does nothing if the film has another year, or an id and a year.
  mutating func takeYearFromTitle() {
    guard ids.isEmpty || year == nil, let title, TitleWithYear(title: title, year: nil).endsWithYearInBrackets,
      let input = TitleWithYear.interpretations(of: title).first, year == nil || year == input.year
    else { return }
    (self.title, year) = (input.title, input.year)
  }

  /// Removes titles that are too long, and returns the reasons.
  mutating func removeLongTitles() -> [RowProblem] {
    var problems: [RowProblem] = []
    for (column, path) in [("title", \Self.title), ("originalTitle", \.originalTitle)] {
      guard let title = self[keyPath: path], title.isTooLongTitle else { continue }
      self[keyPath: path] = nil
      problems.append(.invalid(column, title))
    }
    return problems
  }
}

extension ImportedRow {
  /// Removes the values of the film that cannot be stored or whose dates are after `today`, and returns the reasons.
  mutating func removeInvalidValues(after today: PartialDate) -> [RowProblem] {
    var problems = note.removeIfTooLong("note") + tags.removeInvalidTags()
    // The date of the row says only how old its values are; values without a date count as old.
    if let date, date > today { self.date = nil }
    if let date = addedOn, date > today {
      addedOn = nil
      problems.append(.invalid("dateAdded", date.text))
    }
    if let name = recommendedBy, !name.isName {
      recommendedBy = nil
      problems.append(.invalid("recommendedBy", name))
    }
    if lists.contains(where: \.isTooLong) {
      lists.removeAll(where: \.isTooLong)
      problems.append(.textTooLong(column: "lists"))
    }
    return problems
  }

  /// Removes the values of the viewing that cannot be stored or whose dates are after `today`, and returns the reasons.
  mutating func removeInvalidValuesOfViewing(after today: PartialDate) -> [RowProblem] {
    guard var viewing else { return [] }
    var problems = viewing.note.removeIfTooLong("note of the viewing") + viewing.tags.removeInvalidTags()
    if let date = viewing.date, date > today {
      viewing.date = nil
      problems.append(.invalid("date of the viewing", date.text))
    }
    self.viewing = viewing
    return problems
  }

  /// Removes the list if its name is too long, or its description if that is too long, and returns the reason.
  mutating func removeInvalidValuesOfList() -> RowProblem? {
    if list?.name.isTooLong == true {
      list = nil
      return .textTooLong(column: "name of the list")
    }
    return list?.description.removeIfTooLong("description").first
  }
}

extension MFlixMovie {
  /// Removes the longest facts until the others can be stored together, and returns the reasons.
  mutating func removeLongFacts() -> [RowProblem] {
    let sizes = facts.mapValues { $0.description.utf8.count }
    var problems = fullPlot.removeIfTooLong("fullPlot")
    var total = sizes.values.reduce(fullPlot?.utf8.count ?? 0, +)
    guard total > TextLimit.textSize else { return problems }
    let longestFirst = sizes.sorted { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }
    if let size = fullPlot?.utf8.count, size > longestFirst.first?.value ?? 0 {
      fullPlot = nil
      total -= size
      problems.append(.textTooLong(column: "fullPlot"))
    }
    for (field, size) in longestFirst where total > TextLimit.textSize {
      facts[field] = nil
      total -= size
      problems.append(.textTooLong(column: field.rawValue))
    }
    return problems
  }
}

extension MFlixComment {
  /// The reason why the comment cannot be stored; `nil` if it can.
  var problemOfTexts: RowProblem? {
    if text.isTooLong { return .textTooLong(column: "text") }
    return time.isTooLong ? .textTooLong(column: "date") : nil
  }

  /// Removes a name that cannot be stored, and returns the reason.
  mutating func removeInvalidName() -> [RowProblem] {
    let text = name.withoutLineBreaks
    guard !text.trimmed.isEmpty, !text.isName else { return [] }
    name = ""
    return [.invalid("name", text)]
  }
}

extension String? {
  /// Removes a text that is too long, and returns the reason.
  mutating func removeIfTooLong(_ column: String) -> [RowProblem] {
    guard self?.isTooLong == true else { return [] }
    self = nil
    return [.textTooLong(column: column)]
  }
}

extension [String] {
  /// Removes the tags that cannot be stored, and all tags if together they are too long; returns the reasons.
  fileprivate mutating func removeInvalidTags() -> [RowProblem] {
    var problems = filter { !$0.isName }.map { RowProblem.invalid("tag", $0) }
    if !problems.isEmpty { removeAll { !$0.isName } }
    if reduce(0, { $0 + $1.utf8.count }) > TextLimit.textSize {
      removeAll()
      problems.append(.textTooLong(column: "tags"))
    }
    return problems
  }
}

extension String { fileprivate var isTooLong: Bool { utf8.count > TextLimit.textSize } }
