import Testing

@testable import FilmzExchange

struct ZipRefusalTests {
  private static let text = Array("Date,Name\n2020-01-01,Heat\n".utf8)
  private static let stored = ZipFixture.Entry.stored("a.csv", text)
  private static let deflated = ZipFixture.Entry.deflated("a.csv", text)

  // MARK: Archives

  @Test(
    arguments: [
      [], Array("PK".utf8), Array("Date,Name,Year,Letterboxd URI\n".utf8),
      [UInt8](repeating: 0, count: 100_000), ZipFixture([stored]).archive + [0],
      Array(ZipFixture([stored]).archive.dropFirst()),
    ] as [[UInt8]])
  func otherFilesAreRefused(archive: [UInt8]) {
    #expect(throws: ZipReader.Problem.notAnArchive) { try ZipReader(archive) }
  }

  @Test(arguments: [false, true])
  func archiveIsRefusedIfTruncatedAtAnyLength(isZip64: Bool) {
    var fixture = ZipFixture([Self.stored, Self.deflated.changed { $0.name = [0x62] }])
    fixture.comment = Array("comment".utf8)
    if isZip64 { fixture.useZip64() }
    let archive = fixture.archive
    for length in 0..<archive.count {
      #expect(throws: ZipReader.Problem.notAnArchive) { try ZipReader(Array(archive[..<length])) }
    }
  }

  @Test func partOfSeveralFilesIsRefused() {
    var lastPart = ZipFixture([Self.stored])
    lastPart.disk = 1
    var zip64Part = ZipFixture([Self.stored])
    zip64Part.zip64Records = { ZipFixture.zip64Records(count: 1, $0, disks: 2) }
    let entryOfOtherPart = ZipFixture([Self.stored.changed { $0.disk = 1 }])
    for fixture in [lastPart, zip64Part, entryOfOtherPart] {
      #expect(throws: ZipReader.Problem.multipleDisks) { try ZipReader(fixture.archive) }
    }
  }

  @Test(arguments: [0, 2])
  func wrongNumberOfHeadersIsRefused(count: Int) {
    var fixture = ZipFixture([Self.stored])
    fixture.count = count
    #expect(throws: ZipReader.Problem.damagedDirectory) { try ZipReader(fixture.archive) }
  }

  @Test func headerThatContinuesAfterDirectoryIsRefused() {
    var archive = ZipFixture([Self.stored]).archive
    // The length of the comment of the entry.
    archive[archive.count - 22 - 46 - 5 + 32] = 1
    #expect(throws: ZipReader.Problem.damagedDirectory) { try ZipReader(archive) }
  }

  @Test func missingZip64RecordIsRefused() {
    var fixture = ZipFixture([Self.stored])
    fixture.zip64Records = { Array(ZipFixture.zip64Records(count: 1, $0).dropFirst(4)) }
    #expect(throws: ZipReader.Problem.damagedDirectory) { try ZipReader(fixture.archive) }
  }

  @Test(arguments: [Int.max, -1, 1 << 62])
  func hugeNumbersInZip64RecordAreRefused(number: Int) {
    for index in 0..<3 {
      var fixture = ZipFixture([Self.stored])
      fixture.zip64Records = { directory in
        var records = ZipFixture.zip64Records(count: 1, directory)
        // The size and the offset of the directory, and the offset of the record.
        let position = [40, 48, 64][index]
        records.replaceSubrange(position..<position + 8, with: bytes(number, 8))
        return records
      }
      if index < 2 {
        #expect(throws: ZipReader.Problem.notAnArchive) { try ZipReader(fixture.archive) }
      } else {
        // The record is where it would be if data had been prepended.
        #expect(throws: Never.self) { try ZipReader(fixture.archive) }
      }
    }
  }

  // MARK: Limits

  @Test func moreThan10000EntriesAreRefused() throws {
    let entries = (0..<10_000).map { ZipFixture.Entry.stored("\($0)", []) }
    #expect(try ZipReader(ZipFixture(entries).archive).entries.count == 10_000)
    let archive = ZipFixture(entries + [.stored("lists/", [])]).archive
    #expect(throws: ZipReader.Problem.tooManyEntries) { try ZipReader(archive) }
  }

  @Test func moreThan1GBInDirectoryIsRefused() throws {
    let half = Self.deflated.changed { $0.size = 536_870_912 }
    let other = half.changed { $0.name = [0x62] }
    #expect(try ZipReader(ZipFixture([half, other]).archive).entries.count == 2)
    let tooMuch = ZipFixture([half, other.changed { $0.size += 1 }]).archive
    #expect(throws: ZipReader.Problem.tooLarge) { try ZipReader(tooMuch) }
  }

