package import FilmzDomain
import Foundation

extension CommandContext {
  /// The context of a command that may use the network.
  package static let online = context(isOffline: false)

  /// The context of a command that must not use the network.
  package static let offline = context(isOffline: true)

  /// Returns the context of a command, which must not use the network if `isOffline` is `true`.
  package static func context(isOffline: Bool) -> CommandContext {
    CommandContext(line: "", now: Date(timeIntervalSince1970: 1_800_000_000), isOffline: isOffline)
  }
}

extension SourceChoice {
  /// The choice of OMDb as the only source.
  package static let omdb = SourceChoice.source(.omdb)
}

extension [Warning] {
  /// The messages of the warnings, without their remedies.
  package var messages: [String] {
    map { warning in
      switch warning {
      case .problem(let message, _, nil, _, _): message
      case .problem(let message, _, let consequence?, _, _):
        "\(message.withoutFullStop); \(consequence)"
      case .offlineCopy(let age): "offline; from a copy of \(age)"
      case .unlistedRecords(let query): "own records match \(query)"
      }
    }
  }
}
