import FilmzTestSupport
import Foundation

/// A server with TLS, OpenSSL's `s_server`, on 127.0.0.1 with a certificate for this address that signs itself.
///
/// It responds to each request with a page that describes the connection. OpenSSL's program is installed
/// with `ca-certificates`, which needs it. The server is killed on deinitialization.
final class TLSServer: Sendable {
  private static let executable = "/usr/bin/openssl"

  /// The file with the certificate, for clients that are to trust it.
  let certificate: String
  let baseURL: String
  private let process: PipedProcess

  /// Starts a server with additional options, with its files in `folder`.
  init(in folder: ScratchFolder, options: [String] = []) async throws {
    let openssl = try FilmzProcess(in: folder, executable: Self.executable)
    let names = ["-keyout", "key.pem", "-out", "certificate.pem"]
    let result = try await openssl.runProcess(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
        "2", "-subj", "/CN=filmz test", "-addext", "subjectAltName=IP:127.0.0.1",
      ] + names)
    try TestSupportError.check(-result.status, "openssl")
    let port = try LoopbackPort.free()
    let address = "127.0.0.1:\(port)"
    process = try openssl.openPipes(
      ["s_server", "-accept", address, "-cert", "certificate.pem", "-key", "key.pem", "-www"]
        + options)
    certificate = folder.path(of: "certificate.pem")
    baseURL = "https://\(address)/"
    try await LoopbackPort.waitUntilOpen(port)
  }
}
