import FilmzDomain

/// What a call of the program asks for.
package struct Invocation: Sendable {
  /// What is to be run.
  package enum Work: Sendable, Equatable {
    case version
    case help
    case completionScript(String)
    /// What fits the last of some words, for the completion scripts.
    case completion([String])
    case manualPage
    case shell
    /// A script on the standard input.
    case standardInput
    case scriptFile(String)
    case commands(String)
    case single([Word])

    /// Whether it is a script, which has no colour by itself and asks nobody.
    package var isScript: Bool {
      switch self {
      case .standardInput, .scriptFile, .commands: true
      case .version, .help, .completionScript, .completion, .manualPage, .shell, .single: false
      }
    }
  }

  package let work: Work
  package let options: RunOptions
  /// The folder of `--home`.
  package let home: String?
  /// The file of `--config`.
  package let config: String?
  /// Whether a script ends at its first failing line.
  package let bails: Bool

  /// Reads the words of a call.
  ///
  /// - Parameters:
  ///   - arguments: The words behind the program's name.
  ///   - isInteractive: Whether a terminal stands on the standard input.
  /// - Throws: A ``CommandError`` for options that are wrong.
  package init(_ arguments: [String], isInteractive: Bool) throws {
    let (call, completed) = LaunchOptions.splitAtCompletion(arguments)
    let (before, rest) = LaunchOptions.split(call)
    let special = try Self.special(before)
    let root = special == nil && !before.isEmpty ? try Self.root(before) : nil
    options = root?.global.over(RunOptions()) ?? RunOptions()
    home = root?.launch.home?.text
    config = root?.launch.config?.text
    guard home != "", config != "" else {
      throw CommandError.wrongOption("--home and --config take a path, and it is empty")
    }
    bails = root?.launch.bail ?? false
    work =
      try completed.map(Work.completion) ?? special
      ?? Self.work(root?.launch, rest, isInteractive: isInteractive)
  }

  private static func special(_ before: [String]) throws -> Work? {
    if before.contains("--help") || before.contains("-h") { return .help }
    if before.contains("--version") { return .version }
    if before.contains("--generate-man-page") { return .manualPage }
    guard let option = before.first(where: { $0.hasPrefix("--generate-completion-script=") })
    else { return nil }
    return .completionScript(String(option.drop { $0 != "=" }.dropFirst()))
  }

  private static func root(
    _ before: [String]
  ) throws -> (launch: LaunchOptions, global: GlobalOptions) {
    var reader = ArgumentReader<LaunchOptions>(command: Filmz.program)
    try reader.read(before.map { Word($0) })
    return (reader.arguments, reader.global)
  }

  private static func work(
    _ launch: LaunchOptions?, _ rest: [String], isInteractive: Bool
  ) throws -> Work {
    let commands = launch?.commands ?? []
    let scripts =
      (launch?.file ?? []).map { script($0.text) }
      + (commands.isEmpty ? [] : [.commands(commands.map(\.text).joined(separator: "\n"))])
    guard scripts.isEmpty || (rest.isEmpty && scripts.count == 1) else {
      throw CommandError.wrongOption("a call takes one of a single -f, -c and a command")
    }
    if let script = scripts.first { return script }
    if rest.isEmpty { return isInteractive ? .shell : .standardInput }
    return .single(rest.map(word))
  }

  private static func script(_ file: String) -> Work {
    file == "-" ? .standardInput : .scriptFile(file)
  }

  /// A word of the call; the calling shell has taken its quotes away, but a blank in it tells.
  private static func word(_ text: String) -> Word {
    let isQuoted = text.isEmpty || (text.contains(where: \.isWhitespace) && !text.hasPrefix("--"))
    return Word(text, isQuoted: isQuoted)
  }
}

extension ExitCategory {
  /// The exit status of a single call that failed so (sysexits.h, and 130 as shells have it).
  package var exitStatus: Int32 {
    switch self {
    case .failed: 1
    case .usage: 64
    case .badData: 65
    case .unavailable: 69
    case .inputOutput: 74
    case .interrupted: 130
    }
  }
}
