/// Checks whether the files of one installation are complete and unaltered.
///
/// Each file has the checksum of its predecessor, so a file cannot be exchanged for another one of the
/// same installation that was encrypted with the same key, such as an older one, without notice.
///
/// The contract says: "altered, swapped or rolled back files are reported and not applied". The rule is:
///
/// - A file that fails authentication, because it was altered, renamed, or swapped, is not read at all.
/// - A file that was another one before is not applied by the sync that notices it.
/// - Another file that is ``Problem/altered(_:)``, as it does not follow its predecessor, is reported and applied. It is
///   authentic, and its predecessor may have been replaced after a restore.
/// - All other files are applied, also those after a gap and after an altered file: changes are complete
///   in themselves, and neither order nor repetition matters. What a missing file held is sent again by
///   any installation that has it.
/// - After ``Problem/rolledBack(from:to:)``, the remaining files are those that were applied before;
///   applying them again has no effect.
package enum SyncChain {
  /// What a file tells about its place in the chain; it must have been authenticated.
  package struct Link: Sendable, Hashable {
    package let checksum: SyncChecksum
    /// The checksum of the previous file, if there was one.
    package let predecessor: SyncChecksum?
    /// `true` if the older files are not needed.
    package let isStart: Bool

    package init(checksum: SyncChecksum, predecessor: SyncChecksum?, isStart: Bool) {
      self.checksum = checksum
      self.predecessor = predecessor
      self.isStart = isStart
    }
  }

  /// Something that is wrong with the files of an installation.
  package enum Problem: Sendable, Hashable {
    /// The files with these numbers are not in the folder, although they are needed.
    case missing(ClosedRange<Int>)
    /// The file was different before, or does not fit its neighbours.
    ///
    /// Of two files that do not fit, the one is altered that was not applied before, otherwise the later one.
    case altered(Int)
    /// The newest file that was seen before, and the newest one now; 0 if there is none.
    case rolledBack(from: Int, to: Int)
  }

  /// Finds what is wrong.
  ///
  /// - Parameters:
  ///   - links: The files that could be read, by number.
  ///   - unread: The numbers of files that are in the folder but could not be read; they are not missing.
  ///   - seen: The checksums of files that were applied before, by number.
  /// - Returns: The problems, in the order of the numbers.
  package static func problems(
    of links: [Int: Link], unread: Set<Int> = [], seen: [Int: SyncChecksum] = [:]
  ) -> [Problem] {
    let lastSeen = seen.keys.max() ?? 0
    // An unread file may be forged, and its number as well.
    let newest = max(links.keys.max() ?? 0, unread.filter { $0 <= lastSeen }.max() ?? 0)
    var problems = missing(in: Set(links.keys).union(unread), links, upTo: newest)
    for number in links.keys.sorted() where isAltered(number, links, seen) {
      problems.append(.altered(number))
    }
    problems.sort { $0.number < $1.number }
    if newest < lastSeen { problems.append(.rolledBack(from: lastSeen, to: newest)) }
    return problems
  }

  private static func missing(
    in numbers: Set<Int>, _ links: [Int: Link], upTo newest: Int
  ) -> [Problem] {
    var next = links.filter(\.value.isStart).keys.max() ?? 1
    var problems: [Problem] = []
    for number in numbers.sorted() where number >= next && number <= newest {
      if number > next { problems.append(.missing(next...number - 1)) }
      next = number + 1
    }
    return problems
  }

  private static func isAltered(
    _ number: Int, _ links: [Int: Link], _ seen: [Int: SyncChecksum]
  ) -> Bool {
    guard let link = links[number] else { return false }
    if let before = seen[number] { return before != link.checksum }
    if let next = links[number + 1], next.checksum == seen[number + 1],
      next.predecessor != link.checksum
    {
      return true
    }
    guard let predecessor = seen[number - 1] ?? links[number - 1]?.checksum else { return false }
    return link.predecessor != predecessor
  }
}

extension SyncChain.Problem {
  fileprivate var number: Int {
    switch self {
    case .missing(let numbers): numbers.lowerBound
    case .altered(let number): number
    case .rolledBack(_, let number): number
    }
  }
}
