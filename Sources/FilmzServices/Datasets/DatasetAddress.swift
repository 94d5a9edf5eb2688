import FilmzDomain
import Foundation

/// The address of a dataset server, or of a file on it.
package struct DatasetAddress: Sendable {
  /// The URL without user name, password, and fragment.
  let url: URL
  /// The value of the `Authorization` field; `nil` if the address contains no user name.
  let authorization: String?

  /// Parses an `http` or `https` address; a path, a trailing slash, and a user name are optional.
  ///
  /// Returns `nil` for any other string. Also returns `nil` if the path contains an `@`: the text
  /// preceding the `@` may be the end of a password that contains an unencoded slash, and messages
  /// would show this text.
  package init?(_ text: String) {
    guard let url = URL(httpAddress: text), !url.path().contains("@"),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    authorization = Self.authorization(components)
    components.user = nil
    components.password = nil
    components.fragment = nil
    guard let bareURL = components.url else { return nil }
    self.url = bareURL
  }

  private init(url: URL, authorization: String?) {
    self.url = url
    self.authorization = authorization
  }

  /// Returns the address of a file on the server.
  func appending(_ name: String) -> DatasetAddress {
    DatasetAddress(url: url.appending(path: name), authorization: authorization)
  }

  /// The name of the server in messages.
  var host: String { url.host() ?? "" }

  /// The address for messages and metadata, without the query, because a query may contain a key.
  var source: String {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.query = nil
    return components?.string ?? host
  }

  private static func authorization(_ components: URLComponents) -> String? {
    guard let user = components.user, !user.isEmpty else { return nil }
    return "Basic " + Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
  }
}
