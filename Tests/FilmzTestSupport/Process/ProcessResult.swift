/// The exit status and the output of a program; invalid UTF-8 in the output is repaired.
package struct ProcessResult: Sendable, Equatable {
  /// The exit status, or the negative number of the signal that terminated the program.
  package let status: Int32
  /// The captured standard output.
  package let stdout: String
  /// The standard error.
  package let stderr: String

  package init(status: Int32, stdout: String, stderr: String) {
    self.status = status
    self.stdout = stdout
    self.stderr = stderr
  }

  /// The concatenated JSON documents on standard output.
  package var documents: [JSON] {
    get throws { try JSON.documents(in: stdout) }
  }

  /// The last JSON document on standard output; throws an error if there is none.
  package var json: JSON {
    get throws {
      guard let last = try documents.last else {
        throw TestSupportError.invalidJSON(stdout + stderr)
      }
      return last
    }
  }
}
