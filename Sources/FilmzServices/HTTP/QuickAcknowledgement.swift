import Glibc
import NIOCore

/// Acknowledges what comes in at once.
///
/// A server that writes the head and the body of an answer apart waits with the body until the head
/// is acknowledged (Nagle), and the kernel may take 40 ms for that. Linux forgets the option again, so
/// it is set after each read (tcp(7), `TCP_QUICKACK`).
final class QuickAcknowledgement: ChannelInboundHandler, Sendable {
  typealias InboundIn = NIOAny

  func channelReadComplete(context: ChannelHandlerContext) {
    let option = NIOBSDSocket.Option(rawValue: TCP_QUICKACK)
    // A socket that does not know the option is only slower.
    _ = context.channel.setOption(.tcpOption(option), value: 1)
    context.fireChannelReadComplete()
  }
}
