import FilmzDomain

extension JournalTransaction {
  private typealias Rows = [String: [String: FieldValue]]

  /// Changes the data to that of another collection.
  ///
  /// Values that an earlier version has stored, but that no change can have, are replaced or left out.
  ///
  /// - Parameter rows: The fields of all subjects by their ids, for each kind in the order of the registry: parents
  ///   precede their children.
  /// - Returns: The label of each value that was replaced or left out, such as `viewing date`.
  /// - Throws: A ``StoreError``.
  func replaceAll(with rows: [[String: [String: FieldValue]]]) throws -> [String] {
    acceptsValuesOfEarlierVersions = true
    let kinds = zip(subjects.all, rows)
    for (declaration, new) in kinds.reversed() {
      let present = try declaration.allStoredRows(db)
      for id in present.keys.sorted() where new[id] == nil { try delete(.init(declaration.kind, id)) }
    }
    var invalidLabels: [String] = []
    var leftOut: Set<Change.Subject> = []
    for (declaration, rows) in kinds {
      let new = declaration.kind == .listItem ? try withValidPositions(rows, &invalidLabels) : rows
      let present = try declaration.allStoredRows(db)
      for (id, fields) in new.sorted(by: { $0.key < $1.key }) where present[id] != fields {
        let subject = Change.Subject(declaration.kind, id)
        let parents = declaration.parents.map { Change.Subject($0.kind, fields[$0.field]?.text ?? "") }
        guard leftOut.isDisjoint(with: parents),
          let valid = valid(fields, of: subject, declaration, present[id], &invalidLabels)
        else {
          leftOut.insert(subject)
          continue
        }
        try upsert(subject, valid)
      }
    }
    return invalidLabels
  }

  /// Returns the fields with valid values, and appends the labels of invalid ones to a list; `nil` if no valid change
  /// is possible.
  private func valid(
    _ fields: [String: FieldValue], of subject: Change.Subject, _ declaration: JournalSubject,
    _ present: [String: FieldValue]?, _ invalidLabels: inout [String]
  ) -> [String: FieldValue]? {
    func name(_ field: String) -> String { "\(declaration.noun) \(declaration.field(field)?.label ?? field)" }
    var valid = fields
    for field in declaration.fields {
      guard let value = fields[field.name], value != present?[field.name],
        !field.accepts(value, isNew: false)
      else { continue }
      valid[field.name] = field.validValue(insteadOf: value)
      invalidLabels.append(name(field.name))
    }
    let differences = declaration.differences(from: present ?? [:], to: valid)
    let change = Change(kind: present == nil ? .insert : .update, subject: subject, fields: differences)
    switch subjects.problem(of: change) {
    case nil: return valid
    case .invalidValue(let field)?:
      let isRecorded = valid[field] != fields[field]
      if !isRecorded { invalidLabels.append(name(field)) }
    case .invalidID?, .unknown?: invalidLabels.append(name("id"))
    }
    return nil
  }

  /// Returns the places of lists; if a list has an invalid position, its places get new positions in the same order.
  private func withValidPositions(_ places: Rows, _ invalidLabels: inout [String]) throws -> Rows {
    let lists = Dictionary(grouping: places) { $0.value["list"]?.text ?? "" }
    var valid = places
    for list in lists.values {
      let places = list.map { (id: $0.key, position: $0.value["position"]?.text ?? "") }
        .sorted { ($0.position, $0.id) < ($1.position, $1.id) }
      let count = places.count { ListPosition($0.position) == nil }
      guard count > 0 else { continue }
      invalidLabels += Array(repeating: "place position", count: count)
      let old = places.map { ListPlace(film: FilmID(unchecked: $0.id), position: $0.position) }
      let installation = try CollectionStore.currentInstallation(db)
      for place in old.rearranged(old.films, by: installation) {
        valid[place.film.rawValue]?["position"] = .text(place.position)
      }
    }
    return valid
  }
}

extension JournalSubject.Field {
  /// Returns the replacement of an invalid value: a name on one line, or the default value of the field.
  fileprivate func validValue(insteadOf value: FieldValue) -> FieldValue {
    guard case .name = kind, let text = value.text else { return defaultValue }
    let name = String(text.withoutLineBreaks.trimmed.prefix(TextLimit.nameLength))
    return .text(name.isName ? name : "Unnamed")
  }
}
