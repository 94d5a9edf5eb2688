extension CatalogBuilder {
  /// Reads credits of titles; the first call writes the index of titles, which determines ranks.
  mutating func readCredits(_ file: DatasetFile) async throws -> DatasetRowReader {
    if people == nil {
      let ranks = try await writeIndex()
      let ranksByID = try TitleIDMap { add in try facts.readAll { add($1.id, ranks[$0]) } }
      people = CreditsBuilder(spill: spill, ranks: ranksByID)
    }
    guard var people = people.take() else { return DatasetRowReader(file) }
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      let batch = people.takeBatch(isAtEnd: false)
      async let written: Void = writer.insert(batch)
      try reader.read(chunk) { bytes, fields in
        file.kind == .crew
          ? try people.addCrew(bytes, fields) : try people.addPrincipal(bytes, fields)
      }
      try await written
      progress.add(chunk, of: file)
    }
    try await writer.insert(people.takeBatch(isAtEnd: true))
    self.people = people
    return reader
  }

  /// Reads the names of people; returns `nil` if no credits have been read, because names are
  /// useless without them.
  mutating func readNames(_ file: DatasetFile) async throws -> DatasetRowReader? {
    guard var people = people.take() else { return nil }
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    while let chunk = try await lines.next() {
      var batch = PersonBatch(bytes: chunk.bytes)
      try reader.read(chunk) { try people.addName($0, $1, to: &batch) }
      try await writer.insert(batch)
      progress.add(chunk, of: file)
    }
    self.people = people
    return reader
  }
}