  @Test func sumOfSizesDoesNotOverflow() {
    let entry = Self.deflated.changed {
      $0.size = .max
      $0.extra = bytes(1, 2) + bytes(8, 2) + bytes(-1, 8)
    }
    #expect(throws: ZipReader.Problem.tooLarge) { try ZipReader(ZipFixture([entry]).archive) }
    let small = Self.stored.changed { $0.name = [0x62] }
    #expect(throws: ZipReader.Problem.tooLarge) {
      try ZipReader(ZipFixture([small, entry]).archive)
    }
  }

  @Test func bombIsRefusedBeforeItIsUnpacked() {
    let bomb = ZipFixture.Entry.deflated("bomb", [UInt8](repeating: 0, count: 10_000_000))
    #expect(bomb.data.count < 20_000)
    #expect(throws: ZipReader.Problem.tooLarge) {
      try ZipReader(ZipFixture([bomb]).archive, maximumSize: 1_000_000)
    }
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func bombThatHidesItsSizeIsNotUnpackedBeyondIt(size: Int) throws {
    let bomb = ZipFixture.Entry.deflated("bomb", [UInt8](repeating: 0, count: 10_000_000))
    let archive = ZipFixture([bomb.changed { $0.size = UInt32(size) }]).archive
    let next = try ZipReader(archive).entries[0].chunks()
    var count = 0
    #expect(throws: ZipReader.Problem.damagedEntry("bomb")) {
      while let chunk = try next() { count += chunk.count }
    }
    #expect(count <= size)
  }

  // MARK: Entries

  @Test(arguments: [0, 6, 13])
  func encryptedEntryIsRefused(flag: Int) {
    let entry = Self.stored.changed { $0.flags = 1 << flag }
    let hidden = Self.stored.changed { $0.changeLocalHeader = { $0.flags = 1 << flag } }
    for entry in [entry, hidden] {
      #expect(throws: ZipReader.Problem.encrypted("a.csv")) {
        try ZipReader(ZipFixture([entry]).archive)
      }
    }
  }

  @Test(arguments: [1, 9, 12, 14, 93, 99, .max] as [UInt16])
  func unknownMethodIsRefused(method: UInt16) {
    let entry = Self.stored.changed { $0.method = method }
    #expect(throws: ZipReader.Problem.unsupportedMethod("a.csv", method: method)) {
      try ZipReader(ZipFixture([entry]).archive)
    }
  }

  @Test func overlappingEntriesAreRefused() {
    let same = Self.stored.changed { $0.offset = 0 }
    // The data of the first entry contains the second entry.
    let quoted = Self.stored.changed {
      $0.packedSize += 10
      $0.size += 10
    }
    let fixtures = [
      ZipFixture([Self.stored, same]), ZipFixture([quoted, Self.stored]),
      // The data extends into the directory.
      ZipFixture([quoted]),
    ]
    for fixture in fixtures {
      #expect(throws: ZipReader.Problem.overlappingEntries) { try ZipReader(fixture.archive) }
    }
  }

  @Test(arguments: [
    stored.changed { $0.changeLocalHeader = { $0.name = Array("b.csv".utf8) } },
    stored.changed { $0.changeLocalHeader = { $0.name = Array("a.cs".utf8) } },
    stored.changed { $0.changeLocalHeader = { $0.method = 8 } },
    stored.changed { $0.offset = 1 },
    stored.changed { $0.offset = .max },
    stored.changed { $0.packedSize = 100_000 },
    stored.changed { $0.packedSize -= 1 },
    stored.changed {
      $0.offset = .max
      $0.extra = bytes(1, 2) + bytes(8, 2) + bytes(-1, 8)
    },
    stored.changed {
      $0.packedSize = .max
      $0.extra = bytes(1, 2) + bytes(8, 2) + bytes(-1, 8)
    },
  ])
  func entryThatDisagreesWithDirectoryIsRefused(entry: ZipFixture.Entry) {
    #expect(throws: ZipReader.Problem.damagedEntry("a.csv")) {
      try ZipReader(ZipFixture([entry]).archive)
    }
  }

  @Test(arguments: [
    stored.changed { $0.checksum ^= 1 },
    stored.changed { $0.data[3] ^= 1 },
    deflated.changed { $0.checksum ^= 1 },
    deflated.changed { $0.size += 1 },
    deflated.changed { $0.size -= 1 },
    // Incomplete data.
    deflated.changed { $0.packedSize -= 1 },
    deflated.changed {
      $0.packedSize = 0
      $0.data = []
    },
    // More data than the deflated stream.
    deflated.changed {
      $0.packedSize += 1
      $0.data.append(0)
    },
    // A block of the reserved type.
    deflated.changed { $0.data[0] = 7 },
  ])
  func damagedContentIsAnErrorAtItsEnd(entry: ZipFixture.Entry) throws {
    let entry = try ZipReader(ZipFixture([entry]).archive).entries[0]
    #expect(throws: ZipReader.Problem.damagedEntry("a.csv")) { try entry.content }
  }

  @Test func damagedContentRemainsAnError() throws {
    for entry in [Self.stored, Self.deflated] {
      let archive = ZipFixture([entry.changed { $0.checksum ^= 1 }]).archive
      let next = try ZipReader(archive).entries[0].chunks()
      #expect(try next() == Self.text)
      for _ in 0..<2 {
        #expect(throws: ZipReader.Problem.damagedEntry("a.csv")) { try next() }
      }
    }
  }

  // MARK: Reasons

  @Test(
    arguments: [
      (.notAnArchive, nil, "it is not a ZIP archive, or a part of it is missing"),
      (.encrypted("a"), "a", "it is encrypted"),
      (.unsupportedMethod("a", method: 9), "a", "it is compressed with the unknown method 9"),
    ] as [(ZipReader.Problem, String?, String)])
  func problemHasReason(problem: ZipReader.Problem, name: String?, reason: String) {
    #expect(problem.entryName == name)
    #expect(problem.reason == reason)
  }
}
