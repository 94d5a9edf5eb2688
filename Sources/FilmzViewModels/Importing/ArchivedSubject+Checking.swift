import FilmzDomain
import FilmzExchange
import FilmzStore
import Foundation

// Checks subjects of archives by the rules of the commands that write such subjects.
extension ArchivedSubject {
  /// The number of seconds by which the clock of the machine that wrote an archive may be ahead.
  private static let maximumLead: TimeInterval = 86_400
  /// The earliest possible time of an addition, in microseconds since 1970: the beginning of 1870, as in other files.
  private static let earliestTime: Int64 = -3_155_673_600_000_000

  /// The years of films that are accepted in imported files.
  private static let possibleYears: ClosedRange<Int64> = 1870...2200

  /// Removes invalid values of optional fields, and replaces impossible times.
  ///
  /// Line breaks in titles and names become blanks. The filter of a saved collection may have a genre that this machine
  /// does not know, because the machine that wrote the archive may know it.
  ///
  /// - Parameters:
  ///   - declaration: The declaration of the subject's kind.
  ///   - now: The time of the import.
  ///   - today: The last day that the date of a viewing can be.
  /// - Returns: The reasons why values were removed or replaced.
  /// - Throws: The reason why the subject cannot be used.
  mutating func removeInvalidValues(
    _ declaration: JournalSubject, at now: Date, today: PartialDate
  ) throws(RowProblem) -> [RowProblem] {
    let title = fields["title"]?.text ?? invalidValues["title"]
    try requireRules(of: declaration)
    if rejectedIDs != nil { return try removeInvalidIDs() }
    var problems = try problemsOfInvalidValues(declaration) + removeLongTexts(declaration)
    problems += replaceTimes(declaration, at: now) + cleanTitles() + cleanImportedFacts()
    if let date = removeDate(after: today) { problems.append(problem(of: "date", date)) }
    if problemOfValues != nil {
      for field in declaration.fields where declaration.canDoWithout(field) {
        problems += removeInvalidValue(of: field)
      }
    }
    if let problem = problemOfValues { throw problem }
    try requireFacts(title: title, problems)
    return problems
  }

  /// The ids that the user has rejected for a film known by title and year only; `nil` if the subject has other values.
  var rejectedIDs: Set<FilmID>? {
    guard kind == .alias, FilmID(unchecked: id).isNamed, fields["film"] == nil, invalidValues["film"] == nil,
      let ids = fields["rejected"]?.elements, !ids.isEmpty
    else { return nil }
    return Set(ids.map(FilmID.init(unchecked:)))
  }

  /// Removes those rejected ids that are not valid ids, and returns the reasons.
  ///
  /// - Throws: The first reason if no id is left.
  private mutating func removeInvalidIDs() throws(RowProblem) -> [RowProblem] {
    let ids = fields["rejected"]?.elements ?? []
    let invalid = ids.filter { !FilmID(unchecked: $0).isCanonical }
    if invalid.count == ids.count, let first = invalid.first { throw problem(of: "rejected", first) }
    fields["rejected"] = .list(ids.filter { !invalid.contains($0) })
    return invalid.map { problem(of: "rejected", $0) }
  }

  /// Checks that a record still has a fact and, if it is that of an own film, that its title was not removed.
  private func requireFacts(title: String?, _ problems: [RowProblem]) throws(RowProblem) {
    guard kind == .record, let problem = problems.first else { return }
    if let title, fields["title"] == nil, FilmID(unchecked: id).isOwn { throw self.problem(of: "title", title) }
    guard RecordField.allCases.contains(where: { fields[$0.rawValue] != nil }) else { throw problem }
  }

  /// Checks that commands can write the id and the values of required fields.
  private func requireRules(of declaration: JournalSubject) throws(RowProblem) {
    if declaration.identity == .film || kind == .alias, !FilmID(unchecked: id).isCanonical { throw .invalid("id", id) }
    try require("film") { FilmID(unchecked: $0).isCanonical }
    switch kind {
    case .comment: try require("text") { !$0.trimmed.isEmpty }
    case .savedCollection:
      try require("name") { (try? CollectionName(saving: $0)) != nil }
      if let text = fields["filter"]?.text, text.utf8.count > TextLimit.filterSize {
        throw .textTooLong(column: label(of: "filter"), limit: TextLimit.filterSize)
      }
      try require("filter") { (try? FilmFilter(text: $0))?.isEmpty == false }
    case .subscription:
      guard PublishedList.isID(id) else { throw .invalid("id", id) }
      try require("address") { ListAddress(stored: $0) != nil }
    default: break
    }
  }

  /// Checks that the text of a field, if it has one, satisfies a rule.
  private func require(_ field: String, _ rule: (String) -> Bool) throws(RowProblem) {
    if let text = fields[field]?.text, !rule(text) { throw problem(of: field, text) }
  }

