import { type Bridge, createBridge } from 'bpmn-transaction-bridge';

/** Kept by the process and not by the module: in development Next.js loads modules again whenever a file changes. */
const kept = globalThis as { bridge?: Promise<Bridge> };

export function getBridge(): Promise<Bridge> {
  kept.bridge ??= openBridge().catch((error) => {
    // The next call tries again.
    delete kept.bridge;
    throw error;
  });
  return kept.bridge;
}

async function openBridge(): Promise<Bridge> {
  const { CENTER_URL = '', AUTH_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env;
  const { PUBLIC_URL = '', SIGNING_SECRET = '', DATABASE_URL = '' } = process.env;
  const bridge = await createBridge({
    center: {
      baseUrl: CENTER_URL,
      authUrl: AUTH_URL,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      appId: 'approvals',
    },
    callback: {
      publicUrl: PUBLIC_URL,
      signingKeys: [{ id: 'k1', secret: SIGNING_SECRET }],
      cipher: { kind: 'none' },
      idToken: 'trust-center',
    },
    identity: 'trust-center',
    store: DATABASE_URL,
  });
  await bridge.deploy('processes/leave-approval.bpmn').catch(async (error) => {
    await bridge.close();
    throw error;
  });
  // With NEXT_MANUAL_SIG_HANDLE=true, Next.js leaves it to us to end the process.
  process.once('SIGTERM', () => void bridge.close().finally(() => process.exit()));
  return bridge;
}
