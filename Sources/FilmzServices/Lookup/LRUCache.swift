/// A cache of limited size that evicts the least recently used entry.
struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var value: Value
    var newer: Key?
    var older: Key?
  }

  /// The maximum number of entries, at least 1.
  private let capacity: Int
  private var nodes: [Key: Node] = [:]
  private var newest: Key?
  private var oldest: Key?

  init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { nodes.count }

  /// Returns the value of a key, and marks it as the most recently used one.
  mutating func value(for key: Key) -> Value? {
    guard let value = nodes[key]?.value else { return nil }
    touch(key)
    return value
  }

  /// Stores a value as the most recently used one; if the cache is full, evicts the least recently
  /// used entry.
  mutating func store(_ value: Value, for key: Key) {
    if nodes[key] != nil {
      nodes[key]?.value = value
      touch(key)
    } else {
      if nodes.count == capacity, let oldest { remove(oldest) }
      insert(value, for: key)
    }
  }

  mutating func remove(_ key: Key) {
    unlink(key)
    nodes[key] = nil
  }

  mutating func removeAll() {
    nodes = [:]
    newest = nil
    oldest = nil
  }

  private mutating func touch(_ key: Key) {
    guard newest != key, let value = nodes[key]?.value else { return }
    remove(key)
    insert(value, for: key)
  }

  private mutating func insert(_ value: Value, for key: Key) {
    nodes[key] = Node(value: value, newer: nil, older: newest)
    if let newest { nodes[newest]?.newer = key }
    newest = key
    oldest = oldest ?? key
  }

  private mutating func unlink(_ key: Key) {
    guard let node = nodes[key] else { return }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
  }
}
