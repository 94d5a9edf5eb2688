import Glibc
import NIOCore

/// A channel handler that disables delayed TCP acknowledgements.
///
/// A server that writes the head and the body of a response separately delays the body until the
/// head is acknowledged (Nagle's algorithm), and the kernel may delay that acknowledgement by
/// 40 ms. On Linux, `TCP_QUICKACK` is not permanent, so it is set again after each read (tcp(7)).
final class QuickAcknowledgement: ChannelInboundHandler, Sendable {
  typealias InboundIn = NIOAny

  func channelReadComplete(context: ChannelHandlerContext) {
    let option = NIOBSDSocket.Option(rawValue: TCP_QUICKACK)
    // A failure is ignored: without the option, the connection is only slower.
    _ = context.channel.setOption(.tcpOption(option), value: 1)
    context.fireChannelReadComplete()
  }
}
