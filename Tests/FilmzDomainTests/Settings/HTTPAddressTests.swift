import FilmzDomain
import Foundation
import Testing

struct HTTPAddressTests {
  @Test(
    arguments: [
      ("http://127.0.0.1:99/", "127.0.0.1", 99), ("http://127.0.0.1:1", "127.0.0.1", 1),
      ("https://127.0.0.1:65535/x?y=1#z", "127.0.0.1", 65535), ("HTTP://A.test/", "A.test", nil),
      ("http://[::1]:8080/", "::1", 8080), ("https://[2001:db8::7]/a", "2001:db8::7", nil),
      ("http://localhost?a=b", "localhost", nil),
      ("https://a_b-c.example.org:/", "a_b-c.example.org", nil),
      ("http://u:p@h.test:8/", "h.test", 8), ("http://h.test:080/", "h.test", 80),
      ("https://bücher.test/", "xn--bcher-kva.test", nil), ("http://h/a:99999/@b", "h", nil),
    ] as [(String, String, Int?)])
  func httpAddressIsParsed(text: String, host: String, port: Int?) throws {
    let url = try #require(URL(httpAddress: text))
    #expect(url.host() == host)
    #expect(url.port == port)
  }

  /// Foundation accepts some invalid ports after an IP address.
  @Test(arguments: [
    "http://127.0.0.1:99999/", "http://127.0.0.1:65536/", "http://127.0.0.1:0/",
    "http://127.0.0.1:-1", "http://127.0.0.1:-1/", "http://127.0.0.1:99999999999999999999/",
    "http://127.0.0.1:184467440737095516160/", "http://127.0.0.1:+80/", "http://127.0.0.1: 80/",
    "http://127.0.0.1:80:90/", "http://127.0.0.1:0x50/", "http://u:p@127.0.0.1:99999/",
    "http://[::1]:99999/", "http://[::1]:0/", "http://[::1", "http://::1/", "http://[::1]80/",
    "http://%31%32%37.0.0.1:99999/", "http://h.test:99999/", "http://h.test:99999999999999999999",
  ])
  func invalidPortIsRejected(text: String) {
    #expect(URL(httpAddress: text) == nil)
  }

  @Test(arguments: [
    "", " ", "h.test", "//h.test/", "ftp://h.test/", "file:///etc/passwd", "file://h.test/",
    "http:",
    "http://", "http:///path", "http:/h.test", "http:h.test", "http://:80/", "http://u@/",
    "http://u:p@:80/", "http://a%20b/", "http://a b/", "http://a%00b/", "http://a%2Fb/",
    "http://[fe80::1%25eth0]/", "http://[1.2.3.4]/", "http://[zz]/", "http://a;b/", "http://a\nb/",
    "http://a\u{1b}[31m/", "http+unix://%2Frun%2Fx/", "unix:///run/x", "mailto:a@h.test",
    "http://\(String(repeating: "a.", count: 127))test/",
  ])
  func invalidAddressIsRejected(text: String) {
    #expect(URL(httpAddress: text) == nil)
  }

  @Test(arguments: [
    ("https://h.test/", true), ("HTTPS://10.0.0.1/", true), ("http://localhost:1/", true),
    ("http://LOCALHOST/", true), ("http://127.0.0.1:8080/", true), ("http://127.9.8.7/", true),
    ("http://[::1]:1/", true), ("http://h.test/", false), ("http://10.0.0.1/", false),
    ("http://localhost.test/", false), ("http://127.0.0.1.test/", false), ("http://[::2]/", false),
    ("http://127.0.0.1@h.test/", false),
  ])
  func protectedAddressesUseTLSOrThisComputer(text: String, isProtected: Bool) throws {
    #expect(try #require(URL(httpAddress: text)).isProtected == isProtected)
  }

  @Test(arguments: [
    ("http://h.test/a", "http://H.test:80/b?c", true),
    ("https://h.test/", "HTTPS://h.test:443", true),
    ("http://h.test/", "https://h.test/", false), ("http://h.test/", "http://h.test:8080/", false),
    ("http://h.test/", "http://www.h.test/", false),
    ("http://h.test:443/", "https://h.test/", false),
  ])
  func serverIsComparedBySchemeHostAndPort(first: String, second: String, isSame: Bool) throws {
    let (first, second) = try (
      #require(URL(httpAddress: first)), #require(URL(httpAddress: second))
    )
    #expect(first.hasSameServer(as: second) == isSame)
    #expect(second.hasSameServer(as: first) == isSame)
  }
}
