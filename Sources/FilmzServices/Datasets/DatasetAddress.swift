import Foundation

/// Where one file is published.
struct DatasetAddress: Sendable {
  /// What is asked for, without a user's name and password.
  let url: URL
  /// The field `Authorization` for the user that the origin names, if any.
  let authorization: String?

  /// The address of a file at an origin, `http` or `https`, with or without a path, a slash at its
  /// end, and a user.
  ///
  /// Throws ``DatasetError/notAnAddress`` for any other origin.
  init(of name: String, at origin: URL) throws(DatasetError) {
    guard ["http", "https"].contains(origin.scheme?.lowercased()), origin.host()?.isEmpty == false,
      var parts = URLComponents(url: origin, resolvingAgainstBaseURL: true)
    else { throw .notAnAddress }
    authorization = Self.authorization(parts)
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    guard let bare = parts.url else { throw .notAnAddress }
    url = bare.appending(path: name)
  }

  /// The server, as messages name it.
  var host: String { url.host() ?? "" }

  /// The address without a query, which may hold a key.
  var source: String {
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.query = nil
    return parts?.string ?? host
  }

  private static func authorization(_ parts: URLComponents) -> String? {
    guard let user = parts.user, !user.isEmpty else { return nil }
    return "Basic " + Data("\(user):\(parts.password ?? "")".utf8).base64EncodedString()
  }
}
