import FilmzDomain
import Foundation

/// Where the files of the datasets are published, or one of them.
package struct DatasetAddress: Sendable {
  /// What is asked for, without a user's name and password.
  let url: URL
  /// The field `Authorization` for the user that the address names, if any.
  let authorization: String?

  /// Reads an address, `http` or `https`, with or without a path, a slash at its end, and a user.
  ///
  /// Returns `nil` for anything else, and for an `@` in the path: before it stands the rest of a password
  /// whose slash is not encoded, which would be shown.
  package init?(_ text: String) {
    guard let url = URL(httpAddress: text), !url.path().contains("@"),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    authorization = Self.authorization(parts)
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    guard let bare = parts.url else { return nil }
    self.url = bare
  }

  private init(url: URL, authorization: String?) {
    self.url = url
    self.authorization = authorization
  }

  /// Returns the address of a file there.
  func appending(_ name: String) -> DatasetAddress {
    DatasetAddress(url: url.appending(path: name), authorization: authorization)
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
