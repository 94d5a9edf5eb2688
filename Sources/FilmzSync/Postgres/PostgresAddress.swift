import CDynamicLibraries
import FilmzDomain
import FilmzFiles
import Glibc

/// The address of a PostgreSQL database, in the syntax of libpq.
///
/// The address may contain a password. Descriptions do not contain it; only ``url`` does.
package struct PostgresAddress: Sendable, Equatable {
  /// The address as the user typed it, such as `postgresql://ada:secret@db.example.org/filmz`.
  package let url: String
  /// The parameters of the address, by libpq's names.
  private let parameters: [String: String]

  /// Parses an address.
  ///
  /// - Throws: A ``PostgresError`` if the text is not an address, or if libpq cannot be loaded.
  package init(_ url: String) throws(PostgresError) {
    do {
      try SystemLibrary.postgreSQL.require()
    } catch {
      throw PostgresError(.noLibrary(error), error.message)
    }
    guard ["postgres://", "postgresql://"].contains(where: { url.hasPrefix($0) }) else {
      throw PostgresError(.invalidAddress, "the address begins with postgresql://")
    }
    guard let parameters = Self.parse(url) else {
      throw PostgresError(.invalidAddress, "the address has a part that libpq does not know")
    }
    guard Self.isPlausible(parameters) else {
      throw PostgresError(.invalidAddress, "write /, @ and : in the password as %2F, %40 and %3A")
    }
    (self.url, self.parameters) = (url, parameters)
  }

  /// Returns `false` if the host, the port or the database seems to contain a part of the password.
  private static func isPlausible(_ parameters: [String: String]) -> Bool {
    let isPortNumeric = (parameters["port"] ?? "").allSatisfy { $0.isNumber || $0 == "," }
    return isPortNumeric && !["host", "dbname"].contains { (parameters[$0] ?? "").dropFirst().contains("@") }
  }

  private static func parse(_ url: String) -> [String: String]? {
    var error: UnsafeMutablePointer<CChar>?
    // The text of the error is not used, because it can contain a part of the password.
    defer { filmz_PQfreemem(error) }
    guard let options = filmz_PQconninfoParse(url, &error) else { return nil }
    defer { filmz_PQconninfoFree(options) }
    var parameters: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return parameters
  }

  /// The address without password and parameters, for messages.
  package var place: String {
    let user = parameters["user"].map { $0 + "@" } ?? ""
    let ports = parameters["port"] ?? ""
    let port = ports.contains { $0 != "," } ? ":" + ports : ""
    let database = parameters["dbname"].map { "/" + $0 } ?? ""
    return "postgresql://\(user)\(hosts.joined(separator: ","))\(port)\(database)"
  }

  private var hosts: [String] {
    (parameters["host"] ?? parameters["hostaddr"] ?? "").split(separator: ",").map(String.init)
  }

  /// `true` if all hosts are this computer.
  ///
  /// Hosts in the environment count if the address has none, because libpq completes it with them.
  var isLocal: Bool {
    let hosts = ["host", "hostaddr"].flatMap { name in
      (parameters[name] ?? Self.variable("PG\(name.uppercased())") ?? "").split(separator: ",")
    }
    // A service is defined in a file, which can name any host.
    let hasService = parameters["service"] != nil || Self.variable("PGSERVICE") != nil
    return !hasService && hosts.allSatisfy(Self.isLocal)
  }

  /// Returns whether a host is a socket (a path, or an abstract name after `@`) or an address of this computer.
  private static func isLocal(_ host: Substring) -> Bool {
    let isSocket = host.hasPrefix("/") || host.hasPrefix("@")
    let isLoopbackIPv4 = host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0.isDigit }
    return isSocket || isLoopbackIPv4 || ["localhost", "::1"].contains(host)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The value of `sslmode`; `nil` if the address has none.
  var sslMode: String? { parameters["sslmode"] }

  /// Returns the address of a database of the same server for another user.
  ///
  /// Of the other parameters, which may be secret, only `sslmode` is kept.
  func url(user: String, password: String, database: String) -> String {
    var query = ["host", "hostaddr", "port", "sslmode"].compactMap { name in parameters[name].map { (name, $0) } }
    var server = ""
    // Several hosts, or the folder of a socket, are written as parameters.
    if let host = parameters["host"], !host.contains(","), !host.contains("/") {
      server = host.contains(":") ? "[\(host)]" : host.percentEncoded()
      if let port = parameters["port"] { server += ":\(port)" }
      query.removeAll { $0.0 == "host" || $0.0 == "port" }
    }
    let text = query.map { "\($0)=\($1.percentEncoded())" }.joined(separator: "&")
    return "postgresql://\(user.percentEncoded()):\(password.percentEncoded())@\(server)/"
      + database.percentEncoded() + (text.isEmpty ? "" : "?\(text)")
  }
}

extension PostgresAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { place }

  package var debugDescription: String { place }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
