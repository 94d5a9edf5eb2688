/// The completion scripts for other shells, written from the tree of commands.
///
/// Each hands the words to `filmz --complete`, which knows films and genres too; where that does
/// not answer, a table of verbs, options and values in the script does.
package enum CompletionScript {
  /// The script for `bash`, `zsh` or `fish`.
  ///
  /// - Throws: ``CommandError/wrongOption(_:)`` for any other shell.
  package static func text(for shell: String) throws -> String {
    switch shell {
    case "bash": return bash(CompletionTable())
    case "zsh": return zsh(CompletionTable())
    case "fish": return fish(CompletionTable())
    default: throw CommandError.wrongOption("completion scripts are there for bash, zsh and fish")
    }
  }
}