  private func problem(of field: String, _ value: String) -> RowProblem { .invalid("\(field) of \(id)", value) }

  /// Returns the name of a field in messages about texts that are too long.
  private func label(of field: String) -> String { String("\(field) of \(id)".prefix(100)).withoutLineBreaks }

  /// Returns the reasons why values that no field can have were left out when the archive was read.
  ///
  /// - Throws: The reason if the field is required.
  private func problemsOfInvalidValues(_ declaration: JournalSubject) throws(RowProblem) -> [RowProblem] {
    var problems: [RowProblem] = []
    for field in declaration.fields {
      guard let value = invalidValues[field.name] else { continue }
      guard declaration.canDoWithout(field) else { throw problem(of: field.name, value) }
      problems.append(problem(of: field.name, value))
    }
    return problems
  }

  /// Removes notes and tags that are larger than ``TextLimit/textSize``, and returns the reasons.
  ///
  /// - Throws: The reason if the field is required.
  private mutating func removeLongTexts(_ declaration: JournalSubject) throws(RowProblem) -> [RowProblem] {
    var problems: [RowProblem] = []
    for field in declaration.fields where field.isNoteOrNames {
      guard let value = fields[field.name], field.excessiveSize(of: value) != nil else { continue }
      let problem = RowProblem.textTooLong(column: label(of: field.name))
      guard declaration.canDoWithout(field) else { throw problem }
      fields[field.name] = nil
      problems.append(problem)
    }
    return problems
  }

  // MARK: - Values of fields

  /// The reason why the subject cannot be inserted; `nil` if it can.
  private var problemOfValues: RowProblem? {
    let change = Change(
      kind: .insert, subject: .init(kind, id), fields: fields.mapValues { Change.FieldChange(old: .null, new: $0) })
    switch SubjectRegistry.standard.problem(of: change, isNew: true) {
    case .invalidValue(let field): return problem(of: field, fields[field]?.texts.first ?? "")
    case .invalidID: return .invalid("id", id)
    case .unknown: return .invalid("fields", id)
    case nil: return nil
    }
  }

  /// Removes the invalid value of a field, or the invalid elements of a list, and returns the reasons.
  private mutating func removeInvalidValue(of field: JournalSubject.Field) -> [RowProblem] {
    guard let value = fields[field.name], !field.accepts(value, isNew: true) else { return [] }
    guard case .list(let elements) = value else {
      fields[field.name] = nil
      return [problem(of: field.name, value.texts.first ?? "")]
    }
    let valid = elements.filter { field.accepts(.list([$0]), isNew: true) }
    fields[field.name] = valid.isEmpty ? nil : .list(valid)
    return elements.filter { !field.accepts(.list([$0]), isNew: true) }.map { problem(of: field.name, $0) }
  }

  /// Removes the date of a viewing if it is after `day`, and returns it.
  private mutating func removeDate(after day: PartialDate) -> String? {
    guard kind == .viewing, let text = fields["date"]?.text, text > day.text, PartialDate(text) != nil
    else { return nil }
    fields["date"] = nil
    return text
  }

  // MARK: - Times

  /// Replaces impossible times, those of additions by the current time and those of comments by the nearest possible
  /// one, and returns the reasons.
  private mutating func replaceTimes(_ declaration: JournalSubject, at now: Date) -> [RowProblem] {
    var problems: [RowProblem] = []
    let possibleTimes = Self.earliestTime...(now + Self.maximumLead).microseconds
    for field in declaration.fields {
      guard case .timestamp = field.kind, case .integer(let time)? = fields[field.name], !possibleTimes.contains(time)
      else { continue }
      problems.append(problem(of: field.name, String(time)))
      fields[field.name] = .integer(now.microseconds)
    }
    guard kind == .comment, let time = fields["time"]?.text, let replacement = replacement(ofCommentTime: time, at: now)
    else { return problems }
    fields["time"] = .text(FilmComment.timeText(replacement))
    return problems + [problem(of: "time", time)]
  }

  /// Returns the time that replaces an impossible time of a comment; `nil` for a possible one.
  ///
  /// The bounds are those of comments on servers. The time of a comment with a source, by somebody else, can be any
  /// text.
  private func replacement(ofCommentTime time: String, at now: Date) -> Date? {
    let earliest = Date(timeIntervalSince1970: 0)
    guard let date = FilmComment.date(ofTime: time) else { return fields["source"] == nil ? earliest : nil }
    if date > now + Self.maximumLead { return now }
    return date < earliest ? earliest : nil
  }

  // MARK: - Titles

