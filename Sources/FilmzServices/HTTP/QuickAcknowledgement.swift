import Glibc
import NIOCore

/// A channel handler that disables delayed TCP acknowledgements.
///
/// A server that writes the head and the body of a response separately delays the body until the head
/// is acknowledged (Nagle's algorithm), which the kernel may do only after 40 ms. The option is not
/// permanent on Linux, so it is set again after each read (tcp(7), `TCP_QUICKACK`).
final class QuickAcknowledgement: ChannelInboundHandler, Sendable {
  typealias InboundIn = NIOAny

  func channelReadComplete(context: ChannelHandlerContext) {
    let option = NIOBSDSocket.Option(rawValue: TCP_QUICKACK)
    // A failure is ignored: without the option, the connection is only slower.
    _ = context.channel.setOption(.tcpOption(option), value: 1)
    context.fireChannelReadComplete()
  }
}
