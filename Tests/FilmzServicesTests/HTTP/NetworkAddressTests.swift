import Testing

@testable import FilmzServices

struct NetworkAddressTests {
  @Test(arguments: [
    "8.8.8.8", "93.184.216.34", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1",
    "198.17.0.1", "223.255.255.255", "2606:2800:220:1::1", "2a00:1450:4001::1", "2002:0808:0808::1",
    "::ffff:8.8.8.8", "64:ff9b::808:808",
  ])
  func publicAddress(text: String) throws {
    #expect(try #require(NetworkAddress(text)).isPublic)
  }

  @Test(arguments: [
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.255", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
    "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fdff::1", "ff02::1",
    "2001:db8::1", "2001::1", "3fff::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
    "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::", "100::1", "4000::1",
  ])
  func specialAddress(text: String) throws {
    #expect(try !#require(NetworkAddress(text)).isPublic)
  }

  @Test(arguments: ["", "example.org", "1.2.3", "1.2.3.4.5", "0x7f000001", "[::1]"])
  func otherTextsAreNoAddresses(text: String) { #expect(NetworkAddress(text) == nil) }

  @Test(arguments: ["1.2.3.4", "2606:2800:220:1::1"])
  func numericHostIsItsOwnAddress(text: String) throws {
    let address = try #require(NetworkAddress(text))
    #expect(NetworkAddress.addresses(of: text) == [address])
  }

  @Test func nameOfThisComputerIsFound() {
    let addresses = NetworkAddress.addresses(of: "localhost")
    #expect(!addresses.isEmpty && addresses.allSatisfy { !$0.isPublic })
    #expect(NetworkAddress.addresses(of: "nothing.invalid").isEmpty)
  }
}
