// The starter catalog and the catalog of own records have the index format of an imported catalog.
extension CatalogWriter {
  /// Writes a catalog of titles, all of which have to refer to the same `bytes`.
  func write(_ titles: [StarterTitle]) throws {
    var genres = GenreTable()
    var batch = NamedRows<TitleRow>(bytes: titles.first?.bytes ?? [])
    var log = PostingLog(spill: nil)
    var facts = TitleFacts(spill: nil)
    var localTitles = LocalTitleBatch()
    for (number, title) in titles.enumerated() {
      let titleFacts = title.facts(&genres)
      try facts.append(titleFacts)
      batch.rows.append(title.row(titleFacts))
      let bytes = title.bytes.span
      for name in [title.title, title.original] {
        try log.add(bytes.extracting(name), document: UInt32(number), isMain: true)
      }
      for name in title.localTitles {
        try log.add(bytes.extracting(name), document: UInt32(number), isMain: false)
        localTitles.add(bytes.extracting(name), of: title.id)
      }
    }
    let ranks = try facts.ranks()
    try insert(batch)
    try insert(localTitles)
    try insert(facts, ranks: ranks)
    try insert(log, as: .titles, numbering: ranks, spellingRankLimit: UInt32(titles.count))
    try insert(people: titles, ranks)
    try finish(nil, genres: genres.names)
  }

  /// Writes the people of titles, to whom ids are assigned by name, because a ``StarterTable`` has no ids of people.
  private func insert(people titles: [StarterTitle], _ ranks: [UInt32]) throws {
    var ids: [String: UInt32] = [:]
    var names: [String] = []
    func id(_ name: String) -> UInt32 {
      if let id = ids[name] { return id }
      names.append(name)
      ids[name] = UInt32(names.count)
      return UInt32(names.count)
    }
    var people = CreditsBuilder(spill: nil, ranks: TitleIDMap())
    for (title, rank) in zip(titles, ranks) {
      for (role, list) in [(Role.director, title.directors), (.actor, title.actors)] {
        for name in list { try people.add(id(name), role, title.id, rank) }
      }
    }
    try insert(credits: people.takeBatch(isAtEnd: true))
    let bytes = names.flatMap(\.utf8)
    var batch = NamedRows<PersonRow>(bytes: bytes)
    var start = 0
    for (index, name) in names.enumerated() {
      let range = start..<start + name.utf8.count
      try people.addName(UInt32(index + 1), bytes.span, range, to: &batch)
      start = range.upperBound
    }
    try insert(batch)
    try insert(people)
  }
}
