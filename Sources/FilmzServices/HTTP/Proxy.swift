import FilmzDomain
import Foundation

/// The proxy that the environment defines for a URL.
struct Proxy: Hashable {
  let host: String
  let port: Int

  /// Creates the proxy from `HTTPS_PROXY` if the URL is `https` and `NO_PROXY` does not exclude its host.
  ///
  /// - Throws: An ``HTTPFailure`` if the variable does not hold the address of a proxy; bypassing the
  ///   proxy instead would be against the user's intention.
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
      throw .unsent("\(variable) must be an address such as http://proxy.example.org:3128")
    }
    self.host = host
    port = proxy.port ?? 8080
  }

  private static func excludes(_ host: String, _ list: String) -> Bool {
    list.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.contains { entry in
      let suffix = entry.hasPrefix(".") ? String(entry.dropFirst()) : entry
      return entry == "*" || host == suffix || (!suffix.isEmpty && host.hasSuffix("." + suffix))
    }
  }
}
