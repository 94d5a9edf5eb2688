package import FilmzDomain
import Foundation

extension CommandContext {
  /// A command that may use the network.
  package static let online = context(isOffline: false)

  /// A command that may not use the network.
  package static let withoutNetwork = context(isOffline: true)

  /// A command that may use the network, or may not.
  package static func context(isOffline: Bool) -> CommandContext {
    CommandContext(line: "", now: Date(timeIntervalSince1970: 1_800_000_000), isOffline: isOffline)
  }
}

extension SourceChoice {
  /// OMDb, whatever else there is.
  package static let omdb = SourceChoice.source(.omdb)
}

extension [Warning] {
  /// What happened, without the words for a remedy.
  package var texts: [String] {
    map { warning in
      switch warning {
      case .trouble(let message, _, nil): message
      case .trouble(let message, _, let consequence?):
        "\(message.withoutFullStop); \(consequence)"
      case .offlineCopy(let age): "offline; from a copy of \(age)"
      }
    }
  }
}
