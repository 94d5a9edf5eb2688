import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The tables of titles that an import stores in memory.
@Suite struct ImportTableTests {
  private func add(_ line: String, to table: inout RatingTable) -> Bool {
    let bytes = Array(line.utf8)
    var fields: [Range<Int>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == 0x09 {
      fields.append(start..<index)
      start = index + 1
    }
    fields.append(start..<bytes.count)
    return table.add(bytes.span, fields)
  }

  @Test("Ratings are found, also if their file is not sorted", arguments: [true, false])
  func ratingsAreFound(isSorted: Bool) {
    var random = SplitMix(11)
    var ids = Array(Set((0..<500).map { _ in Int.random(in: 1...3000, using: &random) })).sorted()
    if !isSorted { ids.shuffle(using: &random) }
    var table = RatingTable()
    for id in ids { #expect(add("tt\(id)\t\(id % 10).\(id % 7)\t\(id * 3)", to: &table)) }
    table.sort()
    let ratedIDs = Set(ids)
    var lookups = Array(0...3010)
    lookups += (0..<3000).map { _ in Int.random(in: 0...3010, using: &random) }
    for id in lookups {
      let (rating, votes) = table.value(for: UInt32(id))
      #expect(Int(rating) == (ratedIDs.contains(id) ? id % 10 * 10 + id % 7 : 0))
      #expect(Int(votes) == (ratedIDs.contains(id) ? id * 3 : 0))
    }
  }

  @Test(
    "An invalid rating is rejected",
    arguments: [
      "tt1\t8.1\tx", "tt1\t11.0\t5", "nm1\t8.1\t5", "tt1\t\\N\t5", "tt1\t8.1\t\\N",
      "tt1\t8.1\t-5", "tt1\t8.1\t99999999999",
    ])
  func invalidRatingsAreRejected(line: String) {
    var table = RatingTable()
    #expect(!add(line, to: &table))
    #expect(table.value(for: 1).votes == 0)
  }

  @Test("Empty tables contain no values")
  func emptyTables() {
    var ratings = RatingTable()
    ratings.sort()
    #expect(ratings.value(for: 1).votes == 0)
    #expect(TitleIDMap().value(for: 1) == nil)
  }

  @Test("Values are found by title id, also if they were not added in order")
  func valuesAreFound() {
    var random = SplitMix(12)
    var ids = Array(Set((0..<500).map { _ in UInt32.random(in: 1...2000, using: &random) }))
    ids.shuffle(using: &random)
    ids += [.max, 1 << 28, 1 << 28 - 1, 123_456_789]
    let map = TitleIDMap { add in
      for (index, id) in ids.enumerated() { add(id, UInt32(index)) }
    }
    let expectedValues = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, UInt32($0)) })
    var lookups = Array(UInt32(0)...2010) + ids + [.max, 1, .max - 1]
    lookups += (0..<2000).map { _ in UInt32.random(in: 0...2010, using: &random) }
    for id in lookups { #expect(map.value(for: id) == expectedValues[id]) }
  }

  @Test("Genres get bits in the order of their appearance, at most 32")
  func genresGetBits() {
    var table = GenreTable()
    #expect(table.bits(["Drama", "War"]) == 3)
    #expect(table.bits(["War"]) == 2)
    #expect(table.bits([]) == 0)
    #expect(table.bits([""]) == 0)
    let field = Array("War,,Drama,Comedy".utf8)
    let bits = table.bits(field.span, 0..<field.count)
    #expect(bits == 7)
    let missingField = Array("\\N".utf8)
    let missingBits = table.bits(missingField.span, 0..<2)
    #expect(missingBits == 0)
    #expect(table.bits((0..<40).map { "G\($0)" }) == ~7)
    #expect(table.names.count == 32)
    #expect(table.bits(["G39"]) == 0)
  }

