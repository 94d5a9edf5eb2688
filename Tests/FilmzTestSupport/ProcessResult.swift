/// How a program ended, and all that it wrote; bytes that are no UTF-8 are repaired.
package struct ProcessResult: Sendable, Equatable {
  /// The exit status, or minus the number of the signal that ended it.
  package let status: Int32
  /// Everything written to standard output, as far as it was captured.
  package let stdout: String
  /// Everything written to standard error.
  package let stderr: String

  /// The JSON documents that stand one after another on standard output.
  package var documents: [JSON] {
    get throws { try JSON.documents(in: stdout) }
  }

  /// The last JSON document on standard output.
  ///
  /// Throws when there is none.
  package var json: JSON {
    get throws {
      guard let last = try documents.last else { throw TestSupportError.noJSON(stdout + stderr) }
      return last
    }
  }
}
