import ArgumentParser
import FilmzDomain

/// What a call of the program asks for.
package struct Invocation: Sendable {
  /// What is to be run.
  package enum Work: Sendable, Equatable {
    case version
    case help
    case completionScript(String)
    case shell
    /// A script on the standard input.
    case standardInput
    case scriptFile(String)
    case commands(String)
    case single([Word])
  }

  package let work: Work
  package let launch: LaunchOptions
  package let global: GlobalOptions

  /// Reads the words of a call.
  ///
  /// - Parameters:
  ///   - arguments: The words behind the program's name.
  ///   - isInteractive: Whether a terminal stands on the standard input.
  /// - Throws: A ``CommandError`` for options that are wrong.
  package init(_ arguments: [String], isInteractive: Bool) throws {
    let (before, rest) = LaunchOptions.split(arguments)
    let special = try Self.special(before)
    let root = try Self.root(special == nil ? before : [])
    launch = root.launch
    global = root.global
    work = try special ?? Self.work(root.launch, rest, isInteractive: isInteractive)
  }

  private static func special(_ before: [String]) throws -> Work? {
    if before.contains("--help") || before.contains("-h") { return .help }
    if before.contains("--version") { return .version }
    guard let option = before.first(where: { $0.hasPrefix("--generate-completion-script=") })
    else { return nil }
    return .completionScript(String(option.drop { $0 != "=" }.dropFirst()))
  }

  private static func root(_ before: [String]) throws -> Filmz {
    do {
      guard let root = try Filmz.parseAsRoot(before) as? Filmz else {
        throw CommandError.wrongUsage("that is no option", verb: "help")
      }
      return root
    } catch let error as CommandError {
      throw error
    } catch {
      let line = Filmz.message(for: error).split(whereSeparator: \.isNewline)
        .joined(separator: " ")
      throw CommandError.wrongOption(line)
    }
  }

  private static func work(
    _ launch: LaunchOptions, _ rest: [String], isInteractive: Bool
  ) throws -> Work {
    let hasScript = launch.file != nil || launch.commands != nil
    guard !hasScript || (rest.isEmpty && (launch.file == nil || launch.commands == nil)) else {
      throw CommandError.wrongOption("a call takes one of -f, -c and a command")
    }
    if let commands = launch.commands { return .commands(commands) }
    if let file = launch.file { return file == "-" ? .standardInput : .scriptFile(file) }
    if rest.isEmpty { return isInteractive ? .shell : .standardInput }
    return .single(rest.map(word))
  }

  /// A word of the call; the calling shell has taken its quotes away, but a blank in it tells.
  private static func word(_ text: String) -> Word {
    let isQuoted = text.isEmpty || (text.contains(where: \.isWhitespace) && !text.hasPrefix("--"))
    return Word(text, isQuoted: isQuoted)
  }
}

extension FailureKind {
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
