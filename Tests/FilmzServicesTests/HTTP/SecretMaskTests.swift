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
    ("k%3Ds3cr3t-0mdb, s3cr3t-0mdbetc", "k%3D********, ********etc"),
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

  /// A key of letters may be a word, also a long one, and is masked only behind the name of a key.
  @Test(arguments: [
    ("matrix", "no film called \"matrixx\"; The Matrix", "no film called \"matrixx\"; The Matrix"),
    ("matrix", "?apikey=matrix&s=matrix", "?apikey=********&s=matrix"),
    ("Godfather", "Bearer godfather, The Godfather", "Bearer ********, The Godfather"),
    ("godfather", "Invalid API key: godfather", "Invalid API key: ********"),
    ("godfather", "Invalid API key: godf", "Invalid API key: godf"),
    ("matrix", "?api_key=%6Datrix", "?api_key=********"),
  ])
  func keyOfLettersIsMaskedOnlyInItsPlaces(key: String, text: String, shown: String) {
    #expect(SecretMask(key).masking(text) == shown)
  }

  /// A short key is masked only as a separate word, because it occurs in many words; one of letters only behind the
  /// name of a key, because it may be a word itself.
  @Test(arguments: [
    ("s", "no films of this series", "no films of this series"),
    ("s", "the key s is wrong: S", "the key ******** is wrong: S"),
    ("s", "?apikey=s&s=lantern", "?apikey=********&s=lantern"),
    ("film", "no film of films; Film 2", "no film of films; Film 2"),
    ("film", "?apikey=film&s=film", "?apikey=********&s=film"),
    (
      "the", "the Bearer the, Token: \"the\" of the",
      "the Bearer ********, Token: \"********\" of the"
    ),
    ("a1", "a1 ba1 A1-cab", "******** ba1 ********-cab"), ("a1", "a", "a"),
    ("ab1", "ab1d äab1 ab1%20", "ab1d äab1 ********%20"),
    ("a1b2", "a1b2c, a1b2", "a1b2c, ********"),
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