  /// Joins the lines of titles and names, and removes blank facts, invalid addresses and years, and titles that are
  /// blank or too long; returns the reasons for removals.
  private mutating func cleanTitles() -> [RowProblem] {
    var problems: [RowProblem] = []
    for name in kind == .record ? fields.keys.sorted() : ["title"] {
      guard let text = fields[name]?.text else { continue }
      var valid: String? = text
      if kind == .record, let field = RecordField(rawValue: name) {
        valid = Self.cleanFact(text, of: field)
      } else if ["title", "sourceTitle"].contains(name) {
        valid = text.cleanTitle
      }
      guard valid != text else { continue }
      fields[name] = valid.map { .text($0) }
      if valid == nil { problems.append(problem(of: name, text)) }
    }
    return problems
  }

  /// Returns the JSON of a fact in which titles and names have one line; `nil` if the fact is blank, has a NUL
  /// character, or is a year or an address that commands refuse.
  private static func cleanFact(_ json: String, of field: RecordField) -> String? {
    guard let fact = OwnFact(json: json) else { return json }
    if [.title, .originalTitle].contains(field), case .text(let title) = fact, !title.isOneLine {
      return title.cleanTitle.map { OwnFact.text($0).json }
    }
    let text = fact.description
    guard !text.trimmed.isEmpty, !text.utf8.contains(0) else { return nil }
    switch (field.form, fact) {
    case (.address, .text(let address)): return (try? field.fact(address, latestYear: 9999)) == fact ? json : nil
    case (.year, .integer(let year)): return possibleYears.contains(year) ? json : nil
    case (.list, .list(let names)) where !names.allSatisfy(\.isOneLine):
      return OwnFact.list(names.map(\.withLinesJoined.trimmed).filter { !$0.isEmpty }).json
    default: return json
    }
  }

  /// Joins the lines of the title of an imported record, cuts the title to the maximum length, and removes a poster
  /// whose address commands refuse.
  ///
  /// - Returns: The reason if the poster was removed.
  private mutating func cleanImportedFacts() -> [RowProblem] {
    guard kind == .importedRecord, let json = fields["facts"]?.text else { return [] }
    let poster = json.posterOfFacts.flatMap { $0.isPosterAddress ? nil : $0 }
    guard poster != nil || json.canHaveLongOrSplitTitle,
      let record = ImportedRecord(
        film: FilmID(unchecked: id), source: .init(rawValue: fields["source"]?.text ?? ""), json: json)
    else { return [] }
    var facts = record.facts
    // Reading the record has cut a longer title to the maximum length.
    let isLong = facts.title.unicodeScalars.count >= Caption.maximumTitleLength
    let title = facts.title.withLinesJoined
    guard poster != nil || isLong || title != facts.title || json.contains(#"\u0000"#) else { return [] }
    facts.title = title
    if poster != nil { facts.poster = nil }
    fields["facts"] = .text(ImportedRecord(facts, documentID: record.documentID).json)
    return poster.map { [problem(of: "poster", $0)] } ?? []
  }
}

extension String {
  /// The title on one line, trimmed if it had several; `nil` if it is blank or too long.
  fileprivate var cleanTitle: String? {
    let line = withLinesJoined
    let title = line == self ? self : line.trimmed
    return title.trimmed.isEmpty || title.isTooLongTitle ? nil : title
  }

  /// `true` if the text is longer than ``Caption/maximumTitleLength``.
  var isTooLongTitle: Bool {
    utf8.count > Caption.maximumTitleLength && unicodeScalars.count > Caption.maximumTitleLength
  }

  /// The address of the poster in the JSON of the facts of an imported record; `nil` if there is none.
  fileprivate var posterOfFacts: String? {
    struct Facts: Decodable { let poster: String? }
    return (try? JSONDecoder().decode(Facts.self, from: Data(utf8)))?.poster
  }

  /// `true` if the text, the JSON of facts, may contain a title that is too long or has several lines.
  fileprivate var canHaveLongOrSplitTitle: Bool {
    utf8.count > Caption.maximumTitleLength || !isOneLine || utf8.contains(UInt8(ascii: "\\"))
  }
}

extension JournalSubject {
  /// Returns whether the value of a field can be left out without making the subject invalid or changing its meaning.
  fileprivate func canDoWithout(_ field: Field) -> Bool {
    !field.isRequired && (field.label != nil || captionFields.contains(field.name))
  }
}

extension JournalSubject.Field {
  /// `true` if the values are notes or names, such as tags.
  fileprivate var isNoteOrNames: Bool {
    switch kind {
    case .note, .names: true
    default: false
    }
  }
}

extension FieldValue {
  fileprivate var texts: [String] {
    switch self {
    case .null: []
    case .integer(let number): [String(number)]
    case .text(let text): [text]
    case .list(let texts): texts
    }
  }
}

extension RowProblem {
  /// Returns the problem for an invalid value, with the beginning of the value.
  static func invalid(_ column: String, _ value: String) -> RowProblem {
    .invalidValue(
      column: String(column.prefix(100)).withoutLineBreaks, value: String(value.prefix(100)).withoutLineBreaks)
  }
}
