import FilmzTestSupport
import Foundation
import Testing

/// Invalid addresses in settings, environment variables, options, and redirections.
struct BadAddressTests {
  private static let addresses = [
    "http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://127.0.0.1:-1/", "http://[::1]:99999/",
    "http://127.0.0.1:99999999999999999999/", "http://%31%32%37.0.0.1:99999/", "http://a b/",
    "http://:80/", "http://", "ftp://127.0.0.1/",
  ]
  /// Addresses to which a key would be sent without encryption.
  private static let unprotectedAddresses = [
    "http://omdb.example.org/", "http://127.0.0.1.example.org/", "http://localhost.example.org/",
    "http://10.0.0.1/",
  ]

  @Test(arguments: addresses + unprotectedAddresses)
  func settingsRejectInvalidAddresses(address: String) async throws {
    try await FilmzProcess.with { filmz in
      for (key, example) in [
        ("omdb.baseURL", "https://www.omdbapi.com/"),
        ("tmdb.baseURL", "https://api.themoviedb.org/3/"),
      ] {
        let result = try await filmz.run("config", "set", key, address)
        #expect(result.status == 64 && result.stdout == "")
        #expect(
          result.stderr
            == "filmz: \"\(address)\" is not a valid \(key); use an https URL, or an http URL on this"
            + " computer, without an API key, such as \(example); a port is at most 65535\n")
        #expect(!filmz.folder.exists("home"))
      }
    }
  }

  @Test(arguments: addresses + unprotectedAddresses)
  func invalidAddressesInTheEnvironmentAndTheFileAreReported(address: String) async throws {
    try await FilmzProcess.with(environment: ["OMDB_BASE_URL": address]) { filmz in
      try filmz.folder.write("tmdb.baseURL = \"\(address)\"\n", to: "home/config/config.toml")
      let result = try await filmz.run("--offline", "config", "get", "omdb.baseURL")
      #expect(result.status == 0 && result.stdout == "https://www.omdbapi.com/\n")
      #expect(result.errorLines.count == 2, "\(result.stderr)")
      #expect(
        result.stderr.contains(
          "OMDB_BASE_URL must be an https URL, or an http URL on this computer, without an API key, "
        ))
      #expect(result.stderr.contains("config.toml line 1 "))
    }
  }

  /// The default address is not used instead, because the key would be sent there.
  @Test(arguments: addresses + unprotectedAddresses)
  func serviceWithARefusedAddressIsNotAsked(address: String) async throws {
    let environment = [
      "OMDB_BASE_URL": address, "OMDB_API_KEY": "abcd1234", "TMDB_API_TOKEN": "abcd.1234",
    ]
    try await FilmzProcess.with(environment: environment) { filmz in
      try filmz.folder.write("tmdb.baseURL = \"\(address)\"\n", to: "home/config/config.toml")
      let remedies = [
        "omdb":
          "its address OMDB_BASE_URL cannot be used; set OMDB_BASE_URL to another address, or unset it",
        "tmdb":
          "its address tmdb.baseURL cannot be used; `config set tmdb.baseURL URL` sets another address, "
          + "`config unset tmdb.baseURL` restores the default",
      ]
      for (source, remedy) in remedies {
        let result = try await filmz.run("--verbose", "search", "lantern", "--source", source)
        #expect(result.status == 69 && !result.stderr.contains("GET "), "\(result.stderr)")
        #expect(result.stderr.contains("is not asked: \(remedy)"), "\(result.stderr)")
      }
    }
  }

  @Test(arguments: addresses)
  func catalogUpdateRejectsInvalidAddresses(address: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("catalog", "update", "--from", address)
      #expect(result.status == 64 && result.stdout == "")
      #expect(
        result.stderr
          == "filmz: the URL of a dataset server must begin with https:// or http://, and its port must"
          + " not exceed 65535\n")
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test(arguments: addresses + ["//127.0.0.1:99999/", "http://u:s3cret@127.0.0.1:1/"])
  func redirectionsToInvalidAddressesAreNotFollowed(address: String) async throws {
    let redirect: LoopbackServer.Handler = { _ in
      .text("", status: 302, headers: ["Location": address])
    }
    try await LoopbackServer.with(redirect) { server in
      try await FilmzProcess.with { filmz in
        let result = try await filmz.run("catalog", "update", "--from", server.baseURL)
        #expect(result.status == 69 && result.stdout == "")
        #expect(
          result.stderr
            == "filmz: title.basics.tsv.gz: 127.0.0.1 redirects to an address that cannot be used;"
            + " check the connection and try again\n")
      }
    }
  }

  /// Requests do not bypass an invalid proxy.
  @Test(arguments: addresses + ["127.0.0.1:99999", "socks5://127.0.0.1:1"])
  func noRequestIsSentWithAnInvalidProxy(proxy: String) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let address = server.baseURL.replacing("http:", with: "https:")
      let environment = ["HTTPS_PROXY": proxy, "OMDB_BASE_URL": address]
      let expectedText = "HTTPS_PROXY must be a URL such as http://proxy.example.org:3128"
      for arguments in [["show", "tt9000001"], ["catalog", "update", "--from", address]] {
        let result = try await filmz.run(arguments, environment: environment)
        #expect(result.status == 69 && result.stdout == "")
        #expect(result.errorLines.count == 1, "\(result.stderr)")
        #expect(result.stderr.contains(expectedText), "\(result.stderr)")
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func doctorReportsAnInvalidProxy() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let address = server.baseURL.replacing("http:", with: "https:")
      let result = try await filmz.run(
        ["doctor"],
        environment: ["HTTPS_PROXY": "http://127.0.0.1:99999", "OMDB_BASE_URL": address])
      #expect(result.stdout.contains("HTTPS_PROXY must be a URL"), "\(result.stdout)")
      #expect(server.requests.isEmpty)
    }
  }
}
