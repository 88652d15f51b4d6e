import type { Bridge } from '../../bridge/bridge.ts';
import { createBridge } from '../../bridge/create-bridge.ts';
import { createJwtCheck } from '../../callback/id-token/check-jwt.ts';
import type { AdminUser } from '../../host/admin.ts';
import type { ServiceFunction } from '../../host/host.ts';
import { refuseForeignView } from '../../sandbox/control/refuse-foreign-page.ts';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import { DEFAULT_APPS } from '../../sandbox/setup/apps.ts';
import { isMemberOf } from '../../sandbox/setup/directory.ts';
import { type Company, SERVICE_ACCOUNT } from './company.ts';

const [APP] = DEFAULT_APPS;

/** The application of the demo in the center. */
export const DEMO_APP_ID = APP?.appId ?? '';

/** The services of the demo. Real ones would call a shop and a bank. */
const SERVICES: Readonly<Record<string, ServiceFunction>> = {
  'place-order': ({ idempotencyKey }) => ({ orderNumber: idempotencyKey }),
  'pay-out': ({ idempotencyKey }) => ({ paymentNumber: idempotencyKey }),
};

/** Where the operator's page is, on the origin of the business system. */
export const OPERATIONS_PATH = '/operations/';

/** The page itself speaks the language of the browser, if the address names none. */
export const operationsUrl = (origin: string, { language }: Company): string =>
  `${origin}${OPERATIONS_PATH}?language=${language}`;

export interface DemoKeys {
  /** Signs the addresses of buttons. */
  readonly signingSecret: string;
  /** Encrypts the parameters of pressed buttons: the key of AES-256-GCM, base64. */
  readonly cipherKey: string;
}

export interface DemoBridgeSettings {
  /** Of the business system. */
  readonly origin: string;
  readonly timeZone: string;
  readonly company: Company;
  /** The clock of id tokens, in epoch milliseconds. */
  readonly realTime?: () => number;
}

/** Creates a bridge as in production: signed addresses, encrypted parameters, checked id tokens. */
export function createDemoBridge(
  center: Sandbox,
  { signingSecret, cipherKey }: DemoKeys,
  { origin, timeZone, company, realTime = Date.now }: DemoBridgeSettings,
): Promise<Bridge> {
  const keys = { jwksUrl: center.jwksUrl, timeoutMs: 5_000 };
  const operator: AdminUser = {
    ...{ name: company.say('Operator of the demo'), mayOperate: true, mayModify: true, mayReadVariables: true },
  };
  const token = { algorithms: ['ES256'], issuer: [center.authUrl], audience: null, claim: 'sub' };
  return createBridge({
    center: {
      ...{ baseUrl: center.baseUrl, authUrl: center.authUrl, appId: DEMO_APP_ID },
      ...{ clientId: APP?.clientId ?? '', clientSecret: APP?.clientSecret ?? '' },
    },
    callback: {
      publicUrl: `${origin}/bridge`,
      signingKeys: [{ id: 'demo', secret: signingSecret }],
      cipher: { kind: 'aes-gcm', key: cipherKey },
      diagrams: true,
      // The center uses the real clock for id tokens, also if its own clock is set forward.
      idToken: createJwtCheck({ ...token, keys, clockToleranceSeconds: 30 }, realTime),
    },
    identity: {
      isMember: (group, account) => isMemberOf(company.directory, account, [group]),
      nameOf: company.personName,
      membersOf: (group) => company.directory.groups.find(({ id }) => id === group)?.members ?? [],
      // The center allows only handlers and delegates to press.
      mayActFor: () => true,
    },
    store: 'sqlite::memory:',
    services: SERVICES,
    // Whoever can call this machine from its own pages is the operator, as in the inbox; a real service asks its session.
    admin: {
      authorize: ({ method, headers }) =>
        refuseForeignView(method, Object.fromEntries(headers), '127.0.0.1') === undefined ? operator : null,
    },
    messageTypes: company.setup.messageTypes,
    locale: company.locale,
    defaults: {
      ...{ handleLabel: company.submit, systemHandler: SERVICE_ACCOUNT },
      ...{ handleUrl: `${origin}/tasks/{taskId}`, viewUrl: `${origin}/tasks/{taskId}` },
      operationUrl: `${origin}/{operation}/{taskId}`,
    },
    timeZone,
    // Timers fire when the clock of the center is set forward in the inbox.
    clock: center.now,
  });
}
