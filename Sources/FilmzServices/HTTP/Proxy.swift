import FilmzDomain
import Foundation

/// The proxy that the environment names for an address.
struct Proxy: Hashable {
  let host: String
  let port: Int

  /// `HTTPS_PROXY` for an `https` address whose host `NO_PROXY` does not name.
  ///
  /// - Throws: An ``HTTPFailure`` if the variable holds no address of a proxy: a request past the proxy
  ///   is not what the user wants.
  init?(environment: [String: String], for url: URL) throws(HTTPFailure) {
    let variable = environment["HTTPS_PROXY"] == nil ? "https_proxy" : "HTTPS_PROXY"
    let named = environment[variable] ?? ""
    let excluded = environment["NO_PROXY"] ?? environment["no_proxy"] ?? ""
    guard url.isSecure, !named.isEmpty, let target = url.host(), !Self.excludes(target, excluded)
    else { return nil }
    guard let proxy = URL(httpAddress: named.contains("://") ? named : "http://" + named),
      let host = proxy.host()
    else {
      throw .unsent("\(variable) takes an address such as http://proxy.example.org:3128")
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
