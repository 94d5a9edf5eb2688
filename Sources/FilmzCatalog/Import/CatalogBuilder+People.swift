extension CatalogBuilder {
  /// Reads a dataset with credits.
  ///
  /// The first call writes the index of titles before it reads the dataset: credits are stored with the
  /// ranks of titles, which are determined for the index.
  mutating func readCredits(_ file: DatasetFile) async throws -> DatasetRowReader {
    if creditsBuilder == nil {
      let ranks = try await writeIndex()
      let ranksByID = try TitleIDMap { add in try facts.readAll { add($1.id, ranks[$0]) } }
      creditsBuilder = CreditsBuilder(spill: spill, ranks: ranksByID)
    }
    // The builder is taken out of the property; otherwise, changing the builder would copy it.
    guard var creditsBuilder = creditsBuilder.take() else { return DatasetRowReader(file) }
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    var writes = WriteQueue()
    while let chunk = try await lines.next() {
      try reader.read(chunk) { bytes, fields in
        file.kind == .crew
          ? try creditsBuilder.addCrew(bytes, fields)
          : try creditsBuilder.addPrincipal(bytes, fields)
      }
      let batch = creditsBuilder.takeBatch(isAtEnd: false)
      try await writes.add { [writer] in try await writer.insert(batch) }
      progress.add(chunk, of: file)
    }
    try await writes.finish()
    try await writer.insert(creditsBuilder.takeBatch(isAtEnd: true))
    self.creditsBuilder = creditsBuilder
    return reader
  }

  /// Reads the names of the people with credits.
  ///
  /// Returns `nil`, without reading the file, if no dataset with credits has been read.
  mutating func readNames(_ file: DatasetFile) async throws -> DatasetRowReader? {
    guard var creditsBuilder = creditsBuilder.take() else { return nil }
    var reader = DatasetRowReader(file)
    var lines = try LinePrefetcher(file)
    var writes = WriteQueue()
    while let chunk = try await lines.next() {
      var batch = PersonBatch(bytes: chunk.bytes)
      try reader.read(chunk) { try creditsBuilder.addName($0, $1, to: &batch) }
      try await writes.add { [writer, batch] in try await writer.insert(batch) }
      progress.add(chunk, of: file)
    }
    try await writes.finish()
    self.creditsBuilder = creditsBuilder
    return reader
  }
}
