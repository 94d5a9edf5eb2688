import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Texts sent by a service that contain the API key, or parts of it.
struct SecretMaskTests {
  private static let key = "s3cr3t-0mdb-k3y"

  private static func encoded(_ text: String) -> String {
    text.utf8.map { "%" + String($0, radix: 16) }.joined()
  }

  @Test(arguments: [
    (key, "********"), ("Key \(key) is on holiday.", "Key ******** is on holiday."),
    ("\(key)\(key), \(key)", "****************, ********"),
    ("S3CR3T-0MDB-K3Y and S3cr3t-0mdb-k3y", "******** and ********"),
    ("x=\(encoded(key))&y", "x=********&y"), (encoded(key).uppercased(), "********"),
    ("s3cr3t%2D0mdb%2dk3y!", "********!"), ("%73%33cr3t-0mdb-k3%79", "********"),
    // At least half of the key, anywhere in the text: the service may have truncated it.
    ("the key s3cr3t-0", "the key ********"), ("the key s3cr3t-0… is", "the key ********… is"),
    ("the key S3CR3T-0MDB-K3 is", "the key ******** is"), ("%73%33%63%72%33%74%2d%30", "********"),
    // Less than half of the key, only at the end of the text.
    ("the key s3c", "the key ********"), ("the key s3cr3t-", "the key ********"),
    ("s3cr3t service", "s3cr3t service"), ("the letters s3", "the letters s3"),
    ("", ""), ("nothing 100% of it", "nothing 100% of it"), ("%", "%"), ("%7", "%7"),
    ("%zz", "%zz"),
  ])
  func keyIsMasked(text: String, shown: String) {
    #expect(SecretMask(Self.key).masking(text) == shown)
  }

  @Test(arguments: [
    ("p%26q", "raw p%26q, sent p%2526q", "raw ********, sent ********"),
    ("%25x", "%25x and %2525x", "******** and ********"), ("k?y=1", "k%3Fy%3d1", "********"),
    ("a1b2c3d4", "A1B2C3D4, a1b2, a1b.", "********, ********, a1b."),
    ("ключ-тайны", "Die ключ-тайны ist da", "Die ******** ist da"),
    ("Ключ", "%D0%9a%D0%BB%D1%8E%D1%87", "********"), ("", "no key", "no key"),
    (String(repeating: "tok.en", count: 50), "bad tok.entok…", "bad ********…"),
  ])
  func keysOfAnyFormAreMasked(key: String, text: String, shown: String) {
    #expect(SecretMask(key).masking(text) == shown)
  }

  /// A beginning of a key that is a word, or part of one, is not masked.
  @Test(arguments: [
    ("deadbeef", "Dead Man and deadline, dead"), ("searchkey", "`search lantern`"),
    ("bedfa123", "at the end: bed"), ("moon2024x", "moonlight, MOON"),
    ("a1b2c3d4", "xa1b2, a1b2c9"), ("themes99", "the films of this theme"),
  ])
  func wordsThatAreNoSecretAreNotMasked(key: String, text: String) {
    #expect(SecretMask(key).masking(text) == text)
  }

  /// A key of one to three letters is masked only as a separate word, because it occurs in many words.
  @Test(arguments: [
    ("s", "no films of this series", "no films of this series"),
    ("s", "the key s is wrong: S", "the key ******** is wrong: ********"),
    ("s", "?apikey=s&s=lantern", "?apikey=********&********=lantern"),
    ("ab", "about ab, AB-cab", "about ********, ********-cab"), ("ab", "ab", "********"),
    ("abc", "abcd äabc abc%20", "abcd äabc ********%20"), ("ab", "a", "a"),
  ])
  func shortKeyIsMaskedAsASeparateWord(key: String, text: String, shown: String) {
    #expect(SecretMask(key).masking(text) == shown)
  }

  /// A message is truncated to 200 characters after masking.
  @Test(arguments: 180...205)
  func truncatedMessageContainsNoPartOfTheKey(position: Int) async throws {
    let start = String(repeating: "x", count: position)
    for key in [ServiceBench.key, ServiceBench.key.uppercased(), Self.encoded(ServiceBench.key)] {
      try await ServiceBench.with(response: .omdbError("\(start) \(key) is on holiday")) { bench in
        let error = await #expect(throws: ServiceError.self) {
          try await bench.source().film(id: FilmID(unchecked: "tt9000001"))
        }
        let message = try #require(error?.message)
        let shown = "\(start) ******** is on holiday".prefix(200)
        #expect(message == "OMDb: \(shown); try again later")
      }
    }
  }

  /// A message in which the service has truncated the key.
  @Test(arguments: 3...14)
  func keyTruncatedByTheServiceIsMasked(count: Int) async throws {
    let text = "We do not know " + ServiceBench.key.prefix(count).uppercased()
    try await ServiceBench.with(response: .omdbError(text)) { bench in
      await #expect(throws: ServiceError.unknownError("We do not know ********")) {
        try await bench.source().film(id: FilmID(unchecked: "tt9000001"))
      }
    }
  }
}
