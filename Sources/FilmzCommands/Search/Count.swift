import ArgumentParser

/// A number of rows, pages or days, from 1 on.
struct Count: ExpressibleByArgument, Sendable {
  let value: Int

  init?(argument: String) {
    let text = Word(argument: argument).text
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text),
      (1...1_000_000_000).contains(value)
    else { return nil }
    self.value = value
  }

  var defaultValueDescription: String { String(value) }
}