  @Test("Titles are ranked by votes weighted by type, then by the order of their rows")
  func titlesAreRanked() throws {
    var facts = TitleFacts(spill: nil)
    let titles: [(UInt32, TitleType)] = [
      (0, .movie), (100, .movie), (100_000, .episode), (100, .series), (0, .video), (5000, .short),
      (3_000_000, .movie), (0, .series), (0, .movie), (1, .tvMovie), (0, .game),
    ]
    for (index, (votes, type)) in titles.enumerated() {
      try facts.append(FactBlock.Facts(id: UInt32(index + 1), votes: votes, type: type))
    }
    let ranks = try facts.ranks()
    let order = ranks.indices.sorted { ranks[$0] < ranks[$1] }
    #expect(order == [6, 5, 2, 1, 3, 0, 7, 8, 9, 4, 10])
    #expect(facts.ratedCount == 6)
  }

  @Test(
    "Facts are the same in memory and in a spill file", arguments: [0, 1, 63, 64, 65, 640, 1000])
  func factsCanBeSpilled(count: Int) throws {
    try ScratchFolder.with { folder in
      var random = SplitMix(UInt64(count))
      var spilled = TitleFacts(spill: try SpillFile(in: folder.url), chunkSize: 64)
      var inMemory = TitleFacts(spill: nil)
      var allFacts: [FactBlock.Facts] = []
      for number in 0..<count {
        let votes = Bool.random(using: &random) ? 0 : UInt32.random(in: 1...300, using: &random)
        let titleFacts = FactBlock.Facts(
          id: UInt32(number + 7), votes: votes, genres: .random(in: 0...9, using: &random),
          year: 1999, rating: 71, type: random.element(of: TitleType.allCases))
        allFacts.append(titleFacts)
        try spilled.append(titleFacts)
        try inMemory.append(titleFacts)
      }
      let ranks = try spilled.ranks()
      #expect(try ranks == inMemory.ranks())
      #expect(ranks.sorted() == (0..<UInt32(count)).map(\.self))
      var rankedFacts = allFacts
      for (number, rank) in ranks.enumerated() { rankedFacts[Int(rank)] = allFacts[number] }
      let scores = rankedFacts.map(Popularity.score)
      #expect(scores == scores.sorted(by: >))
      #expect(try spilled.ranked(0..<count, ranks) == rankedFacts)
      let part = count / 3..<count / 2
      #expect(try spilled.ranked(part, ranks) == Array(rankedFacts[part]))
      var visitedFacts: [FactBlock.Facts] = []
      try spilled.readAll { number, titleFacts in
        #expect(number == visitedFacts.count)
        visitedFacts.append(titleFacts)
      }
      #expect(visitedFacts == allFacts)
    }
  }

  @Test("Names are deduplicated within consecutive rows of a title")
  func localTitlesAreDeduplicated() {
    var names = AkaDeduplicator()
    func isNew(_ name: String, _ id: UInt32) -> Bool { names.isNew(Array(name.utf8).span, of: id) }
    #expect(isNew("Up", 1))
    #expect(!isNew("Up", 1))
    #expect(isNew("up", 1))
    #expect(isNew("Up", 2))
    #expect(isNew("Up", 1))
  }
}

/// The recognition of dataset files.
@Suite struct DatasetFileTests {
  @Test(
    "The kind of a dataset is recognized by the file name",
    arguments: [
      ("title.basics.tsv.gz", .basics), ("title.basics.tsv", .basics),
      ("title.ratings.TSV.GZ", .ratings), ("title.akas.tsv.gz", .akas),
      ("title.crew.tsv", .crew), ("title.principals.tsv", .principals),
      ("title.episode.tsv", .episodes), ("name.basics.tsv.gz", .names), ("title.basics", nil),
      ("title.basics.csv", nil), ("title.basics.tsv.bz2", nil), ("title.basics.tsv.gz.part", nil),
      ("basics.tsv", nil), ("title.tsv", nil), ("", nil), (".", nil), ("title.basic.tsv", nil),
    ] as [(String, DatasetKind?)])
  func kindsAreRecognizedByName(name: String, kind: DatasetKind?) {
    #expect(DatasetKind(fileName: name) == kind)
  }

