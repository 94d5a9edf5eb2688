import FilmzTestSupport
import Foundation

@testable import FilmzSync

/// Carries files between the copies of a folder, as badly as a program can.
struct FolderCarrier {
  /// The absolute paths of the copies of the folder.
  let copies: [URL]
  /// The names of the files that their installations have removed.
  private var removed: Set<String> = []
  /// The files that are only the beginning of a file, by path.
  private var incomplete: Set<String> = []
  private var listings: [[String: Data]] = []
  private var conflictCount = 0

  init(_ copies: [URL]) { self.copies = copies }

  // MARK: - Files

  static func names(in copy: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: copy.path).filter {
      SyncFileName(fileName: $0) != nil
    }.sorted()
  }

  private func content(_ name: String, in copy: URL) -> Data? {
    try? Data(contentsOf: copy.appending(path: name))
  }

  private mutating func write(_ data: Data, _ name: String, in copy: URL) throws {
    incomplete.remove(copy.appending(path: name).path)
    guard content(name, in: copy) != data else { return }
    try data.write(to: copy.appending(path: name), options: .atomic)
  }

  private mutating func remove(_ name: String, in copy: URL) {
    incomplete.remove(copy.appending(path: name).path)
    try? FileManager.default.removeItem(at: copy.appending(path: name))
  }

  private func isComplete(_ name: String, in copy: URL) -> Bool {
    !incomplete.contains(copy.appending(path: name).path)
  }

  /// Returns whether a copy has a file that is damaged or not complete.
  func hasIncompleteFile(in copy: URL) -> Bool {
    incomplete.contains { $0.hasPrefix(copy.path) }
  }

  /// Notes which files a sync has removed from a copy, and which it has written.
  mutating func note(before: [String], after: [String]) {
    removed.formUnion(Set(before).subtracting(after))
    removed.subtract(Set(after).subtracting(before))
  }

  // MARK: - Random events

  /// Does something with the files of two copies.
  mutating func carry(_ random: inout SplitMix) throws {
    let (source, target) = (random.element(of: copies), random.element(of: copies))
    let names = try Self.names(in: source).shuffled(using: &random)
    guard let name = names.first, let data = content(name, in: source), !data.isEmpty else {
      return
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<4:
      for name in names.prefix(Int.random(in: 1...4, using: &random)) {
        try carry(name, source, target)
      }
    case 4..<7: for name in names { try carry(name, source, target) }
    case 7, 8:
      let count = Int.random(in: 0..<data.count, using: &random)
      let url = target.appending(path: name)
      guard source != target, content(name, in: target) == nil else { return }
      try data.prefix(count).write(to: url)
      incomplete.insert(url.path)
    case 9: remove(name, in: source)
    case 10: try writeConflictCopy(data, name, in: target)
    case 11: try Data("x".utf8).write(to: target.appending(path: "other file.txt"))
    case 12: try damage(name, data, in: source, &random)
    case 13, 14: try keepListing(of: source)
    default:
      guard !listings.isEmpty else { return }
      try replace(target, with: random.element(of: listings))
    }
  }

  private mutating func carry(_ name: String, _ source: URL, _ target: URL) throws {
    guard isComplete(name, in: source), let data = content(name, in: source) else { return }
    if let other = content(name, in: target), other != data, isComplete(name, in: target) {
      try writeConflictCopy(other, name, in: target)
    }
    try write(data, name, in: target)
  }

  private mutating func writeConflictCopy(_ data: Data, _ name: String, in copy: URL) throws {
    conflictCount += 1
    let end = ".sync-conflict-\(conflictCount)\(SyncFileName.suffix)"
    try data.write(to: copy.appending(path: name.replacing(SyncFileName.suffix, with: end)))
  }

  private mutating func damage(
    _ name: String, _ data: Data, in copy: URL, _ random: inout SplitMix
  ) throws {
    guard !data.isEmpty else { return }
    var data = data
    data[Int.random(in: data.indices, using: &random)] ^= 1
    try data.write(to: copy.appending(path: name), options: .atomic)
    incomplete.insert(copy.appending(path: name).path)
  }

  private mutating func keepListing(of copy: URL) throws {
    var listing: [String: Data] = [:]
    for name in try Self.names(in: copy) where isComplete(name, in: copy) {
      listing[name] = content(name, in: copy)
    }
    listings.append(listing)
  }

  private mutating func replace(_ copy: URL, with listing: [String: Data]) throws {
    for name in try Self.names(in: copy) where listing[name] == nil { remove(name, in: copy) }
    for (name, data) in listing { try write(data, name, in: copy) }
  }

  // MARK: - The end

  /// Makes all copies equal: of several files of one name, a random one is kept.
  mutating func carryEverything(_ random: inout SplitMix) throws {
    let names = try Set(copies.flatMap(Self.names)).sorted()
    for name in names {
      guard !removed.contains(name) else {
        for copy in copies { remove(name, in: copy) }
        continue
      }
      let complete = copies.filter { isComplete(name, in: $0) }.compactMap { content(name, in: $0) }
      guard !complete.isEmpty else {
        // What is left of a file that is nowhere any more.
        for copy in copies { remove(name, in: copy) }
        continue
      }
      let data = random.element(of: Set(complete).sorted { $0.lexicographicallyPrecedes($1) })
      for copy in copies { try write(data, name, in: copy) }
    }
  }
}
