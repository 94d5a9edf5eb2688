import FilmzDomain
import Testing

/// Texts that must not get into the history, into a message, or to a service.
struct SecretDetectorTests {
  /// A key in the form of earlier versions, and one with check characters.
  private static let keys = [
    "TDSU-TZ36-RXDF-G3WZ-7WNN-VQ5D-5V76-CN3W-OMBS-FX3R-O6AP-WEA5-CELQ-3QQ6",
    "AAAQF-EAYE5-AUDAY-OCAJM-BIFQB-YDIOC-B4IBD-CEQTW-CQKRP-MFYYN-DENBS-WHA5B-DYPQJ-MMG42",
  ]

  @Test(arguments: keys)
  func keyOfSyncIsFound(key: String) {
    let eightGroups = key.split(separator: "-").prefix(8).joined(separator: "-")
    for text in [
      key, key.lowercased(), key.filter { $0 != "-" }, String(key.map { $0 == "-" ? " " : $0 }),
      "sync key set \(key)", "sync setup folder f --key \(key)", eightGroups,
    ] {
      #expect(SecretDetector.containsSecret(text), "\(text)")
    }
  }

  @Test(arguments: [
    "search heat", "the good, the bad and the ugly", "four word film that have none long here",
    "tt0133093 tt0068646", "2024-05-01", "note . dont look back",
  ])
  func otherTextIsNot(text: String) { #expect(!SecretDetector.containsSecret(text)) }
}
