import { createServer } from 'node:http';
import { type CenterOptions, createBridge, toNodeListener } from 'bpmn-transaction-bridge';

/** A service for leave requests. The center calls it at `publicUrl`, which must lead to `port`. */
export async function startLeaveService(center: CenterOptions, publicUrl: string, secret: string, port: number) {
  const bridge = await createBridge({
    center,
    callback: { publicUrl, signingKeys: [{ id: 'k1', secret }], cipher: { kind: 'none' }, idToken: 'trust-center' },
    identity: 'trust-center',
    defaults: { systemHandler: 'leave-service' },
    store: 'sqlite:leave.db',
  });
  await bridge.deploy('processes/leave-approval.bpmn');
  bridge.on('instance.ended', ({ instanceId }) => console.log(`Leave ${instanceId} is decided.`));
  const server = createServer(toNodeListener((request) => bridge.fetch(request))).listen(port);
  const close = async () => {
    server.close();
    await bridge.close();
    server.closeAllConnections();
  };
  process.once('SIGTERM', () => void close());

  return {
    askForLeave: (initiator: string, manager: string, days: number) =>
      bridge.start('leave-approval', { initiator, variables: { manager, days } }),
    close,
  };
}
