extension CatalogBuilder {
  /// Reads who has to do with which title; before that the titles get their ranks.
  mutating func readCredits(_ file: DatasetFile) async throws -> DatasetRows {
    if people == nil {
      let ranks = try await writeIndex()
      let numbers = try TitleIDMap { add in try facts.readAll { add($1.id, ranks[$0]) } }
      people = CreditsBuilder(spill: spill, titles: numbers)
    }
    guard var people = people.take() else { return DatasetRows(file) }
    var rows = DatasetRows(file)
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      let batch = people.takeBatch(isAtEnd: false)
      async let written: Void = writer.insert(batch)
      try rows.read(chunk) { bytes, fields in
        file.kind == .crew
          ? try people.addCrew(bytes, fields) : try people.addPrincipal(bytes, fields)
      }
      try await written
      progress.read(chunk, of: file)
    }
    try await writer.insert(people.takeBatch(isAtEnd: true))
    self.people = people
    return rows
  }

  /// Names are of use only with what tells who has to do with which title.
  mutating func readNames(_ file: DatasetFile) async throws -> DatasetRows? {
    guard var people = people.take() else { return nil }
    var rows = DatasetRows(file)
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      var batch = PersonBatch(bytes: chunk.bytes)
      try rows.read(chunk) { try people.addName($0, $1, to: &batch) }
      try await writer.insert(batch)
      progress.read(chunk, of: file)
    }
    self.people = people
    return rows
  }
}