  @Test(
    "The kind of a dataset is recognized by the header, whatever the name is",
    arguments: DatasetKind.allCases,
    ["\n", "\r\n", "", "\tnewColumn\n", "\n" + String(repeating: "x", count: 10_000)])
  func kindsAreRecognizedByHeader(kind: DatasetKind, end: String) throws {
    try ScratchFolder.with { folder in
      let header = kind.columns.joined(separator: "\t") + end
      for (name, mark) in [("data", ""), ("title.akas.tsv", ""), ("data.csv", "\u{FEFF}")] {
        try folder.write(mark + header, to: name)
        let readHeader = try #require(DatasetFile.header(ofFileAt: folder.path(of: name)))
        #expect(DatasetKind(header: readHeader) == kind)
      }
    }
  }

  @Test(
    "Other headers are not those of datasets",
    arguments: [
      "", "tconst", "tconst\taverageRating", "Const\tTitle", "tconst averageRating numVotes",
      "x\ttconst\taverageRating\tnumVotes",
    ])
  func otherHeadersAreNotRecognized(header: String) {
    #expect(DatasetKind(header: header) == nil)
  }

  @Test("Files and files in folders are sorted by their kind")
  func filesAreOrdered() throws {
    try ScratchFolder.with { folder in
      for name in ["a/title.basics.tsv", "a/name.basics.tsv", "b/title.ratings.tsv", "a/notes.txt"] {
        try folder.write("12345", to: name)
      }
      try folder.write("", to: "a/title.crew.tsv/inside")
      let paths = [folder.path(of: "a"), folder.path(of: "b/title.ratings.tsv")]
      let files = try DatasetFile.find(paths)
      #expect(files.map(\.kind) == [.ratings, .basics, .names])
      #expect(files.map(\.name) == ["title.ratings.tsv", "title.basics.tsv", "name.basics.tsv"])
      #expect(files.map(\.size) == [5, 5, 5])
      #expect(try DatasetFile.find(paths + paths) == files)
    }
  }

  @Test("Of several files of one kind in a folder, the one with IMDb's name is read")
  func filesWithIMDbsNamesComeFirst() throws {
    try ScratchFolder.with { folder in
      let header = DatasetKind.basics.columns.joined(separator: "\t") + "\n"
      for name in ["title.basics.2000.tsv", "title.basics.tsv", "zzz"] {
        try folder.write(header, to: "a/" + name)
      }
      #expect(try DatasetFile.find([folder.path(of: "a")]).map(\.name) == ["title.basics.tsv"])
      let named = [folder.path(of: "a/zzz")]
      #expect(try DatasetFile.find(named).map(\.name) == ["zzz"])
    }
  }

  @Test(
    "Unusable paths are reported",
    arguments: [
      (["missing"], "cannot read"), (["empty"], "has no title.basics.tsv.gz"),
      (["b"], "has no title.basics.tsv.gz"), (["c/notes.txt"], "its first line is empty"),
      (["c/todo"], "line 1: \"Wash the car\" is not the header of a dataset"),
      (["c", "d"], "this is title.basics, and so is title.basics.tsv; name only one"),
      (["e"], "this is title.basics, and so is title.basics.tsv; name only one"),
      (["f"], "copy.txt: this is title.basics, and so is a; name only one"),
    ])
  func unusablePathsAreReported(paths: [String], text: String) throws {
    try ScratchFolder.with { folder in
      for name in [
        "empty/x", "b/title.ratings.tsv", "c/notes.txt", "c/title.basics.tsv",
        "d/title.basics.tsv.gz", "e/title.basics.tsv", "e/title.basics.tsv.gz",
      ] { try folder.write("", to: name) }
      try folder.write("Wash the car\nBuy milk\n", to: "c/todo")
      for name in ["f/a", "f/copy.txt"] {
        try folder.write(DatasetKind.basics.columns.joined(separator: "\t") + "\n", to: name)
      }
      #expect {
        try DatasetFile.find(paths.map(folder.path(of:)))
      } throws: { error in
        (error as? CatalogError)?.message.contains(text) == true
      }
    }
  }
}
