import ArgumentParser

/// The completion scripts for other shells, written from the tree of commands.
package enum CompletionScript {
  /// The script for `bash`, `zsh` or `fish`.
  ///
  /// - Throws: ``CommandError/wrongOption(_:)`` for any other shell.
  package static func text(for shell: String) throws -> String {
    guard let shell = CompletionShell(rawValue: shell) else {
      let known = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandError.wrongOption("completion scripts are there for \(known)")
    }
    let script = Filmz.completionScript(for: shell)
    return script.hasSuffix("\n") ? script : script + "\n"
  }
}
