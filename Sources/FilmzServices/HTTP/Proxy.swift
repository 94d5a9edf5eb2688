import FilmzDomain
import Foundation

/// The proxy that the environment defines for a URL.
struct Proxy: Hashable {
  let host: String
  let port: Int

  /// The URL of the proxy.
  var address: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// Creates the proxy from `HTTPS_PROXY` if the URL is `https` and `NO_PROXY` does not exclude its
  /// host.
  ///
  /// Returns `nil` if no proxy is to be used. If one of these variables is not set, the variable
  /// with the same name in lower case is used.
  ///
  /// - Throws: An ``HTTPFailure`` if `HTTPS_PROXY` does not hold the address of a proxy. A
  ///   connection without the proxy would be against the user's intention.
  init?(environment: [String: String], for url: URL) throws(HTTPFailure) {
    let variable = environment["HTTPS_PROXY"] == nil ? "https_proxy" : "HTTPS_PROXY"
    let proxyAddress = environment[variable] ?? ""
    let exclusions = environment["NO_PROXY"] ?? environment["no_proxy"] ?? ""
    guard url.isSecure, !proxyAddress.isEmpty, let target = url.host(),
      !Self.excludes(target, exclusions)
    else { return nil }
    guard
      let proxy = URL(
        httpAddress: proxyAddress.contains("://") ? proxyAddress : "http://" + proxyAddress),
      let host = proxy.host()
    else {
      throw .unsent("\(variable) must be a URL such as http://proxy.example.org:3128")
    }
    self.host = host
    port = proxy.port ?? 8080
  }

  /// Returns whether a list of domains contains the host, a parent domain of the host, or `*`.
  private static func excludes(_ host: String, _ list: String) -> Bool {
    list.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.contains { item in
      let domain = item.hasPrefix(".") ? String(item.dropFirst()) : item
      return item == "*" || host == domain || (!domain.isEmpty && host.hasSuffix("." + domain))
    }
  }
}
