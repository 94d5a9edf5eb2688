import FilmzDomain
import Foundation

/// Redirections of an answer to `GET` (RFC 9110, 15.4).
enum Redirection {
  private static let statuses: Set = [301, 302, 303, 307, 308]

  /// Returns the address that an answer redirects to.
  ///
  /// - Parameters:
  ///   - head: The beginning of the answer.
  ///   - url: The address that was asked, which a relative `Location` is resolved against.
  ///   - host: The server that answered, as messages name it.
  /// - Returns: The address; `nil` if the answer is no redirection, or says not where to.
  /// - Throws: An ``HTTPFailure`` without the address, which may hold a secret, if it is not to be
  ///   followed: another scheme than `http` and `https`, a user's name in it, or no encryption after an
  ///   encrypted connection.
  static func target(
    of head: HTTPHead, from url: URL, host: String
  ) throws(HTTPFailure) -> URL? {
    guard statuses.contains(head.status), let location = head["Location"], !location.isEmpty else {
      return nil
    }
    let resolved = URL(string: location, relativeTo: url)?.absoluteString
    guard let target = resolved.flatMap({ URL(httpAddress: $0) }), target.user() == nil else {
      throw .lasting("\(host) redirects to an address that cannot be used")
    }
    guard target.isSecure || !url.isSecure else {
      throw .lasting("\(host) redirects to an address without encryption")
    }
    return target
  }
}
