import { expect } from 'vitest';
import { fetchToken, type RawObject, type SandboxAddress } from './business-system.ts';

const PATH = '/apis/messagecenter/v1/poaMessage/messageSend';

export interface MessageAnswer {
  readonly timestamp: number;
  readonly code: number;
  readonly message: string;
  readonly data: {
    readonly sendId: string;
    readonly errorList: readonly { readonly receiverKey: string; readonly exceptionMessage: string }[] | null;
  } | null;
}

/** One call of messageSend, as it is. */
export async function callMessageSend(
  sandbox: SandboxAddress,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; answer: MessageAnswer }> {
  const response = await fetch(`${sandbox.baseUrl}${PATH}`, { method: 'POST', headers, body });
  return { status: response.status, answer: (await response.json()) as MessageAnswer };
}

/** Sends a message with a fresh token; the call itself is in order. */
export async function sendMessage(sandbox: SandboxAddress, message: unknown): Promise<MessageAnswer> {
  const authorization = await fetchToken(sandbox, 'messagecenter:v1:sendMessage');
  const headers = { authorization, 'content-type': 'application/json' };
  const { status, answer } = await callMessageSend(sandbox, JSON.stringify(message), headers);
  expect(status).toBe(200);
  return answer;
}

/** A notice for anna, on the channels of its type, with changes. */
export function notice(more: RawObject = {}, data: RawObject = {}): RawObject {
  return {
    appId: 'approvals',
    messageTypeCode: 'NOTICE',
    sendId: 's-1',
    toPersons: 'anna',
    data: { title: 'Closed on Friday', paramValueJson: { text: 'We move.' }, ...data },
    ...more,
  };
}

/** The outcome of an approval on the channels named. */
export function outcome(channels: readonly string[], more: RawObject = {}): RawObject {
  const values: RawObject = {
    SMS: { subject: 'Leave', outcome: 'yes' },
    MAIL: { name: 'Anna', subject: 'Leave', outcome: 'yes', remark: '' },
    WEBSITE: { subject: 'Leave', outcome: 'yes', by: 'Bo' },
    SUPERAPP: { subject: 'Leave', outcome: 'yes' },
  };
  const paramValueJson = Object.fromEntries(channels.map((channel) => [channel, values[channel]]));
  return notice({ messageTypeCode: 'OUTCOME', sendType: channels, ...more }, { paramValueJson });
}
