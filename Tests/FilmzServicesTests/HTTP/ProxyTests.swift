import Foundation
import Testing

@testable import FilmzServices

struct ProxyTests {
  private static let omdb = "https://www.omdbapi.com/?s=heat"

  @Test(arguments: [
    (["HTTPS_PROXY": "http://proxy.test:3128"], "proxy.test", 3128),
    (["https_proxy": "http://proxy.test:3128"], "proxy.test", 3128),
    (["HTTPS_PROXY": "proxy.test:3128"], "proxy.test", 3128),
    (["HTTPS_PROXY": "proxy.test"], "proxy.test", 8080),
    (["HTTPS_PROXY": "http://a.test:1", "https_proxy": "http://b.test:2"], "a.test", 1),
    (["HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": ""], "proxy.test", 3128),
    (["HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": "a.test,.api.com"], "proxy.test", 3128),
    (["HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": "api.com"], "proxy.test", 3128),
    (["HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": ".www.omdbapi.com.test"], "proxy.test", 3128),
  ])
  func proxyIsUsedForHTTPS(
    environment: [String: String], host: String, port: Int
  ) throws {
    let url = try #require(URL(string: Self.omdb))
    let proxy = try #require(try Proxy(environment: environment, for: url))
    #expect(proxy.host == host)
    #expect(proxy.port == port)
  }

  @Test(arguments: [
    "*", "www.omdbapi.com", "omdbapi.com", ".omdbapi.com", "com", "localhost, omdbapi.com",
    "localhost,,omdbapi.com ",
  ])
  func hostInNoProxyIsReachedDirectly(excluded: String) throws {
    let url = try #require(URL(string: Self.omdb))
    let environment = ["HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": excluded]
    #expect(try Proxy(environment: environment, for: url) == nil)
    let lowercase = ["https_proxy": "http://proxy.test:3128", "no_proxy": excluded]
    #expect(try Proxy(environment: lowercase, for: url) == nil)
    // A proxy that is not used may be invalid.
    let invalid = ["HTTPS_PROXY": "http://127.0.0.1:99999", "NO_PROXY": excluded]
    #expect(try Proxy(environment: invalid, for: url) == nil)
  }

  @Test(
    arguments: [
      ("https://www.omdbapi.com/", [:]), ("https://www.omdbapi.com/", ["HTTPS_PROXY": ""]),
      ("https://www.omdbapi.com/", ["HTTP_PROXY": "http://proxy.test:3128"]),
      ("http://127.0.0.1:8080/", ["HTTPS_PROXY": "http://proxy.test:3128"]),
    ] as [(String, [String: String])])
  func noProxyIsUsedIfNoneIsSetForTheScheme(
    address: String, environment: [String: String]
  ) throws {
    let url = try #require(URL(string: address))
    #expect(try Proxy(environment: environment, for: url) == nil)
  }

  @Test func uppercaseSchemeDoesNotBypassTheProxy() throws {
    let url = try #require(URL(string: "HTTPS://www.omdbapi.com/"))
    #expect(try Proxy(environment: ["HTTPS_PROXY": "proxy.test"], for: url)?.host == "proxy.test")
  }

  @Test(arguments: ["HTTPS_PROXY", "https_proxy"], invalidProxies)
  func invalidProxyIsAnErrorThatDoesNotShowIt(variable: String, proxy: String) throws {
    let url = try #require(URL(string: Self.omdb))
    let error = #expect(throws: HTTPFailure.self) {
      try Proxy(environment: [variable: proxy], for: url)
    }
    #expect(error?.cause == "\(variable) must be a URL such as http://proxy.example.org:3128")
    #expect(error?.isUnsent == true)
  }

  private static let invalidProxies = [
    "http://", "http://127.0.0.1:99999", "127.0.0.1:99999", "127.0.0.1:0", "http://127.0.0.1:-1",
    "[::1]:99999", "socks5://proxy.test:1080", "http://pro%78y.test", "a b", "http://u:s3cret@",
    "proxy.test:99999999999999999999", "http:proxy.test",
  ]
}
