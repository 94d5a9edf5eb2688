import Foundation

/// The proxy that the environment names for an address.
struct Proxy: Hashable {
  let host: String
  let port: Int

  /// `HTTPS_PROXY` for an `https` address whose host `NO_PROXY` does not name.
  init?(environment: [String: String], for url: URL) {
    let named = environment["HTTPS_PROXY"] ?? environment["https_proxy"] ?? ""
    let excluded = environment["NO_PROXY"] ?? environment["no_proxy"] ?? ""
    guard url.scheme == "https", !named.isEmpty, let target = url.host(),
      !Self.excludes(target, excluded),
      let proxy = URL(string: named.contains("://") ? named : "http://" + named),
      let host = proxy.host()
    else { return nil }
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
