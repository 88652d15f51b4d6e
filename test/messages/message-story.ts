import type { MessageSendRequest } from '../../src/index.ts';
import { inBody, type Setting } from './broken-client.ts';

const notice: MessageSendRequest = {
  appId: 'approvals',
  messageTypeCode: 'NOTICE',
  sendId: 'notice',
  importantIdentity: true,
  toPersons: 'anna,chen',
  toGroups: 'legal',
  excludeUser: 'gu',
  signOff: 'The office',
  data: {
    title: 'Closed on Friday',
    paramValueJson: { text: 'We move.' },
    handleKey: 'calendar',
    filesUrl: 'https://files.example/1,https://files.example/2',
    url: 'https://pc.example',
    mobileUrl: 'https://m.example',
  },
};

const outcome: MessageSendRequest = {
  appId: 'approvals',
  messageTypeCode: 'OUTCOME',
  sendId: 'outcome',
  sendType: ['SMS', 'MAIL', 'WEBSITE'],
  promise: true,
  toPersons: 'bo',
  toDepts: 'd-accounts',
  toPhones: '+15550199,+15550198',
  toEmails: 'guest@example.org',
  data: {
    title: 'Your leave',
    paramValueJson: {
      SMS: { subject: 'Leave', outcome: 'approved' },
      MAIL: { name: 'Bo', subject: 'Leave', outcome: 'approved', remark: '' },
      WEBSITE: { subject: 'Leave', outcome: 'approved', by: 'Dara' },
    },
  },
};

const reminder: MessageSendRequest = {
  appId: 'approvals',
  messageTypeCode: 'REMINDER',
  sendId: 'reminder',
  sendTime: '2025-06-01 10:00:00',
  sendType: ['WEBSITE'],
  toPersons: 'anna',
  data: { title: 'Sign today', paramValueJson: {} },
};

const messageTypes = {
  NOTICE: { channels: ['WEBSITE', 'SUPERAPP'], template: '{{text}}' },
  OUTCOME: {
    channels: ['SMS', 'MAIL', 'WEBSITE'],
    templates: {
      SMS: '{{subject}}: {{outcome}}',
      MAIL: '{{name}}, {{subject}}: {{outcome}}. {{remark}}',
      WEBSITE: '{{subject}} by {{by}}: {{outcome}}',
    },
  },
  REMINDER: { channels: ['WEBSITE', 'SUPERAPP'], template: 'It is time.' },
} as const;

/** What the sandbox of the story is set up with. */
export const options = () => ({ messageTypes });

/** Three messages, one of them for later, and the first once more: its answer was lost. */
export async function tell({ client, sandbox, advance }: Setting): Promise<unknown> {
  const outcomes = [];
  for (const message of [notice, outcome, reminder, notice]) outcomes.push(await client.sendMessage(message));
  const look = () => [
    sandbox.sentMessages(),
    ['anna', 'chen', 'emil', 'gu'].map((account) => [
      sandbox.messages(account, 'pc'),
      sandbox.messages(account, 'mobile'),
      sandbox.notifications(account),
    ]),
  ];
  const before = look();
  advance(3_600_000);
  return { outcomes, before, after: look() };
}

export type Message = Record<string, unknown> & { readonly data: Record<string, unknown> };

/** Breaks every message on its way. */
export const inMessage = (change: (message: Message) => unknown) => inBody('messageSend', change);
