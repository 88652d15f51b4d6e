import type { CenterConnection } from 'bpmn-transaction-bridge/plugin';

/** What both services need to know. */
export interface ServiceSettings {
  readonly center: CenterConnection;
  /** The address at which the center reaches the service. */
  readonly publicUrl: string;
  readonly port: number;
  /** Signs the addresses of buttons; at least 32 bytes. */
  readonly secret: string;
}

/** The settings of a service that is started as a program. */
export function readSettings(): ServiceSettings {
  return {
    center: {
      baseUrl: read('CENTER_URL'),
      authUrl: read('AUTH_URL'),
      clientId: read('CLIENT_ID'),
      clientSecret: read('CLIENT_SECRET'),
    },
    publicUrl: read('PUBLIC_URL'),
    port: Number(read('PORT')),
    secret: read('SIGNING_SECRET'),
  };
}

export function read(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`Set ${name}.`);
  return value;
}
