import FilmzDomain
import Foundation

/// Resolves redirections of GET requests (RFC 9110, 15.4).
enum Redirection {
  private static let statuses: Set = [301, 302, 303, 307, 308]

  /// Returns the URL that a response redirects to.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - url: The requested URL, against which a relative `Location` is resolved.
  ///   - host: The name in messages of the server that sent the response.
  /// - Returns: The target; `nil` if the response is not a redirection or has no `Location`.
  /// - Throws: An ``HTTPFailure`` if the target must not be requested: it is not a valid `http` or
  ///   `https` address, it contains a user name, or it is unencrypted although `url` is encrypted.
  ///   The message does not contain the target, which may hold a secret.
  static func target(
    of head: HTTPHead, from url: URL, host: String
  ) throws(HTTPFailure) -> URL? {
    guard statuses.contains(head.status), let location = head["Location"], !location.isEmpty else {
      return nil
    }
    let resolved = URL(string: location, relativeTo: url)?.absoluteString
    guard let target = resolved.flatMap({ URL(httpAddress: $0) }), target.user() == nil else {
      throw .neverRetried("\(host) redirects to an address that cannot be used")
    }
    guard target.isSecure || !url.isSecure else {
      throw .neverRetried("\(host) redirects to an unencrypted address")
    }
    return target
  }
}
