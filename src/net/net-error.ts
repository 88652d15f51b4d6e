/** A step cannot go on: the process is at fault, or the call. The state is inconsistent afterwards: discard it. */
export class NetError extends Error {
  /**
   * `moves`, `tokens`: an endless loop; `depth`: a process calls itself too often; `waiting`: the token or listener does
   * not exist, or waits for something else.
   */
  readonly reason: 'moves' | 'tokens' | 'depth' | 'waiting';
  readonly nodeId: string | undefined;

  constructor(reason: NetError['reason'], message: string, nodeId?: string) {
    super(message);
    this.name = 'NetError';
    this.reason = reason;
    this.nodeId = nodeId;
  }
}
