package import FilmzDomain
package import Foundation

/// The warnings that were shown today, in a private file.
///
/// The file contains hashes, because the lines that the warnings are about may contain anything.
package struct DailyWarnings: Sendable {
  private struct Shown: Codable, Sendable {
    /// The day, such as `2024-05-01`.
    let day: String
    var hashes: Set<String> = []
  }

  private let file: JSONFile<Shown>
  private let now: Date

  package init(url: URL, now: Date) {
    file = JSONFile(url: url)
    self.now = now
  }

  /// Returns the warnings that were not shown today, and records that they are shown.
  ///
  /// If the file cannot be written, the warnings are returned again by the next call.
  package func takeNew(_ warnings: [Warning]) -> [Warning] {
    guard !warnings.isEmpty else { return [] }
    let today = PartialDate(day: now).text
    let shown = file.load().flatMap { $0.day == today ? $0.hashes : nil } ?? []
    let newWarnings = warnings.filter { !shown.contains(Self.hash(of: $0)) }
    if !newWarnings.isEmpty {
      let hashes = shown.union(newWarnings.map(Self.hash))
      try? file.save(Shown(day: today, hashes: hashes))
    }
    return newWarnings
  }

  /// Returns a hash of a warning as hexadecimal digits.
  private static func hash(of warning: Warning) -> String {
    String(FNV1a.hash64(of: Array("\(warning)".utf8).span), radix: 16)
  }
}
