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
  func anHTTPSAddressGoesThroughTheProxy(
    environment: [String: String], host: String, port: Int
  ) throws {
    let url = try #require(URL(string: Self.omdb))
    let proxy = try #require(Proxy(environment: environment, for: url))
    #expect(proxy.host == host)
    #expect(proxy.port == port)
  }

  @Test(arguments: [
    "*", "www.omdbapi.com", "omdbapi.com", ".omdbapi.com", "com", "localhost, omdbapi.com",
    "localhost,,omdbapi.com ",
  ])
  func aHostThatNoProxyNamesIsReachedDirectly(excluded: String) throws {
    let url = try #require(URL(string: Self.omdb))
    let environment = ["HTTPS_PROXY": "proxy.test:3128", "NO_PROXY": excluded]
    #expect(Proxy(environment: environment, for: url) == nil)
    let small = ["https_proxy": "http://proxy.test:3128", "no_proxy": excluded]
    #expect(Proxy(environment: small, for: url) == nil)
  }

  @Test(
    arguments: [
      ("https://www.omdbapi.com/", [:]), ("https://www.omdbapi.com/", ["HTTPS_PROXY": ""]),
      ("https://www.omdbapi.com/", ["HTTP_PROXY": "http://proxy.test:3128"]),
      ("https://www.omdbapi.com/", ["HTTPS_PROXY": "http://"]),
      ("http://127.0.0.1:8080/", ["HTTPS_PROXY": "http://proxy.test:3128"]),
    ] as [(String, [String: String])])
  func thereIsNoProxyWhereNoneIsNamedForTheScheme(
    address: String, environment: [String: String]
  ) throws {
    let url = try #require(URL(string: address))
    #expect(Proxy(environment: environment, for: url) == nil)
  }
}
